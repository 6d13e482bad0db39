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

/** A sentence in place of a screen. */
export function Message({ text, role }: { text: string; role?: 'status' | 'alert' | undefined }) {
  return (
    <p className={style['message']} role={role}>
      {text}
    </p>
  );
}
