import type { Config } from '#contract/gateway/config.ts';

/** What a school says of itself that its rules depend on, besides its thresholds. */
export type School = {
  /** The rules of the country that the checks cite. */
  readonly ruleSet: NonNullable<Config['ruleSet']>;
  /** Words in names of types, activities, courses and lessons that say “solo”, besides the usual ones. */
  readonly soloWords: readonly string[];
};

const defaults: School = { ruleSet: 'faa', soloWords: [] };

let current: School | null = null;

/** This school, as the rules use it. */
export function school(): School {
  return (current ??= defaults);
}

/**
 * Sets the school once per process or page and before any rule runs, as the thresholds are (decision 0042). Throws if rules have
 * used another: two screens must not judge differently.
 */
export function setSchool(given: Pick<Config, 'ruleSet' | 'soloWords'>): void {
  const ownSchool: School = {
    ruleSet: given.ruleSet ?? defaults.ruleSet,
    soloWords: given.soloWords ?? defaults.soloWords,
  };
  if (current && JSON.stringify(ownSchool) !== JSON.stringify(school()))
    throw new Error('The school’s rules are in use and cannot change.');
  current = ownSchool;
}

/** For tests, which have several schools in one process. */
export function forgetSchool(): void {
  current = null;
}
