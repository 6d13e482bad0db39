/** Worst first. */
export const checkLevels = ['stop', 'check', 'not known', 'no findings'] as const;
export type CheckLevel = (typeof checkLevels)[number];

/** The words for the levels, the same on screens, on paper and in files. */
export const levelWords: { readonly [Level in CheckLevel]: string } = {
  stop: 'Do not dispatch',
  check: 'Caution',
  'not known': 'Not known',
  'no findings': 'No findings',
};

const checkSubjects = [
  'aircraft fit',
  'aircraft there',
  'double booking',
  'instructor',
  'checkout',
  'pilot',
  'daylight',
  'weather',
] as const;
export type CheckSubject = (typeof checkSubjects)[number];

/**
 * What no check covers. The weather is covered where the school has limits for a student's solo and a report was read: of one
 * flight, or of the solos of a day alone.
 */
export function notChecked(weather: 'weather' | 'weather except for solos' | 'weather was checked'): string {
  const others = 'currency, medical, endorsements beyond checkouts, instructor rest';
  return weather === 'weather was checked' ? others : `${others}, ${weather}`;
}

/** What the records say about one subject of a reservation, in words. */
export type CheckLine = {
  readonly subject: CheckSubject;
  readonly level: CheckLevel;
  /** The reasons for the level, each in words. */
  readonly reasons: readonly string[];
  /** These reasons in one text. */
  readonly words: string;
  /**
   * All findings in one text for each level, worst first: the first entry is `words`. `isWarning`: among them is a Warning of the
   * service that does not touch the flight.
   */
  readonly details: readonly { readonly level: CheckLevel; readonly words: string; readonly isWarning: boolean }[];
  /** The reason in two words, for places with room for a mark only. */
  readonly mark: string;
  /** The findings of the level, which give the reasons. */
  readonly findings: readonly Finding[];
};

/**
 * One finding about a subject; the worst findings give its line the level and the mark. A finding with the level `no findings` is only for reading: it
 * appears in the details and marks nothing.
 */
export type Finding = {
  readonly level: CheckLevel;
  readonly words: string;
  readonly mark?: string | undefined;
  /** True for a Warning of the service that does not touch the flight: it marks nothing, but nothing beside it is called fine. */
  readonly isWarning?: boolean;
  /** The key of the maintenance reminder behind it. */
  readonly reminder?: string;
};

const defaultMarks: { readonly [Subject in CheckSubject]: string } = {
  'aircraft fit': 'Aircraft',
  'aircraft there': 'Not there',
  'double booking': 'Double booking',
  instructor: 'Instructor',
  checkout: 'Checkout',
  pilot: 'Pilot',
  daylight: 'Solo night',
  weather: 'Weather',
};

/** The findings of a subject in one line. `fine` is the text if there is nothing against it. */
export function lineOf(subject: CheckSubject, findings: readonly Finding[], fine: string): CheckLine {
  const level =
    checkLevels.find((candidate) => findings.some((finding) => finding.level === candidate)) ?? 'no findings';
  const at = (one: CheckLevel) => findings.filter((finding) => finding.level === one);
  const wordsAt = (one: CheckLevel) => at(one).map(({ words }) => words);
  const isWarningAt = (one: CheckLevel) => at(one).some(({ isWarning }) => isWarning === true);
  const isFine = level === 'no findings' && !isWarningAt(level);
  const reasons = distinct(isFine ? [fine, ...wordsAt(level)] : wordsAt(level));
  const milder = checkLevels.slice(checkLevels.indexOf(level) + 1).flatMap((one) => {
    const own = distinct(wordsAt(one)).filter((words) => !reasons.includes(words));
    return own.length > 0 ? [{ level: one, words: own.join('; '), isWarning: isWarningAt(one) }] : [];
  });
  const worst = findings.filter((finding) => finding.level === level);
  const words = reasons.join('; ');
  return {
    subject,
    level,
    reasons,
    words,
    details: [{ level, words, isWarning: isWarningAt(level) }, ...milder],
    mark: worst[0]?.mark ?? defaultMarks[subject],
    findings: worst,
  };
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts.filter(Boolean))];
}
