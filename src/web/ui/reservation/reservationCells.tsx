import { type ReactNode, useId } from 'react';
import { aircraftLink } from '#domain/lists/links.ts';
import type { CheckLevel } from '#domain/readiness/checkLine.ts';
import { checkText, type DispatchCheck } from '#domain/readiness/check.ts';
import { type Booking, peopleText, tailOf } from '#domain/reservations/bookings.ts';
import { TailNumber } from '#web/ui/aircraft/TailNumber.tsx';
import { type Shape, StateMark, type Tone } from '#web/ui/controls/StateMark.tsx';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { KindIcon, kindClass, StatusGlyph } from './kinds.tsx';
import style from './reservationCells.module.css';

/** Who flies or attends, or what else the reservation is called. */
export function PeopleCell({ booking }: { booking: Booking }) {
  return <>{peopleText(booking) || <span className={style['quiet']}>nobody</span>}</>;
}

export function AircraftCell({ booking }: { booking: Booking }) {
  const tail = tailOf(booking);
  if (!booking.aircraftId && !tail) return <span className={style['quiet']}>no aircraft</span>;
  const text = <TailNumber tail={tail} isSimulator={booking.record.aircraft?.isSimulator ?? false} />;
  if (!booking.aircraftId) return text;
  return (
    <AppLink className={style['aircraft']} to={aircraftLink(booking.aircraftId)}>
      {text}
    </AppLink>
  );
}

/** The service's own name of the type, after the icon of its kind; the kind in words where the name does not say it. */
export function TypeMark({ booking }: { booking: Booking }) {
  return (
    <span className={`${style['mark']} ${kindClass}`} data-kind={booking.kind}>
      <KindIcon kind={booking.kind} />
      {booking.type}
      {booking.kind !== booking.type && <span className="visually-hidden">({booking.kind})</span>}
    </span>
  );
}

/** The API's own name of the status, with its shape. */
export function BookingStatus({ booking }: { booking: Pick<Booking, 'statusId' | 'status'> }) {
  return (
    <span className={style['mark']} data-status={booking.statusId}>
      <StatusGlyph statusId={booking.statusId} />
      {booking.status}
    </span>
  );
}

type CheckLook = { readonly shape: Shape; readonly tone: Tone; readonly word: string };

const checkLooks: { readonly [Level in CheckLevel]: CheckLook } = {
  stop: { shape: 'octagon', tone: 'expired', word: 'Stop' },
  check: { shape: 'triangle', tone: 'warning', word: 'Check' },
  'not known': { shape: 'dashed', tone: 'plain', word: 'Not known' },
  'no findings': { shape: 'check', tone: 'ok', word: 'No findings' },
};

/** The dispatch check in a word, with all of it where one points; nothing where nothing is found. */
export function CheckMark({ check }: { check: DispatchCheck | null | undefined }) {
  if (!check || check.level === 'no findings') return null;
  return (
    <span title={checkText(check)}>
      <CheckWord level={check.level} />
    </span>
  );
}

/** `Stop`, `Check`, `Not known`, `No findings`, each with its shape; or other words in its place. */
export function CheckWord({ level, children }: { level: CheckLevel; children?: ReactNode }) {
  const { word, ...look } = checkLooks[level];
  return <StateMark {...look}>{children ?? word}</StateMark>;
}

/** The word of a level of the check. */
export function checkWord(level: CheckLevel): string {
  return checkLooks[level].word;
}

type SectionProps = { title: string; count?: ReactNode; children: ReactNode };

/** A part of the details, under its heading. */
export function Section({ title, count, children }: SectionProps) {
  const heading = useId();
  return (
    <section className={style['section']} aria-labelledby={heading}>
      <h3 id={heading}>
        {title} {count != null && <span>{count}</span>}
      </h3>
      {children}
    </section>
  );
}
