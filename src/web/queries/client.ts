import type { QueryFunctionContext } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { UnreadableAnswer } from '#contract/answers.ts';
import { agesHeader, timeouts } from '#contract/gateway/ages.ts';
import { refreshHeader } from '#contract/gateway/callClass.ts';
import { readErrorBody } from '#contract/errors.ts';
import { signInAddress } from '#domain/access/rights.ts';
import { type Failure, type FailureKind, isPassing, kindOfDetail } from '#domain/answers/failures.ts';
import type { Instant } from '#domain/time/time.ts';

/** What was read from an answer of the gateway, and what its headers say about it. Plain data, fit for storing. */
export type Answer<Value> = {
  /** The same object as before where the gateway had no news (304). */
  readonly value: Value;
  /** The instant it is true of: the gateway answers from its copy and says how old that is (`Age`). */
  readonly asOf: Instant;
  /** How old it is expected to become before it is refreshed, in milliseconds; null where the gateway does not say. */
  readonly expected: number | null;
  /** Why the gateway could not refresh it, in its word (`upstream-401`, `timeout`); null where nothing has to be said. */
  readonly trouble: string | null;
  readonly etag: string | null;
  /** When each part is true, in the order of the body (`Flightline-Ages`); null where it has no parts. */
  readonly parts: readonly (Instant | null)[] | null;
};

/** The one error type of the data layer. */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';
  readonly failure: Failure;

  constructor(kind: FailureKind, details: Partial<Failure> = {}, options: ErrorOptions = {}) {
    super(`request failed: ${kind}`, options);
    this.failure = { status: null, entries: [], retryAfter: null, ...details, kind };
  }
}

/** Any thrown value as a failure; what the client did not throw is a defect of ours and counts as unreadable. */
export function asFailure(error: unknown): Failure {
  return error instanceof RequestFailure ? error.failure : new RequestFailure('unreadable').failure;
}

type Reader<Value> = (body: unknown) => Value;

/** The query function of an address of the gateway: it sends the ETag of the last answer, and keeps that answer's value on 304. */
export function asking<Value>(address: string, read: Reader<Value>) {
  return ({ client, queryKey, signal, meta }: QueryFunctionContext): Promise<Answer<Value>> => {
    const last = client.getQueryData<Answer<Value>>(queryKey);
    return ask(address, read, { signal, last, isUrgent: meta?.['isUrgent'] === true });
  };
}

/** Reads a body of the gateway's own. Throws `UnreadableAnswer`. */
export function readAs<Shape extends z.ZodMiniType>(shape: Shape, body: unknown): z.output<Shape> {
  const read = shape.safeParse(body);
  if (!read.success) throw new UnreadableAnswer('The gateway did not send what this version of the page expects.');
  return read.data;
}

type AskOptions<Value> = {
  readonly signal: AbortSignal;
  readonly last?: Answer<Value> | undefined;
  /** True where a person asked for new data, not the gateway's copy. */
  readonly isUrgent?: boolean;
};

/** Asks an address of the gateway. Throws `RequestFailure`; rethrows the signal's reason where it was aborted. */
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
  const now = Date.now();
  if (response.status === 304 && last) return { ...last, ...facts(response.headers, now, last) };
  if (!response.ok) throw refusal(response, text, now);
  try {
    return { value: read(JSON.parse(text)), ...facts(response.headers, now, last) };
  } catch (cause) {
    if (cause instanceof SyntaxError || cause instanceof UnreadableAnswer) {
      throw new RequestFailure('unreadable', { status: response.status }, { cause });
    }
    throw cause;
  }
}

/** The browser's own cache keeps nothing: many answers name people, and others may use this device. */
async function exchange(address: string, headers: Record<string, string>, signal: AbortSignal) {
  const deadline = AbortSignal.timeout(timeouts.browser);
  try {
    const first = await takeFirst(address, headers);
    if (first) return first;
    const response = await fetch(address, { signal: AbortSignal.any([signal, deadline]), cache: 'no-store', headers });
    return { response, text: await response.text() };
  } catch (cause) {
    if (signal.aborted) throw cause;
    const isLate = cause instanceof Error && cause.name === 'TimeoutError';
    throw new RequestFailure(isLate ? 'timeout' : 'offline', {}, { cause });
  }
}

type Exchange = { readonly response: Response; readonly text: string };
type FirstAnswer = Promise<Exchange | undefined>;

