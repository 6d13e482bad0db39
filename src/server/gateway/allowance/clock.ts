/** Milliseconds from some beginning; only differences mean something. */
export type Clock = () => number;

/** A larger step of the wall clock is no drift: it was set, or the machine slept. */
const leastStepMs = 1_000;

/**
 * A clock for ages: it goes on while the machine sleeps, as a steady clock does not, and never runs backward, as the wall
 * clock does when it is set. Where the wall clock is set forward, what is stored looks older than it is, never younger.
 */
export function ageClock(steady: Clock, wall: Clock): Clock {
  let usual = wall() - steady();
  let skipped = 0;
  return () => {
    const now = steady();
    const step = wall() - now - usual;
    if (Math.abs(step) > leastStepMs) {
      usual += step;
      skipped += Math.max(0, step);
    }
    return now + skipped;
  };
}
