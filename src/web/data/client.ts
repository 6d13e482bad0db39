import { hashKey, type Query, type QueryFunctionContext } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { UnreadableAnswer } from '#contract/answers.ts';
import { agesHeader, timeouts } from '#contract/gateway/ages.ts';
import { refreshHeader, requestIdHeader } from '#contract/gateway/callClass.ts';
import { readErrorBody } from '#contract/errors.ts';
import { signInAddress } from '#domain/access/rights.ts';
import { type Failure, type FailureKind, isPassing, kindOfDetail, refusalWords } from '#domain/answers/failures.ts';
import type { Instant } from '#domain/time/time.ts';
import { noteTime, now, pageStart, readClocks } from '#web/device/screenClock.ts';

/** The value read from a gateway answer, and what its headers say about it. Plain data, suitable for storage. */
export type Answer<Value> = {
  /** The same object as before if the gateway had no news (304). */
  readonly value: Value;
  /** The instant at which the value was true: the gateway answers from its copy and reports its age (`Age`). */
  readonly asOf: Instant;
  /** The age in milliseconds at which it should be refreshed; null if the gateway does not say. */
  readonly expected: number | null;
  /** Why the gateway could not refresh it, as a code (`upstream-401`, `timeout`); null if there is nothing to report. */
  readonly trouble: string | null;
  readonly etag: string | null;
  /** The instant of each part, in the order of the body (`Flightline-Ages`); null if it has no parts. */
  readonly parts: readonly (Instant | null)[] | null;
  /** In the answer of a moment ahead, the milliseconds until then: its records count as being as old then as they are now. */
  readonly ahead?: number;
};

/** `select` for a query whose component draws only the value. */
export function valueOf<Value>({ value }: Answer<Value>): Value {
  return value;
}

/** The one error type of the data layer. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';
  readonly failure: Failure;

  constructor(kind: FailureKind, details: Partial<Failure> = {}, options: ErrorOptions = {}) {
    super(`request failed: ${kind}`, options);
    this.failure = { status: null, entries: [], retryAfter: null, ...details, kind };
  }
}

/** Any thrown value as a failure; one that the client did not throw is our own defect and counts as unreadable. */
export function asFailure(error: unknown): Failure {
  return error instanceof RequestFailure ? error.failure : new RequestFailure('unreadable').failure;
}

/** `refusalWords` of any thrown value. */
export function refusalText(error: unknown): string {
  return refusalWords(asFailure(error));
}

type Reader<Value> = (body: unknown) => Value;

/** Queries whose next request is urgent. */
const urgent = new WeakSet<object>();

/** Makes the next request of a query urgent: a person wants new data, not the gateway's copy. */
export function urge(query: Query): void {
  urgent.add(query);
}

/** Whether this request of a query is urgent; each call of `urge` makes one request urgent. */
export function isUrged({ client, queryKey }: Pick<QueryFunctionContext, 'client' | 'queryKey'>): boolean {
  const query = client.getQueryCache().get(hashKey(queryKey));
  return query !== undefined && urgent.delete(query);
}

/** The query function for a gateway address: it sends the last ETag, and keeps the last value on 304. */
export function asking<Value>(address: string, read: Reader<Value>) {
  return (context: QueryFunctionContext): Promise<Answer<Value>> => {
    const { client, queryKey, signal } = context;
    const last = client.getQueryData<Answer<Value>>(queryKey);
    return ask(address, read, { signal, last, isUrgent: isUrged(context) });
  };
}

/** Reads a body that the gateway itself wrote. Throws `UnreadableAnswer`. */
export function readAs<Shape extends z.ZodMiniType>(shape: Shape, body: unknown): z.output<Shape> {
  const read = shape.safeParse(body);
  if (!read.success) throw new UnreadableAnswer('Flightline did not send what this version of the page expects.');
  return read.data;
}

type AskOptions<Value> = {
  readonly signal: AbortSignal;
  readonly last?: Answer<Value> | undefined;
  /** True if a person wants new data, not the gateway's copy. */
  readonly isUrgent?: boolean;
};

/** Requests an address of the gateway. Throws `RequestFailure`; rethrows the signal's reason if it was aborted. */
export async function ask<Value>(
  address: string,
  read: Reader<Value>,
  { signal, last, isUrgent = false }: AskOptions<Value>,
): Promise<Answer<Value>> {
  const headers = {
    accept: 'application/json',
    ...(last?.etag ? { 'if-none-match': last.etag } : {}),
    ...(isUrgent ? { [refreshHeader]: 'now' } : {}),
  };
  const { response, text } = await exchange(address, headers, signal);
  const present = now();
  if (response.status === 304 && last) return { ...last, ...facts(response.headers, present, last) };
  if (!response.ok) throw refusal(response, text, present);
  try {
    return { value: read(JSON.parse(text)), ...facts(response.headers, present, last) };
  } catch (cause) {
    if (cause instanceof SyntaxError || cause instanceof UnreadableAnswer) {
      throw new RequestFailure('unreadable', { status: response.status }, { cause });
    }
    throw cause;
  }
}

/** Nothing goes into the browser's cache: many answers name people, and others may use this device. */
async function exchange(address: string, headers: Record<string, string>, signal: AbortSignal) {
  const deadline = AbortSignal.timeout(timeouts.browser);
  try {
    const first = await takeFirst(address, headers);
    if (first) return first;
    const sent = readClocks();
    const response = await fetch(address, { signal: AbortSignal.any([signal, deadline]), cache: 'no-store', headers });
    noteTime(response.headers, sent);
    return { response, text: await response.text() };
  } catch (cause) {
    if (signal.aborted) throw cause;
    const isLate = cause instanceof Error && cause.name === 'TimeoutError';
    throw new RequestFailure(isLate ? 'timeout' : 'offline', {}, { cause });
  }
}

