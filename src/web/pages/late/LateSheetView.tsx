import { type ReactNode, useId, useRef, useState } from 'react';
import { snoozeLimits } from '#contract/gateway/snoozes.ts';
import { bookedPeople, type TimedReservation } from '#domain/reservations/reservations.ts';
import type { At } from '#domain/time/clock.ts';
import { noneText } from '#domain/answers/known.ts';
import { counted } from '#domain/words.ts';
import { refusalText } from '#web/data/client.ts';
import { type LateSheetRead, useLateNumbers } from '#web/data/late.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { Check, TextField } from '#web/components/controls/fields.tsx';
import { useRights, useSchool } from '#web/components/page/school.tsx';
import { ownNameKey, remember, remembered } from '#web/components/page/urlState.ts';
import { Facts } from '#web/components/panel/Facts.tsx';
import { None } from '#web/components/panel/None.tsx';
import { PlainPanel } from '#web/components/panel/Panel.tsx';
import { phoneLink } from '#web/components/reservation/reservationWords.ts';
import style from './late.module.css';
import type { LateFlight } from './useLateFlight.ts';
import {
  actText,
  aircraftFacts,
  lastClosedText,
  missingText,
  noWeatherText,
  routeFacts,
  sheetSteps,
  stepsCount,
  timeFacts,
  waitingTexts,
  weatherFacts,
} from './lateModel.ts';

type SheetProps = { state: LateFlight; reservation: TimedReservation };

/** Everything known of the flight, in the order in which it is asked for on the telephone. */
export function LateSheetView({ state, reservation }: SheetProps) {
  const { record, near, index, late, known, sheet, aircraft, weather, at } = state;
  const { weather: readsWeather = false } = useSchool();
  const missing = missingText(record);
  const waiting = late && index ? waitingTexts(reservation, index, late, at) : { texts: [], more: 0 };
  const reports = weatherFacts(reservation, weather, sheet.sheet?.weather ?? null, at);
  const last = near.schedule && lastClosedText(reservation, near.schedule.reservations, at);
  return (
    <div className={style['sheet']}>
      <Part title="Times">
        <Facts facts={timeFacts(reservation, at)} missing={missing} />
      </Part>
      <People reservation={reservation} />
      <Part title="Aircraft">
        <Facts
          facts={[
            ...aircraftFacts(reservation, aircraft, [record]),
            ['Last closed flight', last ?? 'none in the days that are read'],
          ]}
          missing={missing}
        />
      </Part>
      <Part title="Flight as booked">
        <Facts facts={routeFacts(reservation, record)} missing={missing} />
      </Part>
      <Part title="Weather">
        {reports ? (
          <Facts facts={reports} missing="not known" />
        ) : (
          <p className={style['quiet']}>{noWeatherText(readsWeather, weather)}</p>
        )}
      </Part>
      <Part title="Waits for it next">
        {waiting.texts.length === 0 && (
          <None of={noneText(known, 'Nobody, today or tomorrow.')} className={style['quiet']} />
        )}
        <ul className={style['list']}>
          {waiting.texts.map((text) => (
            <li key={text}>{text}</li>
          ))}
          {waiting.more > 0 && <li>and {waiting.more} more</li>}
        </ul>
      </Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading}>{title}</h3>
      {children}
    </section>
  );
}

