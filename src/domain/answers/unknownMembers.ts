import * as z from 'zod/mini';
import { withheldMember } from '#contract/access/roles.ts';
import { isRecord } from '#contract/objects.ts';
import { sentMember, unreadMember } from '#contract/tolerant.ts';
import { counted } from '#domain/words.ts';
import { isNothing, memberLabel } from './members.ts';

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

/** The members that the gateway left out for the viewer's role, as a sentence; null if the record is whole. */
export function withheldText(record: unknown): string | null {
  const withheld = isRecord(record) ? record[withheldMember] : null;
  const names = Array.isArray(withheld) ? withheld.filter((name) => typeof name === 'string') : [];
  if (names.length === 0) return null;
  return `${counted(names.length, 'field is', 'fields are')} withheld from your role: ${names.join(', ')}.`;
}

/** The record as the service sent it, as far as the role sees it. */
export function asSent(record: unknown): unknown {
  if (!isRecord(record)) return record;
  const given = record[sentMember] ?? record;
  if (!isRecord(given) || !(withheldMember in given || unreadMember in given)) return given;
  const { [withheldMember]: _, [unreadMember]: _unread, ...sent } = given;
  return sent;
}

const unseen = /[^\P{C}\n]|[\p{DI}\p{Zl}\p{Zp}]/gu;

/** A value as JSON for people. Characters that draw nothing are written as escapes: they are seen, and change nothing else. */
export function jsonText(value: unknown): string {
  return (JSON.stringify(value, null, 2) ?? '').replaceAll(unseen, (mark) =>
    mark.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}
