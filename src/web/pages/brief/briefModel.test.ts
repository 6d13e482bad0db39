import { describe, expect, it } from 'vitest';
import { refreshFailure } from '#domain/answers/failures.ts';
import {
  dayInAddress,
  columnsOf,
  maxNotice,
  noticeOf,
  refusalText,
  rowKey,
  stampText,
  defaultPaper,
} from './briefModel.ts';

const now = Date.parse('2026-05-12T03:00:00Z');

describe('the paper size of a school', () => {
  it.each([
    ['America/Denver', 'letter'],
    ['America/Toronto', 'letter'],
    ['America/Mexico_City', 'letter'],
    ['US/Eastern', 'letter'],
    ['Pacific/Honolulu', 'letter'],
    ['America/Sao_Paulo', 'a4'],
    ['America/Argentina/Buenos_Aires', 'a4'],
    ['Europe/Berlin', 'a4'],
    ['Asia/Kolkata', 'a4'],
    ['Pacific/Auckland', 'a4'],
  ])('in %s is %s', (zone, paper) => {
    expect(defaultPaper(zone)).toBe(paper);
  });
});

describe('a notice on the briefing sheet', () => {
  it('is put on one line and cut at the maximum length', () => {
    expect(noticeOf('  Runway 17L closed\n until  1200L ')).toBe('Runway 17L closed until 1200L');
    expect(noticeOf('x'.repeat(maxNotice))).toHaveLength(maxNotice);
    expect(noticeOf('x'.repeat(maxNotice + 1))).toBe(`${'x'.repeat(maxNotice - 1)}…`);
    expect(noticeOf('')).toBe('');
  });
});

describe('the text above the sheet', () => {
  it('gives the time of the data with its day, by the operator’s clock', () => {
    expect(stampText(now, 'America/Denver')).toBe('As of 2100L Mon 11 May');
    expect(stampText(null, 'America/Denver')).toBe('');
  });

  it('gives the gateway’s reason when it refuses the day', () => {
    const refused = refreshFailure({ status: 400, message: 'The local copy holds other days.' });
    expect(refusalText(refused)).toBe('The local copy holds other days.');
    expect(refusalText(refreshFailure({ status: 500, message: 'No.' }))).toBeNull();
    expect(refusalText(null)).toBeNull();
  });
});

it('the first day requested comes from the address, or is the operator’s today', () => {
  expect(dayInAddress('?date=2026-05-20&paper=a4', now, 'America/Denver')).toBe('2026-05-20');
  expect(dayInAddress('?date=2026-02-30', now, 'America/Denver')).toBe('2026-05-11');
  expect(dayInAddress('', now, 'America/Denver')).toBe('2026-05-11');
});

it('the columns of a block have the given widths, and one column takes the rest', () => {
  const columns = [
    { kind: 'code', width: 3 },
    { kind: 'text', width: null },
  ] as const;
  expect(columnsOf({ columns: [...columns] })).toBe('calc(3 * var(--line)) minmax(0, 1fr)');
});

it('two rows with the same text get different keys', () => {
  expect(rowKey({ cells: ['1400L', 'N512SP'] }, 0)).not.toBe(rowKey({ cells: ['1400L', 'N512SP'] }, 1));
});
