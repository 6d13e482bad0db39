import { millisecondsInDay } from '#domain/units.ts';
import { maySeeEvidence, type Role } from '#contract/access/roles.ts';
import type { EvidenceRecord, Saying } from '#contract/gateway/snoozes.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { addDays, dayOf, daySpan, type Instant } from '#domain/time/time.ts';
import { severityNumber } from '#domain/severity.ts';
import { forecastEdge, evidenceSeverities, thresholds } from '#domain/thresholds.ts';

/**
 * One record behind a matter, by its id, with a fixed word for what it shows. Evidence therefore stays the same from
 * one look to the next, whatever the time.
 */
export type Evidence = {
  readonly record: EvidenceRecord;
  readonly id: string;
  readonly says: Saying;
  /** A measure that can grow: steps of lateness, minutes of flight instruction; otherwise 0. */
  readonly amount: number;
  /** When it matters: the start of a flight, or a limit; null if it applies now. */
  readonly at: Instant | null;
};

/** Makes a piece of evidence; the id is trimmed and in lower case, as everywhere. */
export function evidence(
  record: EvidenceRecord,
  id: string,
  says: Saying,
  { amount = 0, at = null }: { readonly amount?: number; readonly at?: Instant | null } = {},
): Evidence {
  return { record, id: idKey(id), says, amount, at };
}

const nameOf = ({ record, id, says }: Evidence) => `${record} ${says} ${id}`;

/**
 * Evidence in one fixed order. Several pieces with the same record and word become one, with the largest amount and the
 * earliest time.
 */
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

/** Null means now, which comes before every instant. */
function earliest(a: Instant | null, b: Instant | null): Instant | null {
  return a === null || b === null ? null : Math.min(a, b);
}

/** From 0 to 100: how bad the worst evidence is. */
export function severityOf(found: readonly Evidence[]): number {
  const worst = found.map(({ says, amount }) => {
    const severity = evidenceSeverities[says];
    return severity === 'amount' ? amount : severityNumber(severity);
  });
  return Math.min(100, Math.max(0, ...worst));
}

/** Tells two states of a matter apart by the evidence alone. The order of the records does not matter. */
export function fingerprintOf(found: readonly Evidence[]): string {
  const parts = sorted(found).map((one) => [nameOf(one), one.amount, isFirm(one) ? one.at : null]);
  return hashOf(JSON.stringify(parts));
}

/** A forecast moves by itself, and nobody can say by how much. So a nearer forecast is not news. */
function isFirm({ says }: Evidence): boolean {
  return says !== 'forecast';
}

/** 64 bits of a text, as two halves in the style of FNV-1a: enough to tell states apart, but not cryptographic. */
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
 * How far ahead the list looks: for flights to the end of tomorrow, for limits as far as `limitAhead`. The bound for
 * forecasts is nearer, because a forecast at the edge comes and goes by itself.
 */
export type LookAhead = { readonly flights: Instant; readonly limits: Instant; readonly forecasts: Instant };

export function lookAhead(now: Instant, zone: string): LookAhead {
  const limits = now + thresholds().limitAhead;
  return {
    flights: daySpan(addDays(dayOf(now, zone), 1), zone).end,
    limits,
    forecasts: limits - forecastEdge * millisecondsInDay,
  };
}

function edgeOf({ record, says }: Evidence, { flights, limits, forecasts }: LookAhead): Instant {
  if (record !== 'reminder') return flights;
  return says === 'forecast' ? forecasts : limits;
}

/**
 * True if a matter is no worse than it was: every piece of evidence was there before, with at least this amount and no
 * later time. Evidence beyond the earlier look ahead does not count: only the passing of time made it visible.
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

/** The evidence a role may see, by the table of roles. Empty if only supporting evidence (severity `info`) would be left. */
export function seenBy<One extends Pick<Evidence, 'record' | 'says'>>(
  role: Role,
  found: readonly One[],
): readonly One[] {
  const seen = found.filter(({ record }) => maySeeEvidence(role, record));
  if (seen.every(({ says }) => evidenceSeverities[says] === 'info')) return [];
  return seen.length === found.length ? found : seen;
}
