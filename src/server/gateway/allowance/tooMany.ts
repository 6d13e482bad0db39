import { readErrorBody } from '#contract/errors.ts';
import type { UpstreamAnswer } from '#server/gateway/service/upstream.ts';

/** The specification names no time (section 8), so this is taken where nothing is said. */
const usualPause = 5;

/** No service means longer; a slip in a header must not silence us for a day. */
const longestPause = 120;

/** Seconds to wait after a 429: by its header, else by its words ("Try again in 12 seconds"). */
export function pauseAfter({ retryAfter, body }: UpstreamAnswer): number {
  return Math.min(retryAfter ?? secondsInWords(body) ?? usualPause, longestPause);
}

function secondsInWords(body: Buffer): number | null {
  const words = readErrorBody(body.toString()).map((entry) => entry.message ?? '');
  const [, number, unit] = /\b(?:in|after|for) (\d{1,4}) ?(s|m)/i.exec(words.join(' ')) ?? [];
  return number === undefined ? null : Number(number) * (unit?.toLowerCase() === 'm' ? 60 : 1);
}
