import * as z from 'zod/mini';
import { type FreeForm, isRecord } from './objects.ts';

/** Any member may be missing or null; unknown members are kept. */
export type Lenient<Value> = Value extends readonly (infer Item)[]
  ? Lenient<Item>[]
  : Value extends object
    ? { [Member in keyof Value]?: Lenient<Value[Member]> | null | undefined }
    : Value;

/**
 * The tolerant form of a documented shape. Members may be missing or null at any depth, text is any text (the code that
 * uses a guid or a date checks it), and unknown members are kept. A value of the wrong type (an object instead of text)
 * is still refused, because no screen could draw it.
 */
export function lenient<Schema extends z.ZodMiniType>(schema: Schema): z.ZodMiniType<Lenient<z.output<Schema>>> {
  // `relaxed` walks any schema and cannot keep its type.
  return relaxed(schema) as z.ZodMiniType<Lenient<z.output<Schema>>>;
}

function relaxed(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodMiniObject) {
    const members = Object.entries(schema.shape).map(([name, member]) => [name, z.nullish(relaxed(member))]);
    return z.looseObject(Object.fromEntries(members));
  }
  if (schema instanceof z.ZodMiniArray) return z.array(relaxed(schema.def.element));
  if (schema instanceof z.ZodMiniNullable) return relaxed(schema.def.innerType);
  if (schema instanceof z.ZodMiniString) return z.string();
  if (schema instanceof z.ZodMiniNumber) return z.number().check(z.gte(-largestFigure), z.lte(largestFigure));
  return schema;
}

/**
 * Larger figures are not read: they cannot be told from their neighbours, and sums and squares of a few of them are no
 * numbers any more. No meter, count or amount of a school comes near.
 */
const largestFigure = Number.MAX_SAFE_INTEGER;

/** Whether a value is a figure to calculate with: finite, and not beyond all bounds. */
export function isFigure(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= largestFigure;
}

/** What `copierOf` returns for a value that does not match its shape. */
export const unreadable = Symbol('unreadable');

type Copier = (value: unknown) => unknown;

/**
 * Reads by a shape's tolerant form, like `lenient`. It returns a copy of the value, or `unreadable` without a reason. Nearly
 * all records fit, and this takes less than half the time.
 */
export function copierOf(shape: z.core.$ZodType): Copier {
  if (shape instanceof z.ZodMiniNullable) return copierOf(shape.def.innerType);
  if (shape instanceof z.ZodMiniString) return (value) => (typeof value === 'string' ? value : unreadable);
  if (shape instanceof z.ZodMiniNumber) return (value) => (isFigure(value) ? value : unreadable);
  if (shape instanceof z.ZodMiniBoolean) return (value) => (typeof value === 'boolean' ? value : unreadable);
  if (shape instanceof z.ZodMiniUnknown) return (value) => value;
  if (shape instanceof z.ZodMiniObject) return objectCopier(shape);
  if (shape instanceof z.ZodMiniArray) return listCopier(copierOf(shape.def.element));
  return (value) => {
    const read = z.safeParse(shape, value);
    return read.success ? read.data : unreadable;
  };
}

function objectCopier(shape: z.ZodMiniObject): Copier {
  const members = Object.entries(shape.shape).map(([name, member]) => [name, copierOf(member)] as const);
  return (value) => {
    if (!isRecord(value)) return unreadable;
    const copy = { ...value };
    // Zod drops `__proto__` too, because a later copy of the record would take it as its prototype.
    if (Object.hasOwn(copy, '__proto__')) delete copy['__proto__'];
    for (const [name, copied] of members) {
      const given = copy[name];
      if (given === null || given === undefined) continue;
      const own = copied(given);
      if (own === unreadable) return unreadable;
      if (own !== given) copy[name] = own;
    }
    return copy;
  };
}

function listCopier(copied: Copier): Copier {
  return (value) => {
    if (!Array.isArray(value)) return unreadable;
    const copy: unknown[] = [];
    for (const given of value) {
      const own = copied(given);
      if (own === unreadable) return unreadable;
      copy.push(own);
    }
    return copy;
  };
}

/**
 * The member under which `salvaged` lists a record's unreadable members by path (`timeOptions.expirationHours`). Code
 * that judges the record can then see that it is incomplete.
 */
export const unreadMember = 'unreadMembers';

/** The member that holds the record as sent, if reading has isolated some of its texts (`isolated.ts`). */
export const sentMember = 'sentRecord';

/**
 * Makes a record fit its documented shape. It converts numbers and flags written as text, and a status, make or model
 * given only by name. Unreadable members are left out and listed under `unreadMembers`, so that one odd member does not
 * cost the whole record. A value that is not an object stays as it is.
 */
export function salvaged(shape: z.ZodMiniType, raw: unknown): unknown {
  if (!isRecord(raw)) return raw;
  const unread: string[] = [];
  const record = readable(shape, raw, [], unread);
  return unread.length > 0 && isRecord(record) ? { ...record, [unreadMember]: unread } : record;
}

/** A record's members that could not be read; the rest of the record is present. */
export function unreadIn(record: FreeForm): readonly string[] {
  const unread = record[unreadMember];
  return Array.isArray(unread) ? unread.filter((path) => typeof path === 'string') : [];
}

