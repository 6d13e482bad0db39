import { describe, expect, test } from 'vitest';
import { connected } from '#domain/answers/connection.ts';
import { knowledgeOf } from '#domain/answers/known.ts';
import { aircraft, clock, now } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { assessFleet } from '#domain/readiness/fleetAssessment.ts';
import { readinessIndex } from '#domain/readiness/readinessIndex.ts';
import { sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { everywhere, narrowingTo } from '#domain/reservations/locations.ts';
import { type FleetAnswer, type FleetQuestion, fleetShown } from './fleetModel.ts';

describe('the fleet at a location', () => {
  const pueblo = { id: 'p', name: 'Pueblo' };
  const places = new Map([
    ['n1', pueblo],
    ['n2', { id: 'm', name: 'Meadow Lake' }],
    ['n3', { id: 'P', name: 'Pueblo' }],
  ]);
  const fleet = ['N1', 'N2', 'N3', 'N4'].map((tail) => aircraft({ aircraftId: tail.toLowerCase(), tailNumber: tail }));
  const assessed = assessFleet(fleet, readinessIndex(sources([], { fleet })), true);
  const all = knowledgeOf([], { now, clock, connection: connected });
  const known = { list: all, groups: all };
  const everything: FleetQuestion = { search: '', group: 'any', order: 'model' };
  const at = (
    question: Partial<FleetQuestion> = {},
    answer: Partial<FleetAnswer> = {},
    narrowing = narrowingTo(pueblo, places),
  ) =>
    fleetShown(
      { aircraft: assessed, totalItems: 4, isFiltered: false, unreadable: 0, ...answer },
      { ...everything, ...question },
      { now, clock, narrowing, known, checkOf: () => null },
    );

  test('lists aircraft at that location, and marks those whose location is unknown', () => {
    const view = at();
    expect(view.rows.map(({ key, isPlaceUnknown }) => [key, isPlaceUnknown])).toEqual([
      ['n1', false],
      ['n3', false],
      ['n4', true],
    ]);
    expect(view.count).toBe('3 of 4 · Pueblo');
    expect(view.scope).toBe('At Pueblo; 1 shown with location not known, 1 at other locations not shown.');
    expect(view.groups.counters.map(({ count }) => count).reduce((sum, count) => sum + count, 0)).toBe(3);
  });

  test('is searched the same way, and one page of several states its scope', () => {
    expect(at({ search: 'N2' })).toMatchObject({ rows: [], count: '0 of 4 · Pueblo' });
    expect(at({}, { totalItems: 9 })).toMatchObject({ isComplete: false, count: '3 of 9 · Pueblo' });
    expect(at({}, { totalItems: 9 }).scope).toMatch(
      /^At Pueblo; .* Search, counts and groups cover the 4 loaded of 9\.$/,
    );
  });

  test('has no marks and no scope text when no location is chosen', () => {
    const view = at({}, {}, everywhere);
    expect(view).toMatchObject({ count: '4 in all', scope: null });
    expect(view.rows.some(({ isPlaceUnknown }) => isPlaceUnknown)).toBe(false);
  });
});
