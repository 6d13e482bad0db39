import { describe, expect, it } from 'vitest';
import { allRead } from '#e2e/fixtures/samples/sampleKnown.ts';
import { slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { findConflicts } from '#domain/conflicts/conflicts.ts';
import { aircraft, now } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { everywhere, narrowingTo } from '#domain/reservations/locations.ts';
import { resourcesOf } from '#domain/timeline/resources.ts';
import { countText, rowsHere, scheduleHere, scheduleMarks } from './scheduleModel.ts';

describe('the schedule at a location', () => {
  const [pueblo, meadow] = [
    { id: 'p', name: 'Pueblo' },
    { id: 'm', name: 'Meadow Lake' },
  ];
  const of = (id: string, location: unknown = null) => ({ aircraft: { aircraftId: id, tailNumber: id, location } });
  const sampleAircraft = (id: string) => aircraft({ aircraftId: id, tailNumber: id });
  const here = slot('here', '18:00', '20:00', of('a1', pueblo));
  const there = slot('there', '19:00', '21:00', of('a1', meadow));
  const byAircraft = slot('by aircraft', '12:00', '13:00', of('a2'));
  const away = slot('away', '12:00', '13:00', of('a3', meadow));
  const meeting = slot('meeting', '14:00', '15:00', { aircraft: null });
  const reservations = [here, there, byAircraft, away, meeting];
  const fleet = ['a1', 'a2', 'a3', 'a4', 'a5'].map(sampleAircraft);
  const narrowing = narrowingTo(
    pueblo,
    new Map([
      ['a1', pueblo],
      ['a2', pueblo],
      ['a3', meadow],
      ['a4', meadow],
    ]),
  );
  const conflicts = findConflicts({ reservations, fleet, due: [], horizons: new Map(), grounding: new Map(), now });
  const shown = scheduleHere({ reservations, fleet, conflicts }, narrowing);

  it('has reservations placed there by record or aircraft, and those without a location', () => {
    expect(shown.reservations.map(({ key }) => key)).toEqual(['here', 'by aircraft', 'meeting']);
    expect(shown.fleet?.map(({ aircraftId }) => aircraftId)).toEqual(['a1', 'a2', 'a5']);
    expect(shown.note).toBe('At Pueblo; 1 shown with location not known, 2 at other locations not shown.');
  });

  it('keeps a conflict with a reservation elsewhere, because conflicts are found across the school', () => {
    expect(conflicts.map(({ reservation, other }) => [reservation.key, other?.key])).toEqual([['there', 'here']]);
    expect(shown.conflicts).toEqual(conflicts);
    const elsewhere = narrowingTo({ id: 'x', name: 'X' }, new Map());
    expect(scheduleHere({ reservations, fleet, conflicts }, elsewhere).conflicts).toEqual([]);
  });

  it('has rows for its aircraft, even without reservations, and for aircraft booked there', () => {
    const rows = resourcesOf('aircraft', {
      reservations: [...shown.reservations, { ...away, key: 'lent' }],
      fleet,
      instructors: [],
    });
    expect(rowsHere(rows, narrowing).map(({ id }) => id)).toEqual(['a1', 'a2', 'a3', 'a5', 'none']);
    expect(rowsHere(rows, everywhere)).toBe(rows);
  });

  it('marks reservations without a location, and is unchanged when no location is chosen', () => {
    const sources = {
      reservations,
      days: null,
      conflictsOf: new Map(),
      notBack: new Map(),
      upkeep: new Map(),
      crossings: new Set<string>(),
      checks: null,
      changes: new Map(),
      now,
    };
    const marks = scheduleMarks({ ...sources, narrowing });
    expect([...marks].filter(([, mark]) => mark.isPlaceUnknown).map(([key]) => key)).toEqual(['meeting']);
    expect(scheduleMarks({ ...sources, narrowing: everywhere }).size).toBe(0);
    expect(scheduleHere({ reservations, fleet, conflicts }, everywhere)).toEqual({
      reservations,
      fleet,
      conflicts,
      note: null,
    });
    const counted = { isAll: true, isHere: true, shown: 3, total: 5, notes: [], days: null, known: allRead };
    expect(countText({ ...counted, narrowing })).toBe('3 of 5 · Pueblo');
  });
});
