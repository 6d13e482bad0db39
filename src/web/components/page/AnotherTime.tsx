import { Button } from '#web/components/controls/buttons.tsx';
import style from './AnotherTime.module.css';
import { useUrlText } from './urlState.ts';

/** Opens the choice of a moment, on the pages that can show another than the present. */
export function AnotherTime() {
  const { value, set } = useUrlText('moment');
  return (
    <Button
      className={style['another']}
      isPressed={value !== ''}
      label="Another time"
      tip="Another time"
      onClick={() => set(value === '' ? 'now' : '')}
    >
      <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">
        <path
          d="M4 12a8 8 0 1 0 2.3-5.7M4 4v4.5h4.5M12 8v4l3 2"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
        />
      </svg>
    </Button>
  );
}
