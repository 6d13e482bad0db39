import { useId } from 'react';
import { isDay, readInstant, wallText } from '#domain/time/time.ts';
import control from '#web/ui/controls/controls.module.css';
import { useSchool } from '#web/ui/page/school.tsx';
import { useDraft } from '#web/ui/controls/useDraft.ts';
import style from './QuestionPanel.module.css';

type InstantFieldProps = { label: string; value: string; onChange: (text: string) => void };

/** A date-time with its zone (RFC 3339), chosen by the operator's wall clock and written in Zulu. */
export function InstantField({ label, value, onChange }: InstantFieldProps) {
  const id = useId();
  const { timeZone } = useSchool();
  const instant = readInstant(value, { name: timeZone, zoneless: 'operator' });
  const [day = '', clock = ''] = instant === null ? [] : wallText(instant, timeZone).split('T');
  const send = (date: string, time: string) => onChange(date === '' ? '' : zulu(date, time, timeZone));
  const date = useDraft(
    day,
    (text) => text === '' || (isDay(text) && text >= '1900'),
    (text) => send(text, clock || '00:00'),
  );
  const time = useDraft(clock.slice(0, 5), isTime, (text) => send(day, text));
  return (
    <span className={control['control']}>
      <label className={control['label']} htmlFor={id}>
        {label}
      </label>
      <input id={id} type="date" className={control['input']} aria-invalid={date.isWrong} {...date.input} />
      {day !== '' && (
        <input
          className={`${control['input']} ${style['time']}`}
          inputMode="numeric"
          placeholder="14:00"
          maxLength={5}
          aria-label={`${label}: time, 24 hours, by the operator’s clock`}
          aria-invalid={time.isWrong}
          {...time.input}
        />
      )}
    </span>
  );
}

function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text);
}

function zulu(day: string, clock: string, zone: string): string {
  const instant = readInstant(`${day}T${clock.slice(0, 5)}:00`, { name: zone, zoneless: 'operator' });
  return instant === null ? '' : `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
