import type { RequestListener } from 'node:http';
import * as fc from 'fast-check';
import { isRecord } from '#contract/objects.ts';
import { type Answer, openTestOperator } from './testCopy.ts';

/** Begins a text that stands for a JSON literal, because no JavaScript number writes `1e400`. */
const literal = '\u0001literal ';

const literals =
  '1e400 -1e400 1e308 -1e308 9007199254740993 -9007199254740993 -0 1e-320 -1 1e21 4294967296 -2147483649 0.1 253402300800000'
    .split(' ')
    .concat(`1${'0'.repeat(400)}`)
    .map((text) => literal + text);

const texts = [
  '+275760-09-13T00:00:00Z|-271821-04-20T00:00:00Z|0000-00-00|0000-00-00T00:00:00|0001-01-01T00:00:00',
  '9999-12-31T23:59:59.9999999Z|9998-12-31T23:59:59-99:99|9998-12-31|1900-01-01T00:00:00+99:99',
  '2026-05-12T12:00:00+99:99|6053-01-23T02:08:00Z|2026-13-45T25:61:61Z|-0044-03-15T00:00:00Z',
  '12.5|1,234.5|1e999|0x1F| ||null|-|٣',
  '9'.repeat(400),
].flatMap((some) => some.split('|'));

/** Apart from the others: an answer may show them only if the service sent them. */
const noNumbers = ['NaN', 'Infinity', '-Infinity'];

/** A value that no figure, date, flag or id of a record has in the documents. */
function hostileValue(hasWords: boolean): fc.Arbitrary<unknown> {
  const others = [true, false, null, {}, [], [[]], { a: { b: `${literal}1e400` } }, [`${literal}-1e400`]];
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...literals) },
    { weight: 3, arbitrary: fc.constantFrom(...texts, ...(hasWords ? noNumbers : [])) },
    { weight: 2, arbitrary: fc.constantFrom<unknown>(...others) },
  );
}

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
export const hostility = (most: number): fc.Arbitrary<Hostility> =>
  fc.boolean().chain((hasWords) =>
    fc.record({
      alterations: fc.array(
        fc.record({
          list: fc.constantFrom(...lists),
          record: fc.nat(),
          member: fc.nat(),
          value: hostileValue(hasWords),
        }),
        { minLength: 1, maxLength: most, size: 'max' },
      ),
      totals: fc.dictionary(fc.constantFrom(...lists), hostileValue(hasWords), { maxKeys: 3 }),
      hasWords: fc.constant(hasWords),
    }),
  );

type Path = readonly (string | number)[];
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
    for (const one of now.alterations.filter((given) => given.list === list)) {
      const [text, found] = known[one.record % Math.max(1, known.length)] ?? [];
      if (text === undefined || !found || found.members.length === 0) continue;
      const path = found.members[one.member % found.members.length] ?? [];
      changed.set(text, withMember(changed.get(text) ?? found.record, path, one.value));
    }
    for (const text of changed.keys()) altered.add(text);
    return changed;
  };
  const answerTo = async (url: string): Promise<{ status: number; text: string }> => {
    const known = answers.get(url) ?? operator.ask(url);
    answers.set(url, known);
    const { status, body } = await known;
    const { pathname } = new URL(url, 'http://service');
    const list = lists.find((one) => hostileLists[one].test(pathname));
    if (status !== 200 || list === undefined || !isRecord(body)) return { status, text: JSON.stringify(body) };
    const items = Array.isArray(body['items']) ? body['items'].filter(isRecord) : null;
    for (const record of items ?? [body]) note(list, record);
    const changes = changesOf(list);
    const sent = (record: object) => changes.get(JSON.stringify(record)) ?? record;
    const total = list in now.totals ? { totalItems: now.totals[list] } : {};
    return { status, text: textOf(items ? { ...body, ...total, items: items.map(sent) } : sent(body)) };
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

function textOf(body: object): string {
  return JSON.stringify(body).replaceAll(/"\\u0001literal ([^"]*)"/g, '$1');
}

/** The places of a record's figures, dates, flags and ids. */
function membersOf(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((one, place) => membersOf(one, [...path, place]));
  if (isRecord(value)) return Object.entries(value).flatMap(([name, one]) => membersOf(one, [...path, name]));
  const name = path.findLast((part) => typeof part === 'string') ?? '';
  const isDate = typeof value === 'string' && /^\d{4}-\d\d-\d\d|^\d{1,2}\/\d{1,2}\/\d{4}/.test(value);
  const isFigure = typeof value === 'number' || typeof value === 'boolean' || isDate || value === null;
  return isFigure || /id$/i.test(name) ? [path] : [];
}

function withMember(value: unknown, [name, ...rest]: Path, given: unknown): object {
  const own = Array.isArray(value) ? value.slice() : { ...(isRecord(value) ? value : {}) };
  const before: unknown = name === undefined ? null : Reflect.get(own, name);
  if (name !== undefined) Reflect.set(own, name, rest.length > 0 ? withMember(before, rest, given) : given);
  return own;
}
