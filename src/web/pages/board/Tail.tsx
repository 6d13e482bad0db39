import style from './Tail.module.css';

/** Longer ones are the names of simulators: a narrower face, and cut where they must be. */
const usualLetters = 7;

export function Tail({ tail }: { tail: string }) {
  return (
    <b className={style['tail']} data-is-name={tail.length > usualLetters}>
      {tail}
    </b>
  );
}