/** Who is aboard. Telephone numbers come on one press, which the audit keeps, and leave with the page. */
function People({ reservation }: { reservation: TimedReservation }) {
  const { maySee } = useRights();
  const numbers = useLateNumbers(reservation.key);
  const people = bookedPeople(reservation);
  const shown = numbers.people ?? people.map(({ name, role }) => ({ name, role, phone: null }));
  return (
    <Part title={`Aboard, as booked: ${counted(people.length, 'person', 'people')}`}>
      <ul className={style['list']} aria-label="Aboard">
        {shown.map(({ name, role, phone }) => (
          <li key={`${role} ${name}`}>
            <b>{name}</b> {role === 'pilot' ? 'pilot' : 'instructor'}{' '}
            {numbers.people && (phone === null ? 'no phone given' : <a href={phoneLink(phone)}>{phone}</a>)}
          </li>
        ))}
      </ul>
      {people.length === 0 && <p className={style['quiet']}>not recorded</p>}
      {!maySee('numbers') && <p className={style['quiet']}>Telephone numbers are not shown to your role.</p>}
      {maySee('numbers') && numbers.people === null && people.length > 0 && (
        <p className={style['ask']}>
          <Button disabled={numbers.isAsking} onClick={numbers.ask}>
            Show telephone numbers
          </Button>{' '}
          <span className={style['quiet']}>The audit notes that you asked.</span>
        </p>
      )}
      {numbers.failure && (
        <p className={style['failed']} role="alert">
          Not shown: {refusalText(numbers.failure)}
        </p>
      )}
    </Part>
  );
}

type StepsProps = { sheet: LateFlight['sheet']; at: At };

/** The school's own procedure. Each tick has a name and a time, is kept, and is seen by everyone. */
export function Steps({ sheet: { sheet, tick, isSending, failure }, at }: StepsProps) {
  const { maySee } = useRights();
  const { who } = useSchool();
  const needsName = who.mode === 'open' && maySee('tick');
  const [name, setName] = useState(() => remembered(ownNameKey)[0] ?? '');
  const [isMissing, setMissing] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  if (!sheet) return null;
  const steps = sheetSteps(sheet, at);
  const by = name.trim();
  const onTick = (step: string, isDone: boolean) => {
    if (needsName && by === '') {
      setMissing(true);
      field.current?.querySelector('input')?.focus();
      return;
    }
    if (needsName) remember(ownNameKey, by);
    tick({ step, isDone, ...(needsName ? { by } : {}) });
  };
  return (
    <PlainPanel title="Steps of your school" count={steps.length > 0 ? stepsCount(steps) : undefined}>
      <div className={style['steps']}>
        <p className={style['quiet']}>
          {steps.length > 0
            ? 'What to do is your school’s procedure. Flightline starts no step and sends nothing.'
            : 'Your school has set no steps. Whoever runs Flightline sets them in LATE_STEPS. What to do is your school’s procedure.'}
        </p>
        {needsName && steps.length > 0 && (
          <div ref={field} className={style['name']}>
            <TextField
              label="Your name"
              value={name}
              onChange={setName}
              problem={isMissing && by === '' ? 'Enter your name: it stands beside your ticks' : null}
              input={{ maxLength: snoozeLimits.name, autoComplete: 'name' }}
            />
          </div>
        )}
        {failure && (
          <p className={style['failed']} role="alert">
            Not saved: {refusalText(failure)}
          </p>
        )}
        <ol>
          {steps.map(({ step, done }) => (
            <li key={step} data-is-done={done !== null}>
              <Check
                label={step}
                isOn={done !== null}
                isDisabled={isSending || !maySee('tick')}
                onChange={(isOn) => onTick(step, isOn)}
              />
              <span className={style['quiet']}>{done ? `${done.by}, ${done.when}` : ''}</span>
            </li>
          ))}
        </ol>
      </div>
      <Done sheet={sheet} at={at} />
    </PlainPanel>
  );
}

/** Everything that was ticked and taken back, in order of time; nothing if nothing was. */
export function Done({ sheet, at }: { sheet: LateSheetRead | null; at: At }) {
  if (!sheet || sheet.acts.length === 0) return null;
  return (
    <section className={style['done']} aria-label="Done so far">
      <h3>Done so far</h3>
      <ul className={style['list']}>
        {sheet.acts.map((act) => (
          <li key={`${act.at} ${act.step}`}>{actText(act, at)}</li>
        ))}
      </ul>
    </section>
  );
}
