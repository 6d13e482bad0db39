import * as z from 'zod/mini';
import { withheldMember } from '#contract/access/roles.ts';
import { type FreeForm, isRecord } from '#contract/objects.ts';
import { counted, capitalized } from '#domain/words.ts';

/** A member that no shape describes, at any depth of a record. */
export type UnknownMember = {
  /** `pilots.0.locations`. */
  readonly path: string;
  /** `Pilots 1 · Locations`. */
  readonly label: string;
  /** The member's own name. */
  readonly name: string;
  readonly value: unknown;
};

/**
 * A record's members beyond its documented shape: unknown ones, and those that the specification shows only as null or
 * as an empty list. Empty values are left out.
 */
export function unknownMembers(value: unknown, shape: z.core.$ZodType, path: readonly string[] = []): UnknownMember[] {
  if (isNothing(value)) return [];
  const inner = shape instanceof z.ZodMiniNullable ? shape.def.innerType : shape;
  if (inner instanceof z.ZodMiniObject && typeof value === 'object') {
    return Object.entries<unknown>({ ...value }).flatMap(([name, member]) =>
      unknownMembers(member, inner.shape[name] ?? z.unknown(), [...path, name]),
    );
  }
  if (inner instanceof z.ZodMiniArray && Array.isArray(value) && !(inner.def.element instanceof z.ZodMiniUnknown)) {
    const { element } = inner.def;
    return value.flatMap((member, index) => unknownMembers(member, element, [...path, String(index)]));
  }
  return inner instanceof z.ZodMiniUnknown || inner instanceof z.ZodMiniArray ? [memberAt(path, value)] : [];
}

function memberAt(path: readonly string[], value: unknown): UnknownMember {
  const label = path.reduce(
    (text, part) =>
      /^\d+$/.test(part) ? `${text} ${Number(part) + 1}` : `${text && `${text} · `}${memberLabel(part)}`,
    '',
  );
  return { path: path.join('.'), label, name: path.findLast((part) => !/^\d+$/.test(part)) ?? '', value };
}

export type Member = { readonly name: string; readonly label: string; readonly value: unknown; readonly text: string };

/** The members with a value that are not among the known ones, in their given order. */
export function restOf(record: FreeForm, known: readonly string[]): Member[] {
  return Object.entries(record)
    .filter(([name, value]) => !known.includes(name) && !isNothing(value))
    .map(([name, value]) => ({ name, label: memberLabel(name), value, text: valueText(value) }));
}

/** The members that the gateway left out for the viewer's role, as a sentence; null if the record is whole. */
export function withheldText(record: unknown): string | null {
  const withheld = isRecord(record) ? record[withheldMember] : null;
  const names = Array.isArray(withheld) ? withheld.filter((name) => typeof name === 'string') : [];
  if (names.length === 0) return null;
  return `${counted(names.length, 'field is', 'fields are')} withheld from your role: ${names.join(', ')}.`;
}

/** The record as the service sent it, as far as the role sees it. */
export function asSent(record: unknown): unknown {
  if (!isRecord(record) || !Object.hasOwn(record, withheldMember)) return record;
  const { [withheldMember]: _, ...sent } = record;
  return sent;
}

/** Null, an empty text, list or object. */
function isNothing(value: unknown): boolean {
  if (value == null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** `workOrderDisplayNumber` as people write it: `Work order display number`. */
export function memberLabel(name: string): string {
  const words = name
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replaceAll(/[_\s-]+/g, ' ')
    .trim()
    .replaceAll(/\p{Lu}\p{Ll}+/gu, (word) => word.toLowerCase());
  return capitalized(words) || name;
}

/** Any value in one line: an object by its name, a list with commas, otherwise as JSON. */
export function valueText(value: unknown): string {
  if (value == null) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  if (!isRecord(value)) return JSON.stringify(value);
  const { name, firstName, lastName } = value;
  if (typeof name === 'string') return name;
  const person = [firstName, lastName].filter((part) => typeof part === 'string').join(' ');
  return person || JSON.stringify(value);
}

/** The first of these members with a number or a non-blank text, trimmed; null if there is none. */
export function textOf(record: FreeForm, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = record[name];
    if (typeof value === 'number') return String(value);
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return null;
}
