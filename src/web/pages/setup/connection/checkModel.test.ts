import { describe, expect, it } from 'vitest';
import type { ConnectionCheck } from '#contract/gateway/connectionCheck.ts';
import { findingRows, histograms, progressText, reportText, settingLines } from './checkModel.ts';

const clock = { zone: 'America/Denver', mode: 'L' } as const;
const now = Date.parse('2026-05-12T17:05:00Z');

const check: ConnectionCheck = {
  state: 'finished',
  note: null,
  startedAt: '2026-05-12T17:00:00Z',
  endedAt: '2026-05-12T17:04:00Z',
  calls: 27,
  mostCalls: 34,
  held: 1,
  findings: [
    { subject: 'aircraft', mark: 'ok', words: 'read' },
    { subject: 'offset', mark: 'differs', words: 'counts records' },
    { subject: 'users', mark: 'failed', words: 'no answer in time' },
  ],
  advice: ['Try again later.'],
  hours: { zone: 'America/Denver', operator: [0, 0, 0, 0, 0, 0, 0, 0, 3], utc: [2, 0, 1, 0, 0, 0, 0, 0, 0] },
  settings: [
    { name: 'API_RATE_LIMIT', value: '60', fits: '60' },
    { name: 'ZONELESS_TIMES', value: 'utc', fits: 'operator' },
  ],
};

describe('the connection check', () => {
  it('lists the differences, most serious first, and everything on request', () => {
    expect(findingRows(check.findings, false).map(({ subject }) => subject)).toEqual(['users', 'offset']);
    expect(findingRows(check.findings, true).map(({ subject }) => subject)).toEqual(['users', 'offset', 'aircraft']);
  });

  it.each([
    ['none', /^The check makes 34 calls at most\. /],
    ['running', /^Checking: 27 calls, 1 answer from the local copy\.$/],
    ['stopped', /^Stopped 1104L after 27 calls, 1 answer from the local copy\.$/],
    ['finished', /^Checked 1104L: 27 calls, 1 answer from the local copy\.$/],
  ] as const)('shows its progress when %s', (state, words) => {
    expect(progressText({ ...check, state }, now, clock)).toMatch(words);
  });

  it('gives only the settings to change, as lines of .env', () => {
    expect(settingLines(check)).toEqual(['ZONELESS_TIMES=operator']);
  });

  it('marks the reading that fits, and counts reservations that begin at night', () => {
    expect(check.hours && histograms(check.hours, check).map(({ isFitting, words }) => [isFitting, words])).toEqual([
      [true, '0 of 3 reservations begin between 2300L and 0500L'],
      [false, '3 of 3 reservations begin between 2300L and 0500L'],
    ]);
  });

  it('has a text report with every finding and setting', () => {
    const text = reportText(check, now, clock);
    for (const line of ['Failed        users: no answer in time', '- Try again later.', 'API_RATE_LIMIT=60'])
      expect(text.split('\n')).toContain(line);
    expect(text).toContain('ZONELESS_TIMES=operator   # now utc');
  });
});
