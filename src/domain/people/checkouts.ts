import { parseRecord, type RecordOf, UnreadableAnswer } from '#contract/answers.ts';
import { unreadIn } from '#contract/tolerant.ts';
import { type Aircraft, byTail, modelText } from '#domain/fleet/fleet.ts';
import { lifeOf } from '#contract/statuses.ts';
import { fullName } from '#domain/reservations/reservations.ts';
import { endOfDate, type Instant, isNoDate, readStart, type Zone } from '#domain/time/time.ts';

export type User = RecordOf<'getUserByExternalId'>;

/**
 * A user (section 2.4), read leniently; null if it is no record. If a part of one checkout could not be read, none of the
 * person's checkouts is given: the part may have said that it was revoked. `areCheckoutsUnread` then tells so.
 */
export function readUser(raw: unknown): User | null {
  try {
    const user = parseRecord('getUserByExternalId', raw);
    return areCheckoutsUnread(user) ? { ...user, aircraftCheckouts: null } : user;
  } catch (error) {
    if (error instanceof UnreadableAnswer) return null;
    throw error;
  }
}

/** Whether the service gives the person checkouts, but a part of them could not be read. */
export function areCheckoutsUnread(user: Pick<User, 'aircraftCheckouts'>): boolean {
  return unreadIn(user).some((path) => path.startsWith('aircraftCheckouts'));
}

/**
 * Undated: it expires, but the service gives no date that can be read. Revoked later: not itself, but one for the same type that was not
 * given before it.
 */
export type CheckoutState = 'valid' | 'expired' | 'revoked' | 'revoked later' | 'undated';

/** Permission to fly aircraft of one make and model (section 2.4). */
export type Checkout = {
  readonly state: CheckoutState;
  /** `Cessna 172S`. */
  readonly type: string;
  readonly givenBy: string;
  readonly given: Instant | null;
  /** The last second of its last valid day; null if it does not expire, or the service gives no date. */
  readonly expires: Instant | null;
  readonly record: CheckoutRecord;
};
type CheckoutRecord = NonNullable<User['aircraftCheckouts']>[number];

/** A person's checkouts as they stand at an instant, in the order given. */
export function toCheckouts(user: User, now: Instant, zone: Zone): Checkout[] {
  const all = (user.aircraftCheckouts ?? []).map((record): Checkout => {
    const expires = record.expires === false ? null : endOfDate(record.expirationDate, zone);
    const { approvedBy } = record;
    return {
      state: stateOf(record, expires, now),
      type: modelText(record),
      givenBy: approvedBy ? fullName(approvedBy) : '',
      given: readStart(record.dateGiven, zone),
      expires,
      record,
    };
  });
  const revoked = all.filter(({ state }) => state === 'revoked');
  return all.map((checkout) => {
    const mayStand = checkout.state === 'valid' || checkout.state === 'undated';
    return mayStand && revoked.some((other) => endsWith(checkout, other))
      ? { ...checkout, state: 'revoked later' }
      : checkout;
  });
}

/** Only a checkout given after a revoked one stands again. Without a date it is not known to be later. */
function endsWith({ record, given }: Checkout, revoked: Checkout): boolean {
  const isLater = given !== null && revoked.given !== null && given > revoked.given;
  return !isLater && isSameType(record, revoked.record);
}

function stateOf(record: CheckoutRecord, expires: Instant | null, now: Instant): CheckoutState {
  if (record.revoked === true) return 'revoked';
  if (expires !== null) return expires < now ? 'expired' : 'valid';
  const isDated = record.expires !== false && !isNoDate(record.expirationDate);
  return record.expires === true || isDated ? 'undated' : 'valid';
}

export type MayFly = {
  /** Active aircraft with a valid checkout, by tail number. */
  readonly aircraft: readonly Aircraft[];
  /** Aircraft with a valid checkout that the service calls inactive. */
  readonly inactive: number;
  /** Valid checkouts that match no aircraft in the fleet. */
  readonly without: readonly Checkout[];
};

/** The aircraft a person may fly by checkout alone: currency, medical, endorsements and squawks are not considered. */
export function mayFly(checkouts: readonly Checkout[], fleet: readonly Aircraft[]): MayFly {
  const valid = checkouts.filter(({ state }) => state === 'valid');
  const present = fleet.filter(({ status }) => lifeOf(status) !== 'deleted');
  const fitting = present.filter((aircraft) => valid.some(({ record }) => isSameType(record, aircraft)));
  const inService = fitting.filter(({ status }) => lifeOf(status) === 'active');
  return {
    aircraft: inService.toSorted(byTail),
    inactive: fitting.length - inService.length,
    without: valid.filter(({ record }) => !present.some((aircraft) => isSameType(record, aircraft))),
  };
}

export type Typed = Pick<Aircraft, 'make' | 'model'>;

/** Compares ids if both have them, otherwise names. */
export function isSameType(a: Typed, b: Typed): boolean {
  return (
    isSame(a.make?.makeId, b.make?.makeId, a.make?.name, b.make?.name) &&
    isSame(a.model?.modelId, b.model?.modelId, a.model?.name, b.model?.name)
  );
}

type Text = string | null | undefined;

function isSame(idA: Text, idB: Text, nameA: Text, nameB: Text): boolean {
  const plain = (text: Text) => text?.trim().toLowerCase() ?? '';
  if (plain(idA) && plain(idB)) return plain(idA) === plain(idB);
  return plain(nameA) !== '' && plain(nameA) === plain(nameB);
}
