import { clockText, whenText } from '#domain/time/clock.ts';
import type { Advisory } from '#domain/duty/advisory.ts';
import { advisoryReason } from '#domain/duty/dutyWords.ts';
import { useClock } from '#web/ui/page/school.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import style from './instructor.module.css';

/** The advisory with its reason and its evidence. */
export function AdvisoryNote({ advisory }: { advisory: Advisory }) {
  const clock = useClock();
  return (
    <section className={style['advisory']} aria-label="Advisory">
      <StateMark shape="triangle" tone="warning">
        <b>Advisory.</b> {advisoryReason(advisory, clock)}
      </StateMark>
      <details>
        <summary>The {advisory.duties.length} bookings that count</summary>
        <ul>
          {advisory.duties.map(({ booking }) => (
            <li key={booking.key}>
              {whenText(booking.start, advisory.window.end, clock)}–{clockText(booking.end, clock)}{' '}
              {booking.record.aircraft?.tailNumber} {booking.activity || booking.type}
            </li>
          ))}
        </ul>
        <p>
          Counted is what this person instructs in an aircraft: not in a simulator, not on the ground, not a supervised
          solo. A booking that reaches out of the 24 h counts for its part within.
        </p>
      </details>
    </section>
  );
}
