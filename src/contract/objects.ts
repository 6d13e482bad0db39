/** An object with undocumented members. */
export type FreeForm = { readonly [member: string]: unknown };

/** True for an object that is not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An object with one member per name. */
export function byName<const Name extends string, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  // `Object.fromEntries` types its keys as any text.
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}

/**
 * The names of an object's own members. Only for objects written in full in our source: at run time others may have
 * more.
 */
export function namesOf<Shape extends object>(shape: Shape): (keyof Shape & string)[] {
  // `Object.keys` types its keys as any text.
  return Object.keys(shape) as (keyof Shape & string)[];
}
