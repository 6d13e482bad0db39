import { memberLabel } from '#domain/answers/unknownMembers.ts';

/** What names of members carry besides what they name: `customerLabel1Name`, `registrationTail`, `isSimulator`. */
const shortenings: readonly (readonly [RegExp, string])[] = [
  [/\blabel ?\d+ name\b/i, ''],
  [/\bregistration tail\b/i, 'tail'],
  [/ display number$/i, ''],
  [/^is (?=\w)/i, ''],
  [/\bid$/i, 'ID'],
];
const abbreviations = /\b(?:ttis|ttsn|smoh|tsmoh)\b/gi;

/** The name of a column as people say it: `Customer`, `Tail`, `Simulator`. */
export function columnName(path: readonly string[]): string {
  const full = memberLabel(path.join(' '));
  const short = shortenings
    .reduce((text, [what, by]) => text.replace(what, by), full)
    .replace(abbreviations, (word) => word.toUpperCase())
    .replaceAll(/\s+/g, ' ')
    .trim();
  return short.charAt(0).toUpperCase() + short.slice(1) || full;
}

/** The names of several columns; those that would be called the same keep their full names. */
export function columnNames(paths: readonly (readonly string[])[]): string[] {
  const short = paths.map(columnName);
  const counts = new Map<string, number>();
  for (const name of short) counts.set(name, (counts.get(name) ?? 0) + 1);
  return short.map((name, at) => ((counts.get(name) ?? 0) > 1 ? memberLabel((paths[at] ?? []).join(' ')) : name));
}
