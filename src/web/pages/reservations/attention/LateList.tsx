import { useMemo } from 'react';
import { Link } from 'react-router';
import { peopleText, tailOf } from '#domain/reservations/bookings.ts';
import { dayText, shownDay } from '#domain/time/clock.ts';
import { bookingIndex } from '#domain/readiness/bookingIndex.ts';
import { type AtRisk, atRiskText, type LateBooking, lateList } from '#domain/readiness/late.ts';
import { standingText } from '#domain/readiness/standing.ts';
import { spanText } from '#domain/reservations/bookingTitles.ts';
import type { Instant } from '#domain/time/time.ts';
import { useBookingsNow } from '#web/queries/fitness.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { Button } from '#web/ui/controls/controls.tsx';
import { useHere } from '#web/ui/page/here.ts';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import { type Shape, StateMark, type Tone } from '#web/ui/controls/StateMark.tsx';
import style from './LateList.module.css';
import type { Calendar } from '#web/pages/reservations/useCalendar.ts';

/** What is late over all days that the gateway holds, whatever day is on screen. */
export function useLate(now: Instant) {
  const { bookings, ...held } = useBookingsNow(useSchool(), now);
  const refresh = useRefresh();
  return {
    late: useMemo(() => bookings && lateList(bookingIndex(bookings, now)), [bookings, now]),
    reading: held.reading,
    setAside: held.setAside,
    retry: () => refresh(...held.queryKeys),
  };
}

type Late = ReturnType<typeof useLate>;

/** How much is late; pressed, which reservations and what is at risk behind them. */
export function LateButton({ calendar: { late: shown }, late: { late } }: { calendar: Calendar; late: Late }) {
  const isShown = shown.value === 'shown';
  return (
    <Button isPressed={isShown} onClick={() => void shown.set(isShown ? 'hidden' : 'shown')}>
      {late ? <LateWords late={late} /> : 'Late'}
    </Button>
  );
}

function LateWords({ late }: { late: NonNullable<Late['late']> }) {
  const words = [
    late.notBack.length > 0 && `${late.notBack.length} not back`,
    late.notOutYet.length > 0 && `${late.notOutYet.length} not out yet`,
    late.neverCheckedOut.length > 0 && `${late.neverCheckedOut.length} never checked out`,
  ].filter(Boolean);
  if (words.length === 0) return 'Nothing late';
  return (
    <StateMark shape="open" tone={late.notBack.length > 0 ? 'warning' : 'plain'}>
      {words.join(', ')}
    </StateMark>
  );
}

/** The late list: not back, not out yet, never checked out, and what needs closing; each with what is at risk behind it. */
export function LatePanel({ late: { late, reading, setAside, retry }, now }: { late: Late; now: Instant }) {
  const groups = late && [
    { title: 'Not back', look: { shape: 'open', tone: 'warning' } as const, bookings: late.notBack },
    { title: 'Not out yet', look: { shape: 'half', tone: 'accent' } as const, bookings: late.notOutYet },
    { title: 'Never checked out', look: { shape: 'dashed', tone: 'plain' } as const, bookings: late.neverCheckedOut },
    {
      title: 'To close: the aircraft has flown since',
      look: { shape: 'ring', tone: 'inactive' } as const,
      bookings: late.toClose.map((one) => ({ ...one, atRisk: [] })),
    },
  ];
  const all = groups?.flatMap(({ bookings }) => bookings) ?? [];
  return (
    <div className={style['panel']}>
      <Panel title="Late" count={`${all.length} in all`} reading={reading} onRetry={retry}>
        <Notices notes={[]} setAside={[{ what: 'reservations', records: setAside }]} />
        {groups && all.length === 0 && <p className={style['none']}>Nothing is late.</p>}
        {groups
          ?.filter(({ bookings }) => bookings.length > 0)
          .map(({ title, look, bookings }) => (
            <section key={title} aria-label={title}>
              <h3 className={style['title']}>
                {title} <span>{bookings.length}</span>
              </h3>
              <ul className={style['late']}>
                {bookings.map((one) => (
                  <LateRow key={one.booking.key} one={one} look={look} now={now} />
                ))}
              </ul>
            </section>
          ))}
      </Panel>
    </div>
  );
}

type LateRowProps = { one: LateBooking; look: { readonly shape: Shape; readonly tone: Tone }; now: Instant };

/** Who it is stands in the details, with the telephone number on request. */
function LateRow({ one: { booking, standing, atRisk }, look, now }: LateRowProps) {
  const clock = useClock();
  const here = useHere();
  const step = standing.kind === 'not back' ? standing.step : 0;
  return (
    <li data-step={step}>
      <StateMark {...look}>{standingText(standing)}</StateMark>
      <Link to={here({ reservation: booking.key })}>
        <b>{tailOf(booking) ?? 'no aircraft'}</b> {dayText(shownDay(booking.start, clock))} {spanText(booking, clock)}{' '}
        {peopleText(booking) || booking.type}
      </Link>
      {atRisk.length > 0 && <KnockOn atRisk={atRisk} now={now} />}
    </li>
  );
}

/** The next reservations of the same aircraft, instructor and pilots, and by how much each is late at the earliest. */
function KnockOn({ atRisk, now }: { atRisk: readonly AtRisk[]; now: Instant }) {
  const clock = useClock();
  const here = useHere();
  return (
    <ul className={style['risks']} aria-label="At risk behind it">
      {atRisk.map((risk) => (
        <li key={risk.booking.key}>
          <Link to={here({ reservation: risk.booking.key })}>{atRiskText(risk, now, clock)}</Link>
        </li>
      ))}
    </ul>
  );
}
