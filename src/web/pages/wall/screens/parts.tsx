import { StateMark } from '#web/components/controls/StateMark.tsx';
import { isSimulatorName } from './fleetTiles.ts';
import style from './parts.module.css';

/** A tail number; a simulator's name has a narrower face. */
export function Tail({ tail }: { tail: string }) {
  return (
    <b className={style['tail']} data-is-name={isSimulatorName(tail)}>
      {tail}
    </b>
  );
}

/** A tail number, with a mark if the aircraft is grounded; the slide's title has the mark's word. */
export function MarkedTail({ tail, isGrounded }: { tail: string; isGrounded: boolean }) {
  return (
    <span className={style['marked']}>
      <Tail tail={tail} />
      {isGrounded && (
        <StateMark shape="octagon" tone="expired">
          <span className="visually-hidden">grounded</span>
        </StateMark>
      )}
    </span>
  );
}

/** A sentence that replaces a screen. */
export function Message({ text, role }: { text: string; role?: 'status' | 'alert' | undefined }) {
  return (
    <p className={style['message']} role={role}>
      {text}
    </p>
  );
}
