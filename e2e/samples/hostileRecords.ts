import * as fc from 'fast-check';
import { isRecord } from '#contract/objects.ts';

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
export function hostileValue(hasWords: boolean): fc.Arbitrary<unknown> {
  const others = [true, false, null, {}, [], [[]], { a: { b: `${literal}1e400` } }, [`${literal}-1e400`]];
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...literals) },
    { weight: 3, arbitrary: fc.constantFrom(...texts, ...(hasWords ? noNumbers : [])) },
    { weight: 2, arbitrary: fc.constantFrom<unknown>(...others) },
  );
}

/** The place of a member, from the record inward. */
export type Path = readonly (string | number)[];

/** The JSON of a record or an answer with hostile values. */
export function hostileText(body: object): string {
  return JSON.stringify(body).replaceAll(/"\\u0001literal ([^"]*)"/g, '$1');
}

/** The places of a record's figures, dates, flags and ids. */
export function membersOf(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((one, place) => membersOf(one, [...path, place]));
  if (isRecord(value)) return Object.entries(value).flatMap(([name, one]) => membersOf(one, [...path, name]));
  const name = path.findLast((part) => typeof part === 'string') ?? '';
  const isDate = typeof value === 'string' && /^\d{4}-\d\d-\d\d|^\d{1,2}\/\d{1,2}\/\d{4}/.test(value);
  const isFigure = typeof value === 'number' || typeof value === 'boolean' || isDate || value === null;
  return isFigure || /id$/i.test(name) ? [path] : [];
}

/** A copy of a value with another member. */
export function withMember(value: unknown, [name, ...rest]: Path, given: unknown): object {
  const own = Array.isArray(value) ? value.slice() : { ...(isRecord(value) ? value : {}) };
  const before: unknown = name === undefined ? null : Reflect.get(own, name);
  if (name !== undefined) Reflect.set(own, name, rest.length > 0 ? withMember(before, rest, given) : given);
  return own;
}

/** Copies of a record, in which some members are hostile values as a program reads them. */
export function hostileRecords(record: object): fc.Arbitrary<unknown[]> {
  const members = membersOf(record);
  const change = fc.record({ path: fc.constantFrom(...members), value: hostileValue(false) });
  const one = fc.array(change, { minLength: 1, maxLength: 4 }).map((changes): unknown => {
    const changed = changes.reduce((given, { path, value }) => withMember(given, path, value), record);
    return JSON.parse(hostileText(changed));
  });
  return fc.array(one, { minLength: 1, maxLength: 6 });
}
