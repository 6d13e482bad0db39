import * as z from 'zod/mini';
import { isNothing, memberLabel } from './freeForm.ts';

/** A member that no shape describes, at any depth of a record. */
export type UnknownMember = {
  /** `pilots.0.locations`. */
  readonly path: string;
  /** `Pilots 1 · Locations`. */
  readonly label: string;
  /** Of the member itself. */
  readonly name: string;
  readonly value: unknown;
};

/**
 * What a record holds beyond the members its documented shape describes: unknown ones, and those of which the
 * specification shows only null or an empty list. Empty values are left out.
 */
export function unknownMembers(value: unknown, shape: z.core.$ZodType, path: readonly string[] = []): UnknownMember[] {
  if (isNothing(value)) return [];
  const inner = shape instanceof z.ZodMiniNullable ? shape.def.innerType : shape;
  if (inner instanceof z.ZodMiniObject && typeof value === 'object') {
    return Object.entries(value as object).flatMap(([name, member]: [string, unknown]) =>
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
