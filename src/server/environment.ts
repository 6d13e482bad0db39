import * as z from 'zod/mini';
import { isLoopback } from '#server/gateway/http/loopback.ts';

const address = z.string().check(
  z.refine(isAddress, {
    error: 'must be an address such as https://api.example.com, without user name, query or fragment.',
    abort: true,
  }),
  z.refine(isSafe, 'must begin with https://, because http:// would show the key to everyone on the way.'),
);

/** The settings as text, each by itself; `.env.example` says what they mean. No message repeats a value. */
export const environmentShape = z.object({
  API_BASE_URL: z.optional(address),
  API_CORE_URL: z.optional(address),
  API_SCHEDULING_URL: z.optional(address),
  API_REPORTS_URL: z.optional(address),
  // A shorter key could stand in an answer by chance, and answers are searched for it.
  API_SUBSCRIPTION_KEY: text(/^[\x21-\x7e]{8,512}$/, 'must be 8 to 512 visible ASCII characters without spaces.'),
  API_OPERATOR_ID: z.optional(whole(0, 2 ** 31 - 1)),
  API_RATE_LIMIT: z._default(whole(1, 1_000_000), 60),
  OPERATOR_TIME_ZONE: z.optional(
    z.string().check(z.refine(isZone, 'must be an IANA time zone such as America/Denver.')),
  ),
  OPERATOR_NAME: text(/^.{1,100}$/u, 'must be 100 characters at most, in one line.'),
  OPERATOR_LATITUDE: z.optional(degrees(90)),
  OPERATOR_LONGITUDE: z.optional(degrees(180)),
  ZONELESS_TIMES: z._default(z.enum(['operator', 'utc'], 'must be operator or utc.'), 'operator'),
  REPORT_OFFSET: z._default(z.enum(['page', 'record'], 'must be page or record.'), 'page'),
  DATA_DIR: z._default(z.string(), 'data/'),
  REPLICA_DAYS_BACK: z._default(whole(1, 90), 14),
  REPLICA_DAYS_AHEAD: z._default(whole(1, 120), 42),
  REPLICA_IDLE_STRETCH: z._default(whole(1, 60), 4),
  HOST: z._default(z.string(), '127.0.0.1'),
  PORT: z._default(whole(0, 65_535), 4600),
});
export type Environment = z.output<typeof environmentShape>;

function text(form: RegExp, words: string) {
  return z.optional(z.string().check(z.regex(form, words)));
}

function whole(least: number, most: number) {
  const isOne = (written: string) => /^\d{1,10}$/.test(written) && Number(written) >= least && Number(written) <= most;
  return number(isOne, `must be a whole number from ${least} to ${most}.`);
}

function degrees(most: number) {
  const isOne = (written: string) => /^-?\d{1,3}(\.\d+)?$/.test(written) && Math.abs(Number(written)) <= most;
  return number(isOne, `must be decimal degrees from -${most} to ${most}.`);
}

function number(isOne: (written: string) => boolean, words: string) {
  return z.pipe(z.string().check(z.refine(isOne, { error: words, abort: true })), z.transform(Number));
}

function isAddress(written: string): boolean {
  const url = URL.parse(written);
  const isPlain = /^[\x21-\x7e]+$/.test(written) && !/[?#@]/.test(written);
  return isPlain && url !== null && /^https?:$/.test(url.protocol);
}

function isSafe(written: string): boolean {
  const url = URL.parse(written);
  return url?.protocol === 'https:' || isLoopback(url?.hostname ?? '');
}

function isZone(written: string): boolean {
  try {
    return /^[A-Za-z]/.test(written) && Boolean(new Intl.DateTimeFormat('en', { timeZone: written }));
  } catch {
    return false;
  }
}
