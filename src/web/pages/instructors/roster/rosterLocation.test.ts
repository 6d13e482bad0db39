import { describe, expect, test } from 'vitest';
import { allRead } from '#e2e/fixtures/samples/sampleKnown.ts';
import type { Page } from '#contract/answers.ts';
import type { Instructor } from '#domain/duty/duties.ts';
import { clock, now } from '#e2e/fixtures/samples/sampleDuties.ts';
import { type RosterLocation, rosterModel } from './rosterModel.ts';

const instructor = (userId: string): Instructor => ({
  userId,
  firstName: 'Ana',
  lastName: userId,
  instructorStatus: { id: 1, name: 'active' },
});
const pageOf = (records: readonly Instructor[]): Page<Instructor> => ({
  records,
  setAside: [],
  totalItems: records.length,
  offset: 0,
  limit: null,
});
const window = { reservations: [], untimed: [], setAside: [], unread: [], shortfall: null, missing: [], lack: null };

describe('the roster at a location', () => {
  const [pueblo, meadow] = [
    { id: 'p', name: 'Pueblo' },
    { id: 'm', name: 'Meadow Lake' },
  ];
  const everyone = pageOf(['Reed', 'Ruiz', 'Stone', 'Tan'].map((name) => instructor(name)));
  const lists = [
    { location: pueblo, userIds: ['Reed', 'Ruiz'] },
    { location: meadow, userIds: ['Ruiz', 'Stone'] },
  ];
  const people = [instructor('Reed'), instructor('Ruiz')];
  const at = (more: Partial<RosterLocation> = {}) =>
    rosterModel(
      {
        instructors: pageOf(people),
        isLastPage: false,
        query: {},
        window,
        earlier: [],
        location: { chosen: pueblo, everyone, lists, ...more },
        known: { list: allRead, duties: allRead },
      },
      { date: '2026-05-12', at: now, length: null, search: '', doing: 'any' },
      { now, clock },
    );

  test('lists instructors found there, and marks those found at no location', () => {
    const roster = at();
    expect(roster.lines.map(({ id, isPlaceUnknown }) => [id, isPlaceUnknown])).toEqual([
      ['Reed', false],
      ['Ruiz', false],
      ['Tan', true],
    ]);
    expect(roster.count).toBe('3 of 4 · Pueblo');
    expect(roster.scope).toBe('At Pueblo; 1 shown with location not known, 1 at other locations not shown.');
  });

  test('marks nobody before all locations have answered', () => {
    expect(at({ lists: null }).lines.map(({ name }) => name)).toEqual(['Ana Reed', 'Ana Ruiz']);
    expect(at({ everyone: undefined }).lines.map(({ name }) => name)).toEqual(['Ana Reed', 'Ana Ruiz']);
  });
});
