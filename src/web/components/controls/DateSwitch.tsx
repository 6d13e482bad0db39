import { addDays, type Day } from '#domain/time/time.ts';
import { Button, IconButton } from './buttons.tsx';
import { DateField } from './DateField.tsx';
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
  /** Given if the days shown are the title of the page, which the field then shows: `Tue 12 – Thu 14 May`. */
  title?: string;
};

/** Steps through the days, or longer periods, of the operator's calendar, and goes to any day. */
export function DateSwitch({ day, today, onChange, unit = 'day', onTurn, title }: DateSwitchProps) {
  const turn = onTurn ?? ((direction: -1 | 1) => onChange(addDays(day, direction)));
  const field = (
    <DateField
      label="Date"
      isLabelHidden
      value={day}
      today={today}
      shown={title}
      isTitle={title !== undefined}
      onChange={(chosen) => chosen !== '' && onChange(chosen)}
    />
  );
  const now = (
    <Button disabled={day === today} onClick={() => onChange(today)}>
      Today
    </Button>
  );
  return (
    <div className={style['turner']}>
      <KeptFocus>
        <IconButton icon="previous" label={`Previous ${unit}`} onClick={() => turn(-1)} />
        {title === undefined ? now : field}
        <IconButton icon="next" label={`Next ${unit}`} onClick={() => turn(1)} />
        {title === undefined ? field : now}
      </KeptFocus>
    </div>
  );
}