type Exchange = { readonly response: Response; readonly text: string };
type FirstAnswer = Promise<Exchange | undefined>;

/** Milliseconds after the page was opened during which its first answers count as current. */
const firstMs = 10_000;
/** Milliseconds that the first answers wait for each other, so that a screen is drawn once and not for each answer. */
const gatherMs = 200;

/**
 * The answer to a request that the page sent before its scripts had loaded (`firstLoad.ts`); each is used once. Undefined if
 * there is no such answer.
 */
function takeFirst(address: string, headers: Readonly<Record<string, string>>): FirstAnswer | null {
  const answer = firstAnswers.get(address);
  if (!answer || performance.now() > firstMs || 'if-none-match' in headers || refreshHeader in headers) return null;
  firstAnswers.delete(address);
  return gathered.then(() => answer);
}

const firstAnswers = globalThis.firstAnswers ?? new Map<string, FirstAnswer>();

/** All first answers, which say the time of the gateway, or the end of their waiting time. */
export const gathered: Promise<unknown> = Promise.race([
  Promise.all(firstAnswers.values()).then(([first]) => first && noteTime(first.response.headers, pageStart)),
  new Promise((resolve) => setTimeout(resolve, gatherMs)),
]);

declare global {
  /** The requests that the page sent itself, by address. */
  var firstAnswers: Map<string, FirstAnswer> | undefined;
}

/** Ages are whole seconds: an instant that differs by less than this from the last one counts as the same. */
const precision = 2_000;

type Facts = Omit<Answer<unknown>, 'value'>;

/** Reads the headers. Unchanged facts keep their objects, so that nothing is drawn again. */
function facts(headers: Headers, present: Instant, last: Facts | undefined): Facts {
  const age = secondsOf(headers.get('age')) ?? 0;
  const { ttl, detail } = readCacheStatus(headers.get('cache-status'));
  const expected = ttl === null ? null : Math.max(0, age + ttl) * 1000;
  return {
    asOf: settled(present - age * 1000, last?.asOf),
    expected: expected === null ? null : settled(expected, last?.expected),
    trouble: detail !== null && isReported(detail, ttl) ? detail : null,
    etag: headers.get('etag'),
    parts: partsOf(headers.get(agesHeader), present, last?.parts ?? null),
  };
}

function settled(value: number, last: number | null | undefined): number {
  return last != null && Math.abs(value - last) < precision ? last : value;
}

/**
 * A problem that may pass is reported only once the data is late, or if there is none; a refused key is reported at once. A refresh that is under way is
 * no problem.
 */
function isReported(detail: string, ttl: number | null): boolean {
  if (detail === 'refreshing') return false;
  return !isPassing({ kind: kindOfDetail(detail, 502) }) || ttl === null || ttl < 0;
}

function partsOf(header: string | null, present: Instant, last: Facts['parts']): Facts['parts'] {
  if (header === null) return null;
  const ages = header.trim() === '' ? [] : header.split(',').map((age) => secondsOf(age));
  const parts = ages.map((age, index) => (age === null ? null : settled(present - age * 1000, last?.[index])));
  const isSame = last?.length === parts.length && parts.every((part, index) => part === last[index]);
  return isSame ? last : parts;
}

function secondsOf(text: string | null): number | null {
  const seconds = Number(text?.trim() || Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
}

/** The parameters of a `Cache-Status` field (RFC 9211) that concern the browser; `ttl` in seconds. */
function readCacheStatus(field: string | null): { readonly ttl: number | null; readonly detail: string | null } {
  const ttl = /;\s*ttl=(-?\d+)/.exec(field ?? '')?.[1];
  const detail = /;\s*detail="?([\w-]+)/.exec(field ?? '')?.[1];
  return { ttl: ttl === undefined ? null : Number(ttl), detail: detail ?? null };
}

/** Why the gateway refused; if the session has ended, the page goes to sign-in. */
export function refusal({ headers, status }: Response, text: string, present: Instant): RequestFailure {
  const seconds = secondsOf(headers.get('retry-after'));
  const retryAfter = seconds === null ? null : seconds * 1000;
  const kind = kindOfDetail(readCacheStatus(headers.get('cache-status')).detail, status);
  if (kind === 'signed out') goToSignIn();
  const until = kind === 'waiting' && retryAfter !== null ? { until: present + retryAfter } : {};
  const reference = headers.get(requestIdHeader);
  return new RequestFailure(kind, { status, entries: readErrorBody(text), retryAfter, reference, ...until });
}

/** For this tab: it was sent to sign-in and has had no answer since. */
export const sentToSignIn = 'flightline sent to sign in';

/** While `isHeld` says so, the page does not leave for the sign-in. */
export const leaving = { isHeld: () => false };

/**
 * Goes to the sign-in page, once until the gateway again reports who is signed in. If signing in does not help, the page says
 * so and does not loop. A wall board stays where it is, with its last picture, and a form in which somebody types stays too.
 */
export function goToSignIn(page: Location = location, memory: Storage | null = tabMemory()): void {
  if (page.pathname === '/board' || !memory || memory.getItem(sentToSignIn) !== null || leaving.isHeld()) return;
  memory.setItem(sentToSignIn, 'yes');
  page.assign(signInAddress(page));
}

/** A person has signed in: when the session next ends, the sign-in page opens again. */
export function hasSignedIn(memory: Storage | null = tabMemory()): void {
  memory?.removeItem(sentToSignIn);
}

/** Null if the browser forbids it, and outside a browser. */
export function tabMemory(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}
