import type { RequestListener } from 'node:http';
import * as fc from 'fast-check';
import { isRecord } from '#contract/objects.ts';
import { hostileText, hostileValue, membersOf, type Path, withMember } from '#e2e/fixtures/samples/hostileRecords.ts';
import { type Answer, openTestOperator } from './testCopy.ts';

/** One member of one record that the service sends in another way. `record` and `member` choose among all there are. */
type Alteration = {
  readonly list: HostileList;
  readonly record: number;
  readonly member: number;
  readonly value: unknown;
};

/** The lists whose records are altered, by the end of their addresses. */
const hostileLists = {
  operator: /^\/core\/v1\.0\/operators\/1001$/,
  aircraft: /^\/core\/.*1001\/aircraft$/,
  reminders: /\/maintenanceReminders$/,
  squawks: /\/squawks$/,
  instructors: /\/instructors$/,
  users: /^\/core\/.*1001\/users$/,
  user: /\/users\/.+$/,
  equipment: /\/equipment$/,
  reservations: /^\/scheduling\/.*\/reservations$/,
  flights: /^\/reports\/.*\/flights$/,
  reports: /^\/reports\//,
} as const;
type HostileList = keyof typeof hostileLists;

/** Objects written in full have only these members. */
const lists = Object.keys(hostileLists) as HostileList[];

/** Hostile totals in the envelopes of lists, by the list. */
export type Hostility = {
  readonly alterations: readonly Alteration[];
  readonly totals: Readonly<Record<string, unknown>>;
  /** Whether some values are the words `NaN` and `Infinity`. */
  readonly hasWords: boolean;
};

const noHostility: Hostility = { alterations: [], totals: {}, hasWords: false };

/** At most this many alterations at once. */
export const hostility = (max: number): fc.Arbitrary<Hostility> =>
  fc.boolean().chain((hasWords) =>
    fc.record({
      alterations: fc.array(
        fc.record({
          list: fc.constantFrom(...lists),
          record: fc.nat(),
          member: fc.nat(),
          value: hostileValue(hasWords),
        }),
        { minLength: 1, maxLength: max, size: 'max' },
      ),
      totals: fc.dictionary(fc.constantFrom(...lists), hostileValue(hasWords), { maxKeys: 3 }),
      hasWords: fc.constant(hasWords),
    }),
  );

type Found = { readonly record: object; readonly members: readonly Path[] };

/** The embedded operator, whose records a test alters in the answers. */
export type HostileSchool = {
  readonly listener: RequestListener;
  /** Alters the answers from now on. */
  readonly alter: (hostility: Hostility) => void;
  /** The JSON texts of the records altered since `forget`, without their alterations. */
  readonly altered: () => ReadonlySet<string>;
  readonly forget: () => void;
  readonly close: () => Promise<void>;
};

export async function openHostileSchool(flags: readonly string[]): Promise<HostileSchool> {
  const operator = await openTestOperator(flags);
  const answers = new Map<string, Promise<Answer>>();
  const records = new Map<HostileList, Map<string, Found>>();
  const altered = new Set<string>();
  let now = noHostility;
  const note = (list: HostileList, record: object): void => {
    const known = records.get(list) ?? new Map<string, Found>();
    records.set(list, known);
    const text = JSON.stringify(record);
    if (!known.has(text)) known.set(text, { record, members: membersOf(record) });
  };
  /** What each record of a list becomes. */
  const changesOf = (list: HostileList): ReadonlyMap<string, object> => {
    const known = [...(records.get(list) ?? [])];
    const changed = new Map<string, object>();
    for (const alteration of now.alterations.filter((given) => given.list === list)) {
      const [text, found] = known[alteration.record % Math.max(1, known.length)] ?? [];
      if (text === undefined || !found || found.members.length === 0) continue;
      const path = found.members[alteration.member % found.members.length] ?? [];
      changed.set(text, withMember(changed.get(text) ?? found.record, path, alteration.value));
    }
    for (const text of changed.keys()) altered.add(text);
    return changed;
  };
  const answerTo = async (url: string): Promise<{ status: number; text: string }> => {
    const known = answers.get(url) ?? operator.ask(url);
    answers.set(url, known);
    const { status, body } = await known;
    const { pathname } = new URL(url, 'http://service');
    const list = lists.find((candidate) => hostileLists[candidate].test(pathname));
    if (status !== 200 || list === undefined || !isRecord(body)) return { status, text: JSON.stringify(body) };
    const items = Array.isArray(body['items']) ? body['items'].filter(isRecord) : null;
    for (const record of items ?? [body]) note(list, record);
    const changes = changesOf(list);
    const sent = (record: object) => changes.get(JSON.stringify(record)) ?? record;
    const total = list in now.totals ? { totalItems: now.totals[list] } : {};
    return { status, text: hostileText(items ? { ...body, ...total, items: items.map(sent) } : sent(body)) };
  };
  return {
    listener: (incoming, outgoing) => {
      void answerTo(incoming.url ?? '').then(({ status, text }) =>
        outgoing.writeHead(status, { 'content-type': 'application/json' }).end(text),
      );
    },
    alter: (next) => void (now = next),
    altered: () => altered,
    forget: () => altered.clear(),
    close: () => operator.close(),
  };
}
