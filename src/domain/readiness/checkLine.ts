/** Worst first. */
export const checkLevels = ['stop', 'check', 'not known', 'no findings'] as const;
export type CheckLevel = (typeof checkLevels)[number];

const checkSubjects = [
  'aircraft fit',
  'aircraft there',
  'double booking',
  'instructor',
  'checkout',
  'pilot',
  'daylight',
] as const;
export type CheckSubject = (typeof checkSubjects)[number];

/** What no check looks at, because the service tells nothing of it. */
export const notChecked = 'currency, medical, endorsements beyond checkouts, instructor rest, weather';

/** What the records say of one subject of a reservation, in words. */
export type CheckLine = {
  readonly subject: CheckSubject;
  readonly level: CheckLevel;
  readonly words: string;
  /** The reason in two words, for places with room for a mark alone. */
  readonly mark: string;
};

/**
 * Something said of a subject; the worst of them make its line. One with the level `no findings` is only worth reading: it stands in
 * the details, and marks nothing.
 */
export type Finding = { readonly level: CheckLevel; readonly words: string; readonly mark?: string };

const usualMarks: { readonly [Subject in CheckSubject]: string } = {
  'aircraft fit': 'Aircraft',
  'aircraft there': 'Not there',
  'double booking': 'Double booking',
  instructor: 'Instructor',
  checkout: 'Checkout',
  pilot: 'Pilot',
  daylight: 'Solo night',
};

/** The worst findings of a subject in one line; `fine` are the words where nothing stands against it. */
export function lineOf(subject: CheckSubject, findings: readonly Finding[], fine: string): CheckLine {
  const level = checkLevels.find((one) => findings.some((finding) => finding.level === one)) ?? 'no findings';
  const worst = findings.filter((finding) => finding.level === level);
  const words = worst.map((finding) => finding.words);
  const told = level === 'no findings' ? [fine, ...words].filter(Boolean) : words;
  return { subject, level, words: [...new Set(told)].join('; '), mark: worst[0]?.mark ?? usualMarks[subject] };
}
