import type { BayPlan, BayVisit } from '#domain/planning/shop/shopBays.ts';
import { shortTail } from '#domain/fleet/fleet.ts';
import { departureText } from '#domain/planning/downText.ts';
import { dayHoursText, hoursText, workText } from '#domain/planning/shop/shopText.ts';
import type { ShopDay, ShopWeek } from '#domain/planning/shop/shopWeek.ts';
import { reservationLink, shopLink } from '#domain/reservations/links.ts';
import { purposeText } from '#domain/maintenance/shopVisit.ts';
import { type At, dayText } from '#domain/time/clock.ts';
import { type Span, weekdayOf } from '#domain/time/time.ts';
import { Explained } from '#web/components/controls/Explained.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { ScrollFrame } from '#web/components/table/DataTable.tsx';
import { TimeTrack } from '#web/components/timetrack/TimeTrack.tsx';
import { percent } from '#web/components/timetrack/trackModel.ts';
import style from './ShopBays.module.css';

type ShopBaysProps = { week: ShopWeek; at: At };

/** The shop's bays by day: booked and proposed visits, the hours of each day against its capacity, and what comes due. */
export function ShopBays({ week: { days, plan }, at }: ShopBaysProps) {
  const widest = Math.max(...days.map(({ capacity, booked, proposed }) => Math.max(capacity, booked + proposed)));
  return (
    <>
      <div className={style['frame']}>
        <ScrollFrame caption="Bays by day" scrolls="shop-bays">
          <table className={style['bays']}>
            <caption className="visually-hidden">Bays of the shop by day</caption>
            <thead>
              <tr>
                <td />
                {days.map(({ day }, place) => (
                  <th key={day} scope="col" data-begins-week={beginsWeek(days, place)}>
                    {dayText(day)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <tr>
                <th scope="row">Hours</th>
                {days.map((day, place) => (
                  <td key={day.day} data-begins-week={beginsWeek(days, place)}>
                    <DayHours day={day} widest={widest} />
                  </td>
                ))}
              </tr>
              {Array.from({ length: plan.rows }, (_, bay) => (
                <tr key={bay} className={bay < plan.bays ? undefined : style['beyond']}>
                  <th scope="row">{bay < plan.bays ? `Bay ${bay + 1}` : 'No bay'}</th>
                  {days.map((day, place) => (
                    <td key={day.day} data-begins-week={beginsWeek(days, place)}>
                      <BayDay day={day} bay={bay} plan={plan} at={at} />
                    </td>
                  ))}
                </tr>
              ))}
              <tr>
                <th scope="row">Due</th>
                {days.map((day, place) => (
                  <td key={day.day} data-begins-week={beginsWeek(days, place)}>
                    <DueTails day={day} />
                  </td>
                ))}
              </tr>
            </tbody>
          </table>
        </ScrollFrame>
      </div>
      <Key plan={plan} />
    </>
  );
}

function beginsWeek(days: readonly ShopDay[], place: number): boolean {
  const [before, day] = [days[place - 1], days[place]];
  return before !== undefined && day !== undefined && weekdayOf(day.day) < weekdayOf(before.day);
}

/** `10.8 / 11.8 h`, with a bar on the scale of all days; red is what no bay is left for. */
function DayHours({ day, widest }: { day: ShopDay; widest: number }) {
  const { capacity, booked, proposed, beyond } = day;
  const whole = Math.max(capacity, booked + proposed);
  const parts = [
    ['booked', booked - beyond],
    ['proposed', proposed],
    ['beyond', beyond],
  ] as const;
  const words = dayHoursText(day);
  return (
    <span className={style['hours']}>
      <span className={style['capacity']} style={{ width: percent(whole / widest) }} aria-hidden="true">
        {parts.map(
          ([part, hours]) =>
            hours > 0 && <span key={part} data-part={part} style={{ width: percent(hours / whole) }} />,
        )}
      </span>
      <Explained tip={words}>
        <span aria-hidden="true">
          {hoursText(booked + proposed).replace(' h', '')} / {hoursText(capacity)}
          {beyond > 0 && <b>{hoursText(beyond)} no bay</b>}
        </span>
        <span className="visually-hidden">{words}</span>
      </Explained>
    </span>
  );
}

type BayDayProps = { day: ShopDay; bay: number; plan: BayPlan; at: At };

function BayDay({ day: { shift }, bay, plan, at }: BayDayProps) {
  const past = at.now > shift.start ? [{ key: 'past', start: shift.start, end: at.now, className: style['past'] }] : [];
  return (
    <TimeTrack
      className={style['track']}
      window={shift}
      bands={past}
      bars={plan.visits
        .filter((visit) => visit.bay === bay)
        .map((visit) => ({
          key: visit.key,
          start: visit.start,
          end: visit.end,
          className: style['visit'],
          data: {
            'data-kind': visit.line ? 'proposed' : 'booked',
            'data-is-late': visit.line?.late != null,
            'data-is-beyond': bay >= plan.bays,
          },
          label: <VisitLink visit={visit} at={at} isNarrow={shareOf(visit, shift) < 0.3} />,
        }))}
      lines={[{ key: 'now', at: at.now, className: style['now'] }]}
    />
  );
}

/** How much of the shift the drawn part of a visit takes, from 0 to 1. */
function shareOf(visit: Span, shift: Span): number {
  return (Math.min(visit.end, shift.end) - Math.max(visit.start, shift.start)) / (shift.end - shift.start);
}

/** Three characters for a narrow visit: the last of a tail number, the first of the last word of a simulator's name. */
function threeOf(tail: string): string {
  const short = shortTail(tail);
  return short === tail ? (tail.split(' ').at(-1) ?? tail).slice(0, 3) : short;
}

type VisitLinkProps = { visit: BayVisit; at: At; isNarrow: boolean };

/**
 * A booked visit leads to its reservation, a proposed one to the plan of its aircraft. A narrow one, which nobody could press, has
 * only its words.
 */
function VisitLink({ visit, at: { clock }, isNarrow }: VisitLinkProps) {
  const { tail, reservation, aircraftId } = visit;
  const short = threeOf(tail);
  // It begins with what is seen, for people who say it.
  const words = `${short}, ${tail}: ${visitText(visit)}, ${departureText(visit, clock)}`;
  const to = reservation ? reservationLink(reservation, clock.zone) : shopLink(aircraftId);
  const seen = (
    <>
      <span className={style['whole']}>{tail}</span>
      <span className={style['short']}>{short}</span>
    </>
  );
  return isNarrow ? (
    <span className={style['narrow']} role="img" aria-label={words} data-tip={words}>
      {seen}
    </span>
  ) : (
    <AppLink to={to} aria-label={words} data-tip={words}>
      {seen}
    </AppLink>
  );
}

function visitText({ reservation, line }: BayVisit): string {
  if (reservation) return `booked, ${purposeText(reservation)}`;
  if (!line) return 'proposed';
  return `${line.late ? 'proposed after the limit' : 'proposed'}, ${workText(line.job)}`;
}

function DueTails({ day: { due } }: { day: ShopDay }) {
  if (due.length === 0) return <span className="visually-hidden">none</span>;
  return (
    <ul className={style['due']}>
      {due.map(({ aircraft }) => (
        <li key={aircraft.aircraftId}>{aircraft.tailNumber ?? 'no tail'}</li>
      ))}
    </ul>
  );
}

/** The meaning of the looks. */
function Key({ plan }: { plan: BayPlan }) {
  const isLate = plan.visits.some(({ line }) => line?.late != null);
  const kinds = [
    ['booked', 'booked'],
    ['proposed', 'proposed'],
    ...(isLate ? [['late', 'proposed, after the limit'] as const] : []),
    ...(plan.rows > plan.bays ? [['beyond', 'without a bay'] as const] : []),
  ] as const;
  return (
    <ul className={style['key']} aria-label="Key">
      {kinds.map(([kind, words]) => (
        <li key={kind}>
          <span className={style['swatch']} data-kind={kind} aria-hidden="true" />
          {words}
        </li>
      ))}
      <li>The records name no bay.</li>
    </ul>
  );
}
