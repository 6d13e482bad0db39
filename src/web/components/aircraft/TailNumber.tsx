import { shortTail } from '#domain/fleet/fleet.ts';
import style from './TailNumber.module.css';

/** A tail number in the cockpit typeface, with the last three characters emphasised: they are used on the radio. A simulator's name is whole. */
export function TailNumber({ tail, isSimulator = false }: { tail: string | null | undefined; isSimulator?: boolean }) {
  if (!tail) return <span className={style['quiet']}>no tail number</span>;
  const short = shortTail(tail);
  if (isSimulator || short === tail) return <span className={style['simulator']}>{tail}</span>;
  return (
    <span className={style['tail']}>
      <span className={style['quiet']}>{tail.slice(0, -short.length)}</span>
      <b>{short}</b>
    </span>
  );
}
