/** A question that is asked again and again. Times are of a clock that nobody sets. */
export type Poll = {
  /** Milliseconds until it is asked again. */
  readonly interval: number;
  /** When it last began, failed or succeeded. */
  readonly actedAt: number;
};

/** Milliseconds beyond two intervals that a slow answer may take. */
const patience = 30_000;

/** A poll that should long have begun again, or ended: its timer or its request is lost, and nobody else would notice. */
export function isStalled({ interval, actedAt }: Poll, now: number): boolean {
  return now - actedAt > 2 * interval + patience;
}
