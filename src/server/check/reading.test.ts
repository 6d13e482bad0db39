import { describe, expect, it } from 'vitest';
import { parseList } from '#contract/answers.ts';
import type { OperationId } from '#contract/operations.ts';
import { aircraft, reservation } from '#contract/sampleRecords.ts';
import { extraMembers, readingVerdict } from './reading.ts';

function verdict(id: OperationId, items: readonly unknown[], limit: number | null, totalItems = items.length) {
  return readingVerdict(id, { page: parseList(id, { totalItems, items }), rows: items }, limit);
}

describe('a page', () => {
  it('as specified is ok', () => {
    expect(verdict('listAircraft', [aircraft], 4, 26)).toEqual({ mark: 'ok', words: '1 records read, of 26 in all' });
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

  it('larger than its limit, or than its total, says so', () => {
    const two = [aircraft, aircraft];
    expect(verdict('listAircraft', two, 1, 1).words).toMatch(/; limit=1 is ignored; totalItems says 1$/);
    expect(verdict('listAircraft', two, 2, 2).mark).toBe('ok');
  });
});

describe('extra members', () => {
  it('are none where no shape is documented', () => {
    expect(extraMembers('reportFlights', [{ anything: 1 }])).toEqual([]);
  });

  it('are none of what is no record', () => {
    expect(extraMembers('listAircraft', [null, 'text', 3])).toEqual([]);
  });
});
