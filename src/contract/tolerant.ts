import * as z from 'zod/mini';
import { type FreeForm, isRecord } from './objects.ts';

/** Any member may be missing or null; unknown members are kept. */
export type Lenient<Value> = Value extends readonly (infer Item)[]
  ? Lenient<Item>[]
  : Value extends object
    ? { [Member in keyof Value]?: Lenient<Value[Member]> | null | undefined }
    : Value;

/**
 * The tolerant reading of a documented shape: members may be missing or null at any depth, text is any text (a guid or a
 * date in an odd form is a matter for whoever uses it), unknown members survive. What stays refused is the wrong kind
 * of value (an object where text belongs), because no screen could draw it.
 */
export function lenient<Schema extends z.ZodMiniType>(schema: Schema): z.ZodMiniType<Lenient<z.output<Schema>>> {
  // `relaxed` walks any schema, and cannot carry its type along.
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
  if (schema instanceof z.ZodMiniNumber) return z.number();
  return schema;
}

/** What `copierOf` gives for a value that its shape does not describe. */
export const unfit = Symbol('unfit');

type Copier = (value: unknown) => unknown;

/**
 * Reads by the tolerant form of a shape as `lenient` does, but without saying what is wrong: a copy of the value, or `unfit`.
 * Nearly all records fit, and this takes less than half the time.
 */
export function copierOf(shape: z.core.$ZodType): Copier {
  if (shape instanceof z.ZodMiniNullable) return copierOf(shape.def.innerType);
  if (shape instanceof z.ZodMiniString) return (value) => (typeof value === 'string' ? value : unfit);
  if (shape instanceof z.ZodMiniNumber) return (value) => (Number.isFinite(value) ? value : unfit);
  if (shape instanceof z.ZodMiniBoolean) return (value) => (typeof value === 'boolean' ? value : unfit);
  if (shape instanceof z.ZodMiniUnknown) return (value) => value;
  if (shape instanceof z.ZodMiniObject) return objectCopier(shape);
  if (shape instanceof z.ZodMiniArray) return listCopier(copierOf(shape.def.element));
  return (value) => {
    const read = z.safeParse(shape, value);
    return read.success ? read.data : unfit;
  };
}

function objectCopier(shape: z.ZodMiniObject): Copier {
  const members = Object.entries(shape.shape).map(([name, member]) => [name, copierOf(member)] as const);
  return (value) => {
    if (!isRecord(value)) return unfit;
    const copy = { ...value };
    // As zod does: whoever copies the record on would make it the prototype.
    if (Object.hasOwn(copy, '__proto__')) delete copy['__proto__'];
    for (const [name, copied] of members) {
      const given = copy[name];
      if (given === null || given === undefined) continue;
      const own = copied(given);
      if (own === unfit) return unfit;
      if (own !== given) copy[name] = own;
    }
    return copy;
  };
}

function listCopier(copied: Copier): Copier {
  return (value) => {
    if (!Array.isArray(value)) return unfit;
    const copy: unknown[] = [];
    for (const given of value) {
      const own = copied(given);
      if (own === unfit) return unfit;
      copy.push(own);
    }
    return copy;
  };
}

/**
 * The members of a record that could not be read, as paths (`timeOptions.expirationHours`), under which `salvaged` lists
 * them in the record itself, so that whoever judges the record knows that it is not all of it.
 */
export const unreadMember = 'unreadMembers';

/**
 * A record of which every member is of the kind its shape documents, made from one in which some are not: numbers and flags
 * written as text, a status, make or model given by its name alone. What cannot be read is left out and listed under `unreadMembers`, so
 * that one odd member does not cost the record. What is no object at all stays as it is.
 */
export function salvaged(shape: z.ZodMiniType, raw: unknown): unknown {
  if (!isRecord(raw)) return raw;
  const unread: string[] = [];
  const record = readable(shape, raw, [], unread);
  return unread.length > 0 && isRecord(record) ? { ...record, [unreadMember]: unread } : record;
}

/** Which members of a record could not be read; the rest of it is there. */
export function unreadIn(record: FreeForm): readonly string[] {
  const unread = record[unreadMember];
  return Array.isArray(unread) ? unread.filter((path) => typeof path === 'string') : [];
}

/** Undefined, with its path in `unread`, for what cannot be read. */
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

/** The elements of a list that can be read; what is no list at all cannot. */
function asList(shape: z.ZodMiniArray, value: unknown, path: readonly string[], unread: string[]): unknown {
  if (!Array.isArray(value)) return undefined;
  const elements = value.map((one, place) => readable(shape.def.element, one, [...path, String(place)], unread));
  return elements.filter((one) => one !== undefined && one !== null);
}

/** A Status object (section 2.1) of its name or its id alone, or a make or model of its name. */
function asNamed(shape: z.ZodMiniObject, value: unknown): FreeForm | undefined {
  if (!('name' in shape.shape)) return undefined;
  const id = 'id' in shape.shape ? asNumber(value) : undefined;
  if (id !== undefined) return { id };
  return typeof value === 'string' ? { name: value } : undefined;
}

function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

const numeric = /^[-+]?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/;

function asNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  const text = typeof value === 'string' ? value.trim() : '';
  return numeric.test(text) ? Number(text.replaceAll(',', '')) : undefined;
}

function asFlag(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim().toLowerCase() : '';
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : undefined;
}

/**
 * What services write in several ways is made one where records are read, once for all screens: ids in lower case, makes
 * and models without blanks around them, and a tail for every aircraft (readiness, section 6).
 */

/** Tidies a record in place that the reader has just made, with all that is in it. `name` is the member that holds it. */
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
 * The tail by which people call an aircraft, as all screens show it: without blanks, and the model with the last four of
 * the id where the service has none (`C172S …3f2a`); null where nothing is known of it.
 */
function tailText({ tailNumber, aircraftId, make, model }: Record<string, unknown>): string | null {
  const tail = givenTail(tailNumber);
  if (tail !== null || typeof aircraftId !== 'string' || aircraftId === '') return tail;
  const named = [model, make].find((one) => isRecord(one) && typeof one['name'] === 'string' && one['name'] !== '');
  const name = isRecord(named) ? String(named['name']) : 'Aircraft';
  return `${name} …${aircraftId.slice(-4)}`;
}

/** Null for blanks, and for the word that databases write for nothing. */
export function givenTail(tail: unknown): string | null {
  const text = typeof tail === 'string' ? tail.trim() : '';
  return text === '' || /^null$/i.test(text) ? null : text;
}

/** A reservation names its aircraft twice (section 2.6): where the first has no tail, the other's is meant. */
function shareTail({ aircraft, aircraftOption }: Record<string, unknown>): void {
  const option = isRecord(aircraftOption) ? aircraftOption['aircraft'] : null;
  if (!isRecord(aircraft) || !isRecord(option) || givenTail(aircraft['tailNumber']) !== null) return;
  const [own, other] = [aircraft['aircraftId'], option['aircraftId']].map((id) =>
    typeof id === 'string' ? id.trim().toLowerCase() : '',
  );
  const tail = givenTail(option['tailNumber']);
  if (tail !== null && (own === '' || own === other)) aircraft['tailNumber'] = tail;
}

/** An external id is the caller's own text, and stays as it is written. */
function isIdName(name: string): boolean {
  return name.endsWith('Id') && name !== 'externalId';
}

function trimName(named: unknown): void {
  if (isRecord(named) && typeof named['name'] === 'string') named['name'] = named['name'].trim();
}
