import { addDays, type Day, isDay } from '#domain/time/time.ts';
import { Button, IconButton } from './controls.tsx';
import controls from './controls.module.css';

type DateSwitchProps = {
  day: Day;
  today: Day;
  onChange: (day: Day) => void;
  /** What a turn goes by. */
  unit?: string;
  /** Where a turn goes by more than a day. */
  onTurn?: (direction: -1 | 1) => void;
};

/** Turns the days, or longer periods, of the operator's calendar, and goes to any day of it. */
export function DateSwitch({ day, today, onChange, unit = 'day', onTurn }: DateSwitchProps) {
  const turn = onTurn ?? ((direction: -1 | 1) => onChange(addDays(day, direction)));
  return (
    <div className={controls['turner']}>
      <IconButton icon="previous" label={`Previous ${unit}`} onClick={() => turn(-1)} />
      <Button disabled={day === today} onClick={() => onChange(today)}>
        Today
      </Button>
      <IconButton icon="next" label={`Next ${unit}`} onClick={() => turn(1)} />
      <input
        className={controls['input']}
        type="date"
        aria-label="Date"
        value={day}
        onChange={(event) => isDay(event.target.value) && onChange(event.target.value)}
      />
    </div>
  );
}
