import * as z from 'zod/mini';
import { type FreeForm, isRecord } from './objects.ts';

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
