import { addDays, type Day, isDay } from '#domain/time/time.ts';
import { Button, IconButton } from './buttons.tsx';
import { TextField } from './fields.tsx';
import style from './DateSwitch.module.css';
import { KeptFocus } from '#web/components/page/KeptFocus.tsx';

type DateSwitchProps = {
  day: Day;
  today: Day;
  onChange: (day: Day) => void;
  /** The period of one step. */
  unit?: string;
  /** Given if a step is longer than a day. */
  onTurn?: (direction: -1 | 1) => void;
};

/** Steps through the days, or longer periods, of the operator's calendar, and goes to any day. */
export function DateSwitch({ day, today, onChange, unit = 'day', onTurn }: DateSwitchProps) {
  const turn = onTurn ?? ((direction: -1 | 1) => onChange(addDays(day, direction)));
  return (
    <div className={style['turner']}>
      <KeptFocus>
        <IconButton icon="previous" label={`Previous ${unit}`} onClick={() => turn(-1)} />
        <Button disabled={day === today} onClick={() => onChange(today)}>
          Today
        </Button>
        <IconButton icon="next" label={`Next ${unit}`} onClick={() => turn(1)} />
        <TextField
          label="Date"
          isLabelHidden
          value={day}
          onChange={(text) => isDay(text) && onChange(text)}
          input={{ type: 'date' }}
        />
      </KeptFocus>
    </div>
  );
}
