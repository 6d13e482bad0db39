import { describe, expect, it } from 'vitest';
import { allRead, noneRead, oldRead, partRead } from '#e2e/fixtures/samples/sampleKnown.ts';
import { slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { findConflicts } from '#domain/conflicts/conflicts.ts';
import { aircraft, now } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { everywhere } from '#domain/reservations/locations.ts';
import { conflictCount, countText } from './scheduleModel.ts';

describe('the schedule’s count text', () => {
  const count = (given: Partial<Parameters<typeof countText>[0]>) =>
    countText({
      isAll: true,
      isHere: true,
      shown: 1204,
      total: 1204,
      notes: [],
      days: null,
      narrowing: everywhere,
      known: allRead,
      ...given,
    });

  it('gives the total, or the chosen ones out of the total', () => {
    expect(count({})).toBe('1,204 in all');
    expect(count({ shown: 12 })).toBe('12 of 1,204');
    expect(count({ notes: ['3 over midnight', '2 cancelled or no-show'] })).toBe(
      '1,204 in all, 3 over midnight, 2 cancelled or no-show',
    );
    expect(count({ shown: 0, total: 0 })).toBe('0 in all');
  });

  it('is unknown before its data is loaded', () => {
    expect(count({ isHere: false, shown: 0, total: 0 })).toBeNull();
    expect(count({ isAll: false })).toBeNull();
    expect(count({ known: noneRead, shown: 0, total: 0 })).toBe('Not known yet');
    expect(count({ known: partRead, shown: 3, total: 3 })).toBe('3, 2 aircraft not loaded yet');
    const days = [{ hours: 0 }, { hours: null }];
    expect(count({ isAll: false, isHere: false, days, known: noneRead })).toBe('Not known yet');
  });

  it('gives the booked hours of a month whose reservations are not all loaded', () => {
    const days = [{ hours: 1200.4 }, { hours: null }, { hours: 0.2 }];
    expect(count({ isAll: false, isHere: false, days })).toBe('1,201 h booked');
  });
});

describe('the schedule’s conflict text', () => {
  const reservations = [
    slot('one', '12:00', '14:00'),
    slot('two', '13:00', '15:00'),
    slot('odd', '16:00', '18:00', { status: 77 }),
    slot('clash', '17:00', '18:30'),
  ];
  const conflicts = findConflicts({
    reservations,
    fleet: [aircraft()],
    due: [],
    horizons: new Map(),
    grounding: new Map(),
    now,
  });
  const count = (given: Partial<Parameters<typeof conflictCount>[0]>) => {
    const { certainty, words, gap } = conflictCount({
      isAll: true,
      isHere: true,
      ofConflicts: allRead,
      unchecked: 0,
      month: null,
      conflicts,
      ...given,
    });
    return [certainty, `${words}${gap}`];
  };

  it('is split by certainty, with the mark of the worst', () => {
    expect(conflicts.map(({ certainty }) => certainty)).toEqual(['definite', 'possible']);
    expect(count({})).toEqual(['definite', '1 conflict, 1 possible']);
    expect(count({ conflicts: conflicts.slice(1) })).toEqual(['possible', '1 possible conflict']);
    expect(count({ conflicts: conflicts.slice(0, 1) })).toEqual(['definite', '1 conflict']);
    expect(count({ conflicts: [...conflicts, ...conflicts] })).toEqual(['definite', '2 conflicts, 2 possible']);
    expect(count({ conflicts: [] })).toEqual([null, 'No conflicts']);
  });

  it('is never “No conflicts” before everything it needs is loaded', () => {
    const none = { conflicts: [] };
    const unknown = [null, 'Conflicts not known yet'];
    for (const ofConflicts of [noneRead, partRead]) {
      expect(count({ ...none, ofConflicts, isHere: false, unchecked: 3 })).toEqual(unknown);
      expect(count({ ...none, ofConflicts })).toEqual(unknown);
      expect(count({ ...none, ofConflicts, unchecked: 3 })).toEqual([null, 'Conflicts, not checked for 3 aircraft']);
    }
    expect(count({ ...none, ofConflicts: oldRead })).toEqual([null, 'Conflicts not known since yesterday 1105L']);
    expect(count({ ...none, isHere: false })).toEqual(unknown);
    const some = '1 conflict, 1 possible';
    expect(count({ ofConflicts: partRead, unchecked: 1 })).toEqual(['definite', `${some}, not checked for 1 aircraft`]);
    expect(count({ ofConflicts: partRead })).toEqual(['definite', `${some}, 2 aircraft not loaded yet`]);
    expect(count({ ofConflicts: noneRead })).toEqual(['definite', `${some}, not all known yet`]);
    expect(count({ ofConflicts: oldRead })).toEqual(['definite', `${some}, as of yesterday 1105L`]);
  });

  it('counts days in a month, from its summaries', () => {
    const month = (definite: number, possible: number) => count({ isAll: false, month: { definite, possible } });
    expect(month(0, 0)).toEqual([null, 'No conflicts']);
    expect(month(1, 4)).toEqual(['definite', 'Conflicts on 1 day']);
    expect(month(0, 2)).toEqual(['possible', 'Possible conflicts on 2 days']);
    expect(count({ isAll: false })).toEqual([null, 'Conflicts not known yet']);
    expect(count({ isAll: false, month: { definite: 0, possible: 0 }, ofConflicts: partRead })).toEqual([
      null,
      'Conflicts not known yet',
    ]);
  });
});
