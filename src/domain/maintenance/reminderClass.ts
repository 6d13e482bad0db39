import { type ReminderClass, reminderNameKey, type SetClasses } from '#contract/access/reminderClasses.ts';

/** What kind of reminder a name tells, and for what flights it counts. */
export type ClassOf = {
  readonly reminderClass: ReminderClass;
  /** `IFR only`, for a conditional one; `advisory`; null for airworthiness. */
  readonly onlyFor: string | null;
  /** True if a manager set the class. */
  readonly isClassSet: boolean;
};

/** A word that decides the class, in some cases only with one of `with` beside it. */
type Telling = {
  readonly words: RegExp;
  readonly with?: RegExp;
  readonly reminderClass: Exclude<ReminderClass, 'airworthiness'>;
  readonly onlyFor: string;
};

/** Words beside which no meaning changes; figures too. */
const anywhere =
  /^(due|expires|expiration|renewal|update|updates|cycle|month|months|mo|monthly|weekly|day|days|calendar|biennial|system|systems|equipment|cfr|far|part|app|appendix|and|the|of|for|a|to|in|x|no|e|f|\d{1,3})$/;
const avionics =
  /^(check|checks|test|tests|inspection|insp|certification|recertification|cert|gps|nav|navigation|com|avionics|garmin|g1000|g3x|avidyne|jeppesen|jepp|terrain|obstacle|receiver|receivers|accuracy|operational|ops|pressure|altitude|reporting|automatic|encoder|encoding|mode|c|s|out|ads|b|electronic|chart|charts|subscription|subscriptions|use|flight|flights|operations|light|lights|lighting)$/;
const airframe =
  /^(aircraft|airplane|plane|exterior|interior|outside|inside|windows|windshield|cabin|carpet|carpets|seats|deviation|sirius|xm|siriusxm|foreflight|jeppesen|jepp|chart|charts|weather|tablet|ipad|data|service|plan|magnetic)$/;

/** The classes by the words of the name, the first that matches. Regulations: 14 CFR 91.411, 91.413, 91.171. */
const tellings: readonly Telling[] = [
  {
    words: /^(transponder|transponders|xpdr|xponder|91\.413)$/,
    reminderClass: 'conditional',
    onlyFor: 'IFR or transponder airspace',
  },
  {
    words: /^(pitot|static|altimeter|altimeters|ifr|vor|vors|database|databases|navdata|91\.411|91\.171)$/,
    reminderClass: 'conditional',
    onlyFor: 'IFR only',
  },
  { words: /^night$/, reminderClass: 'conditional', onlyFor: 'night only' },
  {
    words: /^(cleaning|clean|wash|washing|detailing|wax|waxing|polish|polishing|subscription|subscriptions)$/,
    reminderClass: 'advisory',
    onlyFor: 'advisory',
  },
  { words: /^compass$/, with: /^(swing|swap|exchange|card)$/, reminderClass: 'advisory', onlyFor: 'advisory' },
];

/** Conditional, but the name does not tell for what. */
const someFlights = 'IFR or night only';

/**
 * The class that a name tells. Every word of the name must be known, so that “Transponder mount AD” and “Fuel injector
 * cleaning” stay what any unknown name is: airworthiness.
 */
export function classByName(name: string): Omit<ClassOf, 'isClassSet'> {
  const words = reminderNameKey(name).match(/\d+\.\d+|[\p{L}\d]+/gu) ?? [];
  const has = (pattern: RegExp) => words.some((word) => pattern.test(word));
  const telling = tellings.find(
    (candidate) => has(candidate.words) && has(candidate.with ?? candidate.words) && isUnderstood(words, candidate),
  );
  if (!telling) return { reminderClass: 'airworthiness', onlyFor: null };
  const { reminderClass, onlyFor } = telling;
  return { reminderClass, onlyFor };
}

/** True if every word belongs to the class: a word that tells it too, or one that changes nothing beside it. */
function isUnderstood(words: readonly string[], { reminderClass }: Telling): boolean {
  const known = tellings.flatMap((one) =>
    one.reminderClass === reminderClass ? [one.words, one.with ?? []].flat() : [],
  );
  const patterns = [anywhere, reminderClass === 'advisory' ? airframe : avionics, ...known];
  return words.every((word) => patterns.some((pattern) => pattern.test(word)));
}

let current: SetClasses = {};
let changes = 0;

/**
 * The classes that managers have set. They come with the configuration, and change while a process runs: reminders are
 * read anew at least once a minute, and with their class (decision 0042).
 */
export function setReminderClasses(given: SetClasses): void {
  if (JSON.stringify(given) === JSON.stringify(current)) return;
  current = given;
  changes++;
}

/** A part of the key of what is computed from reminders and kept: another number with every change of the classes. */
export function reminderClassesKey(): number {
  return changes;
}

/** The class of all reminders of a name: what a manager set, otherwise what the name tells. */
export function reminderClassOf(name: string, set: SetClasses = current): ClassOf {
  const own = set[reminderNameKey(name)];
  const byName = classByName(name);
  if (own === undefined) return { ...byName, isClassSet: false };
  if (own === byName.reminderClass) return { ...byName, isClassSet: true };
  const onlyFor = { airworthiness: null, conditional: someFlights, advisory: 'advisory' }[own];
  return { reminderClass: own, onlyFor, isClassSet: true };
}

/** The class in words: `Airworthiness: grounds`, `Conditional: IFR only`, `Advisory: listed only`. */
export function classWords({ reminderClass, onlyFor, isClassSet }: ClassOf): string {
  const words = {
    airworthiness: 'Airworthiness: grounds',
    conditional: `Conditional: ${onlyFor}`,
    advisory: 'Advisory: listed only',
  }[reminderClass];
  return isClassSet ? `${words} (set by a manager)` : words;
}
