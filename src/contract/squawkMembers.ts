/**
 * What a squawk's member may say, by its name. The specification shows no members of squawks (section 2.9), and services
 * name them in several ways, so a name counts in any letter case and with or without separators.
 * `grounding`: a flag that the aircraft must not fly. `airworthy`: a flag that it may.
 * `style`: a severity, status, type or priority, whose words may say either that it grounds or that it is resolved.
 */
export type SquawkMember = 'grounding' | 'airworthy' | 'style';

const forms: readonly (readonly [RegExp, SquawkMember])[] = [
  [
    /^(is|was|has|does)?(aircraft)?(ground|grounds|grounded|grounding|aog|nogo|unairworthy)(the)?(aircraft|squawk|item|flag|status|state|on|at|date|since)?$/,
    'grounding',
  ],
  [/^(is)?(aircraft)?airworthy$/, 'airworthy'],
  [
    /^(squawk|discrepancy|defect|item|aircraft|dispatch|airworthiness|maintenance)?(severity|criticality|status|state|type|kind|priority|category|class|classification|level|condition)(name|text)?$/,
    'style',
  ],
];

/** Longer names are not examined. */
const longestName = 40;

/** Null for a member that says nothing about it. */
export function squawkMember(name: string): SquawkMember | null {
  if (name.length > longestName) return null;
  const plain = name.toLowerCase().replaceAll(/[^a-z]/g, '');
  return forms.find(([form]) => form.test(plain))?.[1] ?? null;
}

/** True for a member that says how bad a squawk is. */
export function isSeverity(name: string): boolean {
  return squawkMember(name) === 'style' && /severity|criticality/i.test(name);
}
