import {
  type CheckFinding,
  type ConnectionCheck,
  isNightHour,
  type StartHours,
} from '#contract/gateway/connectionCheck.ts';
import { type Clock, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { counted } from '#domain/words.ts';

/** The marks of the check in words, the most serious first. */
export const markNames = {
  failed: 'Failed',
  differs: 'Differs',
  unsure: 'Not known',
  ok: 'As specified',
} as const satisfies { readonly [Mark in CheckFinding['mark']]: string };

const order = Object.keys(markNames);

export type FindingRow = CheckFinding & { readonly key: string };

/** The findings, the most serious first; only those that differ from the specification, unless all are wanted. */
export function findingRows(findings: readonly CheckFinding[], isAll: boolean): FindingRow[] {
  return findings
    .map((finding, at) => ({ ...finding, key: `${at} ${finding.subject}` }))
    .filter(({ mark }) => isAll || mark !== 'ok')
    .toSorted((a, b) => order.indexOf(a.mark) - order.indexOf(b.mark));
}

/** How far the check is, in a sentence. */
export function progressText(check: ConnectionCheck, now: Instant, clock: Clock): string {
  const { state, calls, held, mostCalls: maxCalls, endedAt } = check;
  const made = `${counted(calls, 'call')}, ${counted(held, 'answer')} from the local copy`;
  if (state === 'none')
    return `The check makes ${maxCalls} calls at most. They wait their turn in the call allowance, and what the local copy holds is not called for again.`;
  if (state === 'running') return `Checking: ${made}.`;
  const when = endedAt === null ? '' : ` ${whenText(Date.parse(endedAt), now, clock)}`;
  return state === 'stopped' ? `Stopped${when} after ${made}.` : `Checked${when}: ${made}.`;
}

/** The settings to change, as lines of `.env`; empty if all fit. */
export function settingLines({ settings }: Pick<ConnectionCheck, 'settings'>): readonly string[] {
  return settings.filter(({ value, fits }) => value !== fits).map(({ name, fits }) => `${name}=${fits}`);
}

type Histogram = {
  readonly reading: 'operator' | 'utc';
  readonly title: string;
  readonly counts: readonly number[];
  readonly isFitting: boolean;
  /** For people who do not see the bars. */
  readonly words: string;
};

/** The start hours by both readings of times without a zone, side by side. */
export function histograms(hours: StartHours, { settings }: Pick<ConnectionCheck, 'settings'>): readonly Histogram[] {
  const fitting = settings.find(({ name }) => name === 'ZONELESS_TIMES')?.fits;
  return (['operator', 'utc'] as const).map((reading) => {
    const counts = hours[reading];
    const night = counts.filter((_, hour) => isNightHour(hour)).reduce((sum, count) => sum + count, 0);
    const all = counts.reduce((sum, count) => sum + count, 0);
    return {
      reading,
      title: reading === 'operator' ? 'Read as local time' : 'Read as UTC',
      counts,
      isFitting: reading === fitting,
      words: `${night} of ${counted(all, 'reservation')} begin between 2300L and 0500L`,
    };
  });
}

/** The whole check as a text to send to support: no key, no address of the service, no names of people. */
export function reportText(check: ConnectionCheck, now: Instant, clock: Clock): string {
  const lines = [
    'Flightline: check of the connection',
    progressText(check, now, clock),
    '',
    ...findingRows(check.findings, true).map(
      ({ mark, subject, words }) => `${markNames[mark].padEnd(14)}${subject}: ${words}`,
    ),
    '',
    ...check.advice.map((advice) => `- ${advice}`),
    ...(check.hours ? histograms(check.hours, check).map(({ title, counts }) => `${title}: ${counts.join(' ')}`) : []),
    '',
    ...check.settings.map(({ name, value, fits }) =>
      value === fits ? `${name}=${value}` : `${name}=${fits}   # now ${value}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}
