import { useUrlText } from './urlState.ts';
import { Button } from '#web/ui/controls/buttons.tsx';

/** Opens the choice of a moment, on the pages that can show another than the present. */
export function AnotherTime() {
  const { value, set } = useUrlText('moment');
  return (
    <Button isPressed={value !== ''} onClick={() => void set(value === '' ? 'now' : '')}>
      Another time
    </Button>
  );
}
