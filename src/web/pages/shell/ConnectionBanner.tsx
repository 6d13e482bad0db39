import { lostText, nextTryText } from '#domain/answers/connection.ts';
import { Button } from '#web/ui/controls/controls.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import { useConnection, useTryNow } from '#web/ui/page/connection.tsx';
import { useSecond } from '#web/ui/page/now.ts';
import { useClock } from '#web/ui/page/school.tsx';
import style from './Shell.module.css';

/** That the gateway does not answer, once for the whole screen, as long as it is so. */
export function ConnectionBanner() {
  return useConnection().state === 'lost' ? <Lost /> : null;
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
        <span>Flightline does not answer this browser. What is shown is what was read before.</span>
      </div>
      <span className={style['next']}>{nextTryText(connection, now)}</span>
      <Button onClick={tryNow}>Try now</Button>
    </section>
  );
}