/** Milliseconds after the page was opened for which its first answers are of now. */
const firstMs = 10_000;
/** Milliseconds for which the first answers wait for each other, so that a screen is drawn once and not with each of them. */
const gatherMs = 200;

/**
 * The answer to a plain question that the page asked before its scripts were here (`firstLoad.ts`); each is taken once. Undefined
 * where it was not among the answers.
 */
function takeFirst(address: string, headers: Readonly<Record<string, string>>): FirstAnswer | null {
  const answer = firstAnswers.get(address);
  if (!answer || performance.now() > firstMs || 'if-none-match' in headers || refreshHeader in headers) return null;
  firstAnswers.delete(address);
  return gathered.then(() => answer);
}

const firstAnswers = globalThis.firstAnswers ?? new Map<string, FirstAnswer>();

/** All first answers, or the end of the time for which they wait. */
const gathered = Promise.race([
  Promise.allSettled(Array.from(firstAnswers.values())),
  new Promise((resolve) => setTimeout(resolve, gatherMs)),
]);

declare global {
  /** What the page asked by itself, by address. */
  var firstAnswers: Map<string, FirstAnswer> | undefined;
}

/** Ages are whole seconds: an instant that differs by less than this from the last one is the same. */
const precision = 2_000;

type Facts = Omit<Answer<unknown>, 'value'>;

/** What the headers say. Where it is the same as last time, the last objects are kept, so that nothing is drawn again. */
function facts(headers: Headers, now: Instant, last: Facts | undefined): Facts {
  const age = secondsOf(headers.get('age')) ?? 0;
  const { ttl, detail } = readCacheStatus(headers.get('cache-status'));
  const expected = ttl === null ? null : Math.max(0, age + ttl) * 1000;
  return {
    asOf: settled(now - age * 1000, last?.asOf),
    expected: expected === null ? null : settled(expected, last?.expected),
    trouble: detail !== null && isTold(detail, ttl) ? detail : null,
    etag: headers.get('etag'),
    parts: partsOf(headers.get(agesHeader), now, last?.parts ?? null),
  };
}

function settled(value: number, last: number | null | undefined): number {
  return last != null && Math.abs(value - last) < precision ? last : value;
}

/** What may pass by itself is told only once the data is older than it should be; that the key is refused, at once. */
function isTold(detail: string, ttl: number | null): boolean {
  return !isPassing({ kind: kindOfDetail(detail, 502) }) || (ttl !== null && ttl < 0);
}

function partsOf(header: string | null, now: Instant, last: Facts['parts']): Facts['parts'] {
  if (header === null) return null;
  const ages = header.trim() === '' ? [] : header.split(',').map((age) => secondsOf(age));
  const parts = ages.map((age, index) => (age === null ? null : settled(now - age * 1000, last?.[index])));
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

/** Why the gateway refused; where the session has ended, the page goes to sign in. */
export function refusal({ headers, status }: Response, text: string, now: Instant): RequestFailure {
  const seconds = secondsOf(headers.get('retry-after'));
  const retryAfter = seconds === null ? null : seconds * 1000;
  const kind = kindOfDetail(readCacheStatus(headers.get('cache-status')).detail, status);
  if (kind === 'signed out') goToSignIn();
  const until = kind === 'waiting' && retryAfter !== null ? { until: now + retryAfter } : {};
  return new RequestFailure(kind, { status, entries: readErrorBody(text), retryAfter, ...until });
}

/** Of this tab: it has been sent to sign in, and nothing has been answered since. */
const sent = 'flightline sent to sign in';

/**
 * Goes to the sign-in page, once until the gateway has told again who is signed in: where signing in does not help, the page says
 * so rather than going there and back. A wall board stays where it is, with its last picture.
 */
export function goToSignIn(page: Location = location, memory: Storage | null = tabMemory()): void {
  if (page.pathname === '/board' || !memory || memory.getItem(sent) !== null) return;
  memory.setItem(sent, 'yes');
  page.assign(signInAddress(page));
}

/** Somebody signs out: the refusals that follow lead nowhere, and the next person does not land on the page of the one before. */
export function leavesBySigningOut(memory: Storage | null = tabMemory()): void {
  memory?.setItem(sent, 'yes');
}

/** Somebody is signed in: the next end of a session leads to the sign-in page again. */
export function hasSignedIn(memory: Storage | null = tabMemory()): void {
  memory?.removeItem(sent);
}

/** Null where the browser forbids it, and outside of a browser. */
function tabMemory(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null;
  } catch {
    return null;
  }
}
