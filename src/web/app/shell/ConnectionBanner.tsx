import { lostText, nextTryText } from '#domain/answers/connection.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { useConnection, useTryNow } from '#web/components/page/connection.tsx';
import { useClockNote, useSecond } from '#web/components/page/now.ts';
import { useClock } from '#web/components/page/school.tsx';
import style from './Shell.module.css';

/** Says once for the whole screen that the gateway does not answer, or that this device's clock is wrong, while that lasts. */
export function ConnectionBanner() {
  const note = useClockNote();
  return (
    <>
      {useConnection().state === 'lost' && <Lost />}
      {note !== null && (
        <p className={style['clockNote']} role="status">
          {note}
        </p>
      )}
    </>
  );
}

function Lost() {
  const connection = useConnection();
  const tryNow = useTryNow();
  const now = useSecond();
  const clock = useClock();
  return (
    <section className={style['lost']} aria-label="Connection">
      <div role="status">
        <StateMark shape="octagon" tone="expired">
          <b>{lostText(connection, now, clock)}.</b>
        </StateMark>{' '}
        <span>Flightline is not responding. The data shown was loaded earlier.</span>
      </div>
      <span className={style['next']}>{nextTryText(connection, now)}</span>
      <Button onClick={tryNow}>Try now</Button>
    </section>
  );
}