/** Undefined for an unreadable value, whose path is added to `unread`. */
function readable(given: z.core.$ZodType, value: unknown, path: readonly string[], unread: string[]): unknown {
  const shape = given instanceof z.ZodMiniNullable ? given.def.innerType : given;
  if (value === null || value === undefined) return value;
  const read = readAs(shape, value, path, unread);
  if (read === undefined) unread.push(path.join('.'));
  return read;
}

function readAs(shape: z.core.$ZodType, value: unknown, path: readonly string[], unread: string[]): unknown {
  if (shape instanceof z.ZodMiniObject) {
    const object = isRecord(value) ? value : asNamed(shape, value);
    return object && membersOf(shape, object, path, unread);
  }
  if (shape instanceof z.ZodMiniArray) return asList(shape, value, path, unread);
  if (shape instanceof z.ZodMiniNumber) return asNumber(value);
  if (shape instanceof z.ZodMiniBoolean) return asFlag(value);
  if (shape instanceof z.ZodMiniString) return asText(value);
  return value;
}

function membersOf(shape: z.ZodMiniObject, value: FreeForm, path: readonly string[], unread: string[]): FreeForm {
  const members = Object.entries(shape.shape).flatMap(([name, member]) => {
    if (!Object.hasOwn(value, name)) return [];
    return [[name, readable(member, value[name], [...path, name], unread)] as const];
  });
  return { ...value, ...Object.fromEntries(members) };
}

/** The readable elements of a list; undefined if the value is not a list. */
function asList(shape: z.ZodMiniArray, value: unknown, path: readonly string[], unread: string[]): unknown {
  if (!Array.isArray(value)) return undefined;
  const elements = value.map((one, place) => readable(shape.def.element, one, [...path, String(place)], unread));
  return elements.filter((element) => element !== undefined && element !== null);
}

/** A Status object (section 2.1) from its name or id alone, or a make or model from its name alone. */
function asNamed(shape: z.ZodMiniObject, value: unknown): FreeForm | undefined {
  if (!('name' in shape.shape)) return undefined;
  const id = 'id' in shape.shape ? asNumber(value) : undefined;
  if (id !== undefined) return { id };
  return typeof value === 'string' ? { name: value } : undefined;
}

function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return isFigure(value) || typeof value === 'boolean' ? String(value) : undefined;
}

const numeric = /^[-+]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/;

function asNumber(value: unknown): number | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  const figure = numeric.test(text) ? Number(text.replaceAll(',', '')) : value;
  return isFigure(figure) ? figure : undefined;
}

function asFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : '';
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : undefined;
}

/**
 * Services write some values in several ways. Reading makes them uniform once for all screens: ids in lower case, makes
 * and models without surrounding blanks, and a tail number for every aircraft (readiness, section 6).
 */

/** Tidies a record that the reader has just made, in place and at all depths. `name` is the member that holds it. */
export function tidy(value: unknown, name: string | null = null): void {
  if (Array.isArray(value)) {
    for (const item of value) tidy(item);
    return;
  }
  if (!isRecord(value)) return;
  shareTail(value);
  for (const own in value) {
    const member = value[own];
    if (typeof member === 'object') tidy(member, own);
    else if (typeof member === 'string' && isIdName(own)) value[own] = member.trim().toLowerCase();
  }
  trimName(value['make']);
  trimName(value['model']);
  if (name === 'aircraft') value['tailNumber'] = tailText(value);
}

/**
 * The tail number as all screens show it, without blanks. If the service has none, it is the model with the id's last
 * four characters (`C172S …3f2a`). Null if neither tail number nor id is known.
 */
function tailText({ tailNumber, aircraftId, make, model }: Record<string, unknown>): string | null {
  const tail = givenTail(tailNumber);
  if (tail !== null || typeof aircraftId !== 'string' || aircraftId === '') return tail;
  const named = [model, make].find(
    (value) => isRecord(value) && typeof value['name'] === 'string' && value['name'] !== '',
  );
  const name = isRecord(named) ? String(named['name']) : 'Aircraft';
  return `${name} …${aircraftId.slice(-4)}`;
}

/** Null for blanks, and for the text "null" that databases write for no value. */
export function givenTail(tail: unknown): string | null {
  const text = typeof tail === 'string' ? tail.trim() : '';
  return text === '' || /^null$/i.test(text) ? null : text;
}

/** A reservation names its aircraft twice (section 2.6): if the first has no tail number, the second's is used. */
function shareTail({ aircraft, aircraftOption }: Record<string, unknown>): void {
  const option = isRecord(aircraftOption) ? aircraftOption['aircraft'] : null;
  if (!isRecord(aircraft) || !isRecord(option) || givenTail(aircraft['tailNumber']) !== null) return;
  const [own, other] = [aircraft['aircraftId'], option['aircraftId']].map((id) =>
    typeof id === 'string' ? id.trim().toLowerCase() : '',
  );
  const tail = givenTail(option['tailNumber']);
  if (tail !== null && (own === '' || own === other)) aircraft['tailNumber'] = tail;
}

/** An external id is the caller's own text, so it keeps its letter case. */
function isIdName(name: string): boolean {
  return name.endsWith('Id') && name !== 'externalId';
}

function trimName(named: unknown): void {
  if (isRecord(named) && typeof named['name'] === 'string') named['name'] = named['name'].trim();
}
