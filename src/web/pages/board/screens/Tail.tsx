import style from './Tail.module.css';

/** Longer than any tail number: the name of a simulator. It has a narrower face, and is cut where it must be. */
export function isName(tail: string): boolean {
  return tail.length > 7;
}

export function Tail({ tail }: { tail: string }) {
  return (
    <b className={style['tail']} data-is-name={isName(tail)}>
      {tail}
    </b>
  );
}
