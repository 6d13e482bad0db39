/** Members that hold how to reach somebody, what they owe, or what they look like, by any name seen for them. */
const personal = /phone|mobile|e-?mail|address|balance|birth|gender|image|photo|avatar|password/i;

/**
 * The same value without personal members, at any depth: what may be kept on a device that others use. Names stay: a squawk
 * says who wrote it up.
 */
export function withoutPersonalData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPersonalData);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !personal.test(name));
  return Object.fromEntries(kept.map(([name, member]) => [name, withoutPersonalData(member)]));
}
