import {
  areCheckoutsUnread,
  isSameType,
  readUser,
  toCheckouts,
  type Typed,
  type User,
} from '#domain/people/checkouts.ts';
import type { Instant, Zone } from '#domain/time/time.ts';
import { thresholds } from '#domain/thresholds.ts';

/**
 * A person with what the service's lists contain. Checkouts are null if they have not been requested; `checkoutsAsOf` says
 * when they were current.
 */
export type PersonRecord = Pick<User, 'userId' | 'firstName' | 'lastName' | 'status' | 'aircraftCheckouts'> & {
  readonly checkoutsAsOf?: Instant | null;
};

/** A listed person, read leniently; null if it is no record. */
export function readPerson(listed: { readonly checkoutsAsOf: Instant | null }): PersonRecord | null {
  const user = readUser(listed);
  return user && { ...user, checkoutsAsOf: listed.checkoutsAsOf };
}

/** Best first. `none at all`: the person has no checkout for anything. */
const states = [
  'valid',
  'expires soon',
  'undated',
  'not loaded',
  'not read',
  'none',
  'none at all',
  'expired',
  'revoked',
] as const;
type CheckoutFindingState = (typeof states)[number];

/** The state of a person's checkout for a make and model at the time of a flight. Not read: a part could not be read. */
export type CheckoutFinding = {
  readonly state: CheckoutFindingState;
  readonly expires: Instant | null;
  /** When the record was current; null or omitted if not known. */
  readonly asOf?: Instant | null;
};

/** The best checkout for this type at the time of a flight. One given later does not count, unless it is revoked. */
export function checkoutFor(
  person: PersonRecord,
  type: Typed,
  flight: { readonly start: Instant; readonly end: Instant },
  zone: Zone,
): CheckoutFinding {
  if (person.aircraftCheckouts == null)
    return { state: areCheckoutsUnread(person) ? 'not read' : 'not loaded', expires: null };
  const asOf = person.checkoutsAsOf ?? null;
  const all = toCheckouts(person, flight.start, zone);
  if (all.length === 0) return { state: 'none at all', expires: null, asOf };
  const found = all
    .filter(({ record }) => isSameType(record, type))
    .filter(({ given, state }) => state === 'revoked' || given === null || given <= flight.start)
    .map(({ state, expires }): CheckoutFinding => {
      if (state === 'revoked later') return { state: 'revoked', expires, asOf };
      const isSoon = state === 'valid' && expires !== null && expires - flight.start <= thresholds().checkoutEndsSoon;
      return { state: isSoon ? 'expires soon' : state, expires, asOf };
    });
  return bestOf(found) ?? { state: 'none', expires: null, asOf };
}

/** Whether it is not known if the person has a checkout. */
export function isCheckoutUnknown({ state }: CheckoutFinding): boolean {
  return state === 'not loaded' || state === 'not read';
}

/** The best of several checkouts, or of several pilots: one pilot who may take the aircraft is enough. */
export function bestOf(findings: readonly CheckoutFinding[]): CheckoutFinding | null {
  return findings.toSorted((a, b) => states.indexOf(a.state) - states.indexOf(b.state))[0] ?? null;
}
