import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CheckFinding } from '#contract/gateway/connectionCheck.ts';
import { printable, startJournal, extraMembers, readingVerdict } from './findings.ts';
import { parseList } from '#contract/answers.ts';
import type { OperationId } from '#contract/operations.ts';
import { aircraft, reservation } from '#e2e/fixtures/samples/sampleRecords.ts';

describe('a journal', () => {
  it('hands on each finding at once, and knows whether one failed', () => {
    const found: CheckFinding[] = [];
    const journal = startJournal((finding) => found.push(finding));
    journal.note('users', { mark: 'ok', words: 'read' });
    expect(journal.hasFailed()).toBe(false);
    journal.fail('flights', { kind: 'faulty', detail: '500', retryAfter: null });
    expect(journal.hasFailed()).toBe(true);
    expect(found).toEqual([
      { subject: 'users', mark: 'ok', words: 'read' },
      { subject: 'flights', mark: 'failed', words: 'the service failed (500)' },
    ]);
    expect(journal.advice()).toHaveLength(1);
  });
});

describe('a printable line', () => {
  it('never contains the key, wherever it occurs and however long the line is', () => {
    const key = fc.stringMatching(/^[\x21-\x7e]{8,40}$/).map((text) => `#${text}#`);
    const filler = fc.nat(1200).map((length) => ' '.repeat(length));
    fc.assert(
      fc.property(key, filler, filler, (secret, before, after) => {
        const line = printable(`${before}${secret}${after}${encodeURIComponent(secret)}`, secret);
        return !line.includes(secret) && !line.includes(encodeURIComponent(secret)) && line.length <= 1001;
      }),
    );
  });

  it('contains no control characters', () => {
    expect(printable('a\u001b[2Jb\r\nc\u009b1m', 'demo-key')).toBe('a [2Jb c 1m');
  });
});

function verdict(id: OperationId, items: readonly unknown[], limit: number | null, totalItems = items.length) {
  return readingVerdict(id, { page: parseList(id, { totalItems, items }), rows: items }, limit);
}

describe('a page', () => {
  it('as specified is ok', () => {
    expect(verdict('listAircraft', [aircraft], 4, 26)).toEqual({ mark: 'ok', words: '1 record read, of 26 in all' });
  });

  it('with records set aside or odd says how many and why, each reason once', () => {
    const odd = { ...aircraft, make: 'Cessna' };
    expect(verdict('listAircraft', [aircraft, odd, odd, { tailNumber: 'N1' }], 4)).toEqual({
      mark: 'differs',
      words:
        '3 records read, of 4 in all; 1 of 4 set aside (no aircraftId); 2 of 4 with odd members (make is not an object)',
    });
  });

  it('with members beyond the specification names them', () => {
    const more = { ...reservation, startTimeUtc: reservation.startTime };
    expect(verdict('listReservations', [more, more], 4).words).toMatch(/; members .* does not have: startTimeUtc$/);
  });

  it('larger than its limit or total says so', () => {
    const two = [aircraft, aircraft];
    expect(verdict('listAircraft', two, 1, 1).words).toMatch(/; limit=1 is ignored; totalItems says 1$/);
    expect(verdict('listAircraft', two, 2, 2).mark).toBe('ok');
  });
});

describe('extra members', () => {
  it('do not exist where no shape is documented', () => {
    expect(extraMembers('reportFlights', [{ anything: 1 }])).toEqual([]);
  });

  it('do not exist in an item that is not a record', () => {
    expect(extraMembers('listAircraft', [null, 'text', 3])).toEqual([]);
  });
});
