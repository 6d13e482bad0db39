import { useState } from 'react';
import { isTimed, type Reservation } from '#domain/reservations/reservations.ts';
import { dayText } from '#domain/time/clock.ts';
import { type Day, daySpan, type Instant, type Span, mondayOf } from '#domain/time/time.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { Popover } from '#web/components/controls/overlays.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { CopyButton } from './CopyButton.tsx';
import style from './IcsButton.module.css';
import { type NoteExport, saveText } from './saveText.ts';
import { useRights, useSchool } from '#web/components/page/school.tsx';
import { counted } from '#domain/words.ts';

type Schedule = { readonly reservations: readonly Reservation[]; readonly asOf: Instant };

type IcsButtonProps = {
  /** Whose schedule: it names the calendar and the file. */
  name: string;
  /** The day whose week is offered, and the four weeks from it. */
  day: Day;
  /** Loads the reservations of a span. */
  load: (span: Span) => Promise<Schedule>;
  /** Creates a private link for calendar programs; resolves with its address. */
  makeFeed: () => Promise<string | null>;
  note: NoteExport;
};

/** Saves a schedule for calendar programs. The code that writes the file is loaded at first use. */
export function IcsButton({ name, day, load, makeFeed, note }: IcsButtonProps) {
  const school = useSchool();
  const [message, setMessage] = useState('');
  const save = async (first: Day, days: number) => {
    setMessage('Preparing…');
    try {
      const [{ icalText }, { reservations, asOf }] = await Promise.all([
        import('#domain/reservations/ical.ts'),
        load(daySpan(first, school.timeZone, days)),
      ]);
      const timed = reservations.filter(isTimed);
      setMessage(savedText(timed.length));
      if (timed.length === 0) return;
      const schedule = { name, reservations: timed, asOf, operatorId: school.operatorId, zone: school.timeZone };
      saveText(fileName(name, first), 'text/calendar', icalText(schedule), note);
    } catch {
      setMessage('The schedule could not be loaded. Try again.');
    }
  };
  return (
    <Popover button="Calendar file" label="Calendar file" className={style['panel']}>
      {() => (
        <>
          <div className={style['choices']}>
            <Button onClick={() => void save(mondayOf(day), 7)}>Week of {dayText(mondayOf(day))}</Button>
            <Button onClick={() => void save(day, 28)}>4 weeks from {dayText(day)}</Button>
          </div>
          <span className={style['message']} role="status">
            {message}
          </span>
          <CalendarFeed of={`the reservations of ${name}`} make={makeFeed} />
        </>
      )}
    </Popover>
  );
}

function savedText(count: number): string {
  if (count === 0) return 'Nothing is booked then.';
  return `${counted(count, 'reservation')} saved`;
}

/** `Tamika-Tanaka-2026-05-11.ics`. */
function fileName(name: string, first: Day): string {
  return `${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-${first}.ics`;
}

type CalendarFeedProps = {
  /** Whose calendar it is, in a sentence. */
  of: string;
  /** Resolves with the address of a new link. */
  make: () => Promise<string | null>;
};

/** Creates the private link of a calendar for programs, for users who may grant it. */
function CalendarFeed({ of, make }: CalendarFeedProps) {
  const { maySee } = useRights();
  const [state, setState] = useState<State>({ is: 'idle' });
  if (!maySee('access')) return null;
  const run = async () => {
    if (state.is === 'making') return;
    setState({ is: 'making' });
    try {
      const address = await make();
      setState(address === null ? { is: 'failed' } : { is: 'made', address: calendarAddress(address) });
    } catch {
      setState({ is: 'failed' });
    }
  };
  return (
    <section className={style['feed']} aria-label="Calendar feed">
      <p>
        <b>Calendar feed.</b> Calendar apps can follow a private link to {of}. Anyone with the link can read it; revoke
        it on <AppLink to="/setup?section=access">Setup</AppLink>.
      </p>
      {/* The button stays in place: a menu closes when its focused element disappears. */}
      <Button onClick={() => void run()}>{state.is === 'made' ? 'Make another link' : 'Make a private link'}</Button>
      {state.is === 'made' && (
        <>
          <p className={style['address']}>
            <code>{state.address}</code>
            <CopyButton label="Copy the feed link" text={state.address} />
          </p>
          <p role="status">The link is shown only this once. Copy it now.</p>
        </>
      )}
      {state.is === 'making' && <p role="status">Making the link…</p>}
      {state.is === 'failed' && <p role="alert">The link could not be made. Try again.</p>}
    </section>
  );
}

type State = { readonly is: 'idle' | 'making' | 'failed' } | { readonly is: 'made'; readonly address: string };

/** The form of an address that a calendar program opens by itself. */
function calendarAddress(address: string): string {
  return address.replace(/^https?:/, 'webcal:');
}
