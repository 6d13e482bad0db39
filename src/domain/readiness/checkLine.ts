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

/** What the records say of one subject of a reservation, in words. */
export type CheckLine = { readonly subject: CheckSubject; readonly level: CheckLevel; readonly words: string };

/** Something said of a subject; the worst of them make its line. */
export type Finding = { readonly level: CheckLevel; readonly words: string };

/** The worst findings of a subject in one line; `fine` are the words where nothing is found. */
export function lineOf(subject: CheckSubject, findings: readonly Finding[], fine: string): CheckLine {
  if (findings.length === 0) return { subject, level: 'no findings', words: fine };
  const level = checkLevels.find((one) => findings.some((finding) => finding.level === one)) ?? 'no findings';
  const words = findings.filter((finding) => finding.level === level).map((finding) => finding.words);
  return { subject, level, words: words.length > 0 ? [...new Set(words)].join('; ') : fine };
}
