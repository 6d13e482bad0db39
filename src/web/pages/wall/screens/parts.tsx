import { StateMark } from '#web/ui/controls/StateMark.tsx';
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

/** A tail number, with a mark if the aircraft is not fit; the slide's title has the mark's word. */
export function MarkedTail({ tail, isUnfit }: { tail: string; isUnfit: boolean }) {
  return (
    <span className={style['marked']}>
      <Tail tail={tail} />
      {isUnfit && (
        <StateMark shape="octagon" tone="expired">
          <span className="visually-hidden">not fit</span>
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
