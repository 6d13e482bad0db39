import { millisecondsInDay } from 'date-fns/constants';
import { maySeeEvidence, type Role } from '#contract/access/roles.ts';
import type { EvidenceRecord, Saying } from '#contract/gateway/snoozes.ts';
import { idKey } from '#domain/reservations/bookings.ts';
import { addDays, dayOf, daySpan, type Instant } from '#domain/time/time.ts';

/**
 * One record that a matter rests on, and what is said of it: by its id and in fixed words, so that it is the same from one look to
 * the next, whatever the clock says meanwhile.
 */
export type Evidence = {
  readonly record: EvidenceRecord;
  readonly id: string;
  readonly says: Saying;
  /** How much of it, where that can grow: steps of lateness, minutes of flight instruction; else 0. */
  readonly amount: number;
  /** When it matters: the start of a flight, a limit; null for what holds now. */
  readonly at: Instant | null;
};

/**
 * How bad each is by itself: 1 is amber, 2 is red, 3 cannot wait; some by their amount. 0 is what only stands behind a matter, as
 * flights at risk do.
 */
const weights: { readonly [Says in Saying]: number | 'amount' } = {
  'no answer': 'amount',
  'not back': 'amount',
  out: 3,
  flight: 0,
  grounds: 2,
  'not active': 2,
  expired: 2,
  stop: 2,
  twice: 2,
  checkout: 2,
  'over hours': 1,
  hours: 0,
  'reminders not read': 1,
  'squawks not read': 1,
  'not listed': 1,
  limit: 1,
  forecast: 1,
};

/** Makes a piece of evidence; of an id without blanks around it and in small letters, as everywhere. */
export function evidence(
  record: EvidenceRecord,
  id: string,
  says: Saying,
  { amount = 0, at = null }: { readonly amount?: number; readonly at?: Instant | null } = {},
): Evidence {
  return { record, id: idKey(id), says, amount, at };
}

const nameOf = ({ record, id, says }: Evidence) => `${record} ${says} ${id}`;

/** Evidence in the one order, each record once for each thing that is said of it: the most of it, and the earliest. */
export function sorted(found: readonly Evidence[]): readonly Evidence[] {
  const once = new Map<string, Evidence>();
  for (const one of found) {
    const name = nameOf(one);
    const known = once.get(name);
    const amount = Math.max(one.amount, known?.amount ?? one.amount);
    once.set(name, { ...one, amount, at: known ? earliest(one.at, known.at) : one.at });
  }
  return [...once].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** What holds now comes before all that is to come. */
function earliest(a: Instant | null, b: Instant | null): Instant | null {
  return a === null || b === null ? null : Math.min(a, b);
}

/** From 0 to 100: how bad the worst of it is. */
export function severityOf(found: readonly Evidence[]): number {
  const worst = found.map(({ says, amount }) => (weights[says] === 'amount' ? amount : weights[says]));
  return Math.min(100, Math.max(0, ...worst));
}

/** Tells two states of a matter apart, in the evidence alone: the same for the same records, in whatever order. */
export function fingerprintOf(found: readonly Evidence[]): string {
  const told = sorted(found).map((one) => [nameOf(one), one.amount, isFirm(one) ? one.at : null]);
  return hashOf(JSON.stringify(told));
}

/** A forecast moves on by itself: that it has come nearer is no news, and nobody can tell by how much. */
function isFirm({ says }: Evidence): boolean {
  return says !== 'forecast';
}

/** 64 bits of a text, two halves in the manner of FNV-1a: enough to tell states apart, and no secret. */
function hashOf(text: string): string {
  let [one, other] = [0x811c9dc5, 0x01000193];
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    one = Math.imul(one ^ code, 0x01000193);
    other = Math.imul(other ^ (code + place), 0x5bd1e995);
  }
  return [one, other].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

/**
 * How far ahead the list looks at an instant: for flights to the end of tomorrow, for limits so many days. A forecast at the edge
 * of that comes into sight and goes by itself, because it moves on.
 */
export type LookAhead = { readonly flights: Instant; readonly limits: Instant; readonly forecasts: Instant };

/** How far ahead a limit is told that has no shop visit, in days. */
export const limitDays = 7;

export function lookAhead(now: Instant, zone: string): LookAhead {
  const limits = now + limitDays * millisecondsInDay;
  return {
    flights: daySpan(addDays(dayOf(now, zone), 1), zone).end,
    limits,
    forecasts: limits - 2 * millisecondsInDay,
  };
}

function edgeOf({ record, says }: Evidence, { flights, limits, forecasts }: LookAhead): Instant {
  if (record !== 'reminder') return flights;
  return says === 'forecast' ? forecasts : limits;
}

/**
 * Whether a matter is no worse than it was: each piece of its evidence was there, and to no less an amount and no later. What lay
 * beyond the look ahead at that time is no news either: it is there because the clock has moved on.
 */
export function isNoWorse(found: readonly Evidence[], before: readonly Evidence[], seen: LookAhead): boolean {
  const known = new Map(before.map((one) => [nameOf(one), one]));
  return found.every((one) => {
    const was = known.get(nameOf(one));
    if (!was) return one.at !== null && one.at >= edgeOf(one, seen);
    return one.amount <= was.amount && (!isFirm(one) || !isEarlier(one.at, was.at));
  });
}

function isEarlier(a: Instant | null, b: Instant | null): boolean {
  return b !== null && (a === null || a < b);
}

/** What of the evidence a role may see, by the table of roles; none where nothing is left but what stands behind the matter. */
export function seenBy<One extends Pick<Evidence, 'record' | 'says'>>(
  role: Role,
  found: readonly One[],
): readonly One[] {
  const seen = found.filter(({ record }) => maySeeEvidence(role, record));
  if (seen.every(({ says }) => weights[says] === 0)) return [];
  return seen.length === found.length ? found : seen;
}
