import { nameOf, userStatuses } from '#contract/statuses.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { type Aircraft, modelText } from '#domain/fleet/fleet.ts';
import { dateText } from '#domain/maintenance/reminders.ts';
import { type CheckoutState, mayFly, toCheckouts, type User } from '#domain/people/checkouts.ts';
import { personalMembers } from '#domain/people/personalData.ts';
import { shownText, type Writing } from '#web/ui/records/recordModel.ts';
import type { Instant } from '#domain/time/time.ts';

/** One line of the card: its text is empty where the service gives none. */
export type PersonFact = { readonly label: string; readonly text: string; readonly isId: boolean };

export type PersonCard = {
  /** The API's own status; the specification shows but one id (section 3), any other goes by its name. */
  readonly status: { readonly text: string; readonly isActive: boolean };
  /** How to reach somebody and what they owe are among them only when shown. */
  readonly facts: readonly PersonFact[];
  /** Which kinds of personal data the record holds, in words. */
  readonly personal: readonly string[];
};

/** What the specification shows of a user (section 2.4); `isShown` where somebody asked for the personal data. */
export function personCard(user: User, writing: Writing, isShown: boolean): PersonCard {
  const fact = (label: string, text: string | null | undefined): PersonFact => ({
    label,
    text: text ?? '',
    isId: false,
  });
  const id = (label: string, text: string | null | undefined): PersonFact => ({ label, text: text ?? '', isId: true });
  const { currentBalance: balance } = user;
  return {
    status: {
      text: user.status?.name ?? nameOf(userStatuses, user.status?.id) ?? 'no status',
      isActive: user.status?.id === 1,
    },
    facts: [
      fact('Last flight', shownText(user.lastFlightDate, writing)),
      fact('Created', shownText(user.createdDate, writing)),
      id('External ID', user.externalId),
      id('User ID', user.userId),
      ...(isShown
        ? [
            fact('E-mail', user.email),
            fact('Phone', user.phoneNumber),
            fact('Balance', balance == null ? null : balanceText(balance)),
          ]
        : []),
    ],
    personal: personalMembers(user),
  };
}

/** Two digits; the API names no currency. */
function balanceText(balance: number): string {
  const size = Math.abs(balance).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${balance < 0 ? '−' : ''}${size}`;
}

export type CheckoutLine = {
  /** `Cessna C152`. */
  readonly aircraft: string;
  readonly state: CheckoutState;
  readonly expires: string;
  /** `Thu 1 May 2025 by Kim Lee`. */
  readonly given: string;
};

/** The aircraft somebody may take by checkout, and what that does not say. */
export type MayFlyList = {
  /** `3 of the fleet`. */
  readonly count: string;
  /** By model, each by tail. */
  readonly models: readonly { readonly model: string; readonly aircraft: readonly Aircraft[] }[];
  readonly notes: readonly string[];
};

export type Checkouts = {
  /** `2 valid of 3`. */
  readonly count: string;
  readonly lines: readonly CheckoutLine[];
  /** Null while the fleet is not known. */
  readonly mayFly: MayFlyList | null;
};

/** The checkouts of a user, and the aircraft of the fleet that they are for; `fleet` is null while it is not known. */
export function checkoutsModel(user: User, fleet: readonly Aircraft[] | null, { now, zone }: Writing): Checkouts {
  const checkouts = toCheckouts(user, now, zone);
  const day = (instant: Instant | null) => (instant === null ? null : dateText(instant, now, zone.name));
  return {
    count: `${checkouts.filter(({ state }) => state === 'valid').length} valid of ${checkouts.length}`,
    lines: checkouts.map(({ record, state, expires, given, givenBy }) => ({
      aircraft: [record.make?.name, record.model?.name].filter(Boolean).join(' ') || '–',
      state,
      expires: day(expires) ?? (record.expires === true ? 'not given' : 'never'),
      given: [day(given), givenBy && `by ${givenBy}`].filter(Boolean).join(' ') || '–',
    })),
    mayFly: fleet && mayFlyList(mayFly(checkouts, fleet)),
  };
}

function mayFlyList({ aircraft, inactive, without }: ReturnType<typeof mayFly>): MayFlyList {
  const missing = [...new Set(without.map(({ type }) => type))];
  return {
    count: `${aircraft.length} of the fleet`,
    models: Array.from(Map.groupBy(aircraft, modelText), ([model, own]) => ({ model, aircraft: own })),
    notes: [
      ...(inactive > 0 ? [`${inactive} more by make and model that the service calls inactive.`] : []),
      ...(missing.length > 0 ? [`The fleet has no ${missing.join(', ')}.`] : []),
    ],
  };
}

/** That there is no such record is an answer, and no failure: the panel says so in its own words. */
export function foundOrNot(reading: Reading, failedAt: Instant): { reading: Reading; isMissing: boolean } {
  if (reading.failure?.kind !== 'missing') return { reading, isMissing: false };
  return { reading: { ...reading, failure: null, asOf: failedAt }, isMissing: true };
}

/** What the address asks for. */
export type PeopleQuestion =
  | { readonly kind: 'list' }
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'external'; readonly id: string };

/** Reads `id` and `external` of the address; of both, the external id is shown. */
export function peopleQuestion(id: string, external: string): { question: PeopleQuestion; problem: string | null } {
  if (external === '') return { question: id === '' ? { kind: 'list' } : { kind: 'user', id }, problem: null };
  const problem = id === '' ? null : 'The address names a user ID and an external ID; showing the external ID.';
  return { question: { kind: 'external', id: external }, problem };
}

/** The address that opens the user with an id as it was typed, blanks included. */
export function personAddress(name: 'id' | 'external', id: string): string {
  return `/people?${new URLSearchParams({ [name]: id }).toString()}`;
}
