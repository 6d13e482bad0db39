import { addDays, type Day, isDay } from '#domain/time.ts';
import { Button, IconButton } from '#web/ui/controls.tsx';
import controls from '#web/ui/controls.module.css';

type DateSwitchProps = { day: Day; today: Day; onChange: (day: Day) => void; step?: 1 | 7 };

/** Turns the days, or the weeks, of the operator's calendar, and goes to any of them. */
export function DateSwitch({ day, today, onChange, step = 1 }: DateSwitchProps) {
  const unit = step === 1 ? 'day' : 'week';
  return (
    <>
      <IconButton icon="previous" label={`Previous ${unit}`} onClick={() => onChange(addDays(day, -step))} />
      <Button disabled={day === today} onClick={() => onChange(today)}>
        Today
      </Button>
      <IconButton icon="next" label={`Next ${unit}`} onClick={() => onChange(addDays(day, step))} />
      <input
        className={controls['input']}
        type="date"
        aria-label="Date"
        value={day}
        onChange={(event) => isDay(event.target.value) && onChange(event.target.value)}
      />
    </>
  );
}
