import { describe, expect, test } from 'vitest';
import { allRead, noneRead, partRead } from '#e2e/fixtures/samples/sampleKnown.ts';
import { aircraft, clock, now, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { type FleetSquawk, openSquawks } from '#domain/maintenance/squawks.ts';
import { narrowingTo } from '#domain/reservations/locations.ts';
import { squawksCsv } from './FleetSquawks.tsx';
import { freeMembers, memberText, squawkList, squawkWords } from './squawksModel.ts';

/** It is Tuesday 12 May 2026, 1105L. */
const tyre = { squawkId: '1', description: 'Left tyre worn', created: '2026-05-02T08:00:00', referenceNumber: 'R7' };
const radio = { squawkId: '2', description: 'COM 2 scratchy', created: '2026-05-11T08:00:00', reportedBy: 'Lee' };
const brakes = { squawkId: '3', description: 'Brakes soft', created: '2026-05-12T08:00:00', groundAircraft: true };

type Given = { readonly [member: string]: unknown };

function rowsOf(...answers: readonly (readonly [tail: string, ...records: readonly Given[]])[]): FleetSquawk[] {
  const given = answers.map(([tail, ...records]) => ({
    aircraft: aircraft({
      aircraftId: `id ${tail}`,
      tailNumber: tail,
      make: { name: 'Cessna' },
      model: { name: '172S' },
    }),
    records,
    asOf: now,
  }));
  return openSquawks(given, zone, now);
}

const descriptions = (rows: readonly FleetSquawk[]) => rows.map(({ squawk }) => squawk.description);
const words = (...records: readonly Given[]) => rowsOf(['N1', ...records]).map((row) => squawkWords(row, now, clock));

describe('the squawk list', () => {
  const all = rowsOf(['N512SP', tyre, radio], ['N2', brakes]);

  test('has all squawks in order and says how many are grounding', () => {
    const { rows, count, empty } = squawkList(all, '', allRead);
    expect(descriptions(rows)).toEqual(['Brakes soft', 'Left tyre worn', 'COM 2 scratchy']);
    expect([count, empty]).toEqual(['3 open, 1 grounding', null]);
  });

  test.each([
    ['512', ['Left tyre worn', 'COM 2 scratchy']],
    [' TYRE ', ['Left tyre worn']],
    ['r7', ['Left tyre worn']],
    ['n2', ['Brakes soft']],
    ['lee', []],
  ])('“%s” finds %j', (text, found) => {
    expect(descriptions(squawkList(all, text, allRead).rows)).toEqual(found);
  });

  test('is also searched by corrective action and work order', () => {
    const rows = rowsOf(['N1', { ...tyre, correctiveAction: 'Ordered', workOrderDisplayNumber: 'WO-44' }]);
    expect(['ordered', 'wo-44', 'wo-45'].map((text) => squawkList(rows, text, allRead).rows.length)).toEqual([1, 1, 0]);
  });

  test('counts what is displayed out of the total, and how many of those are grounding', () => {
    expect(squawkList(all, 'tyre', allRead).count).toBe('1 of 3 open');
    expect(squawkList(all, 'brakes', allRead).count).toBe('1 of 3 open, 1 grounding');
  });

  test('counts those on inactive aircraft apart, whatever they say', () => {
    const inactive = { status: { id: 0, name: 'inactive' } };
    const rows = all.map((row) =>
      row.aircraft.tailNumber === 'N2' ? { ...row, aircraft: { ...row.aircraft, ...inactive } } : row,
    );
    expect(squawkList(rows, '', allRead).count).toBe('3 open, 1 on inactive aircraft');
  });

  test('counts those that do not tell whether they ground, after the grounding ones', () => {
    const rows = rowsOf(['N1', tyre, { squawkId: '4', description: 'Odd', groundAircraft: '?' }, brakes]);
    expect(descriptions(rows)).toEqual(['Brakes soft', 'Odd', 'Left tyre worn']);
    expect(squawkList(rows, '', allRead).count).toBe('3 open, 1 grounding, 1 grounding not known');
  });

  test('at a location keeps aircraft whose location is unknown', () => {
    const pueblo = { id: 'p', name: 'Pueblo' };
    const placed = (id: string) => narrowingTo(pueblo, new Map([['id n512sp', { id, name: 'Somewhere' }]]));
    expect(squawkList(all, '', allRead, placed('p'))).toMatchObject({ count: '3 open, 1 grounding · Pueblo' });
    const shown = squawkList(all, '', allRead, placed('m'));
    expect(descriptions(shown.rows)).toEqual(['Brakes soft']);
    expect(shown.count).toBe('1 of 3 open, 1 grounding · Pueblo');
    expect(shown.note).toBe('At Pueblo; 1 shown with location not known, 2 at other locations not shown.');
  });

  test('says whether none match or none are open', () => {
    expect(squawkList(all, 'propeller', allRead).empty?.text).toBe('No open squawks match.');
    expect(squawkList([], '', allRead).empty?.text).toBe('No open squawks.');
    expect(squawkList([], '', allRead).count).toBe('0 open');
  });

  test('says neither before all aircraft are read', () => {
    expect(squawkList([], '', noneRead)).toMatchObject({
      count: 'Not known yet',
      empty: { text: 'Not known yet: waiting for data.' },
    });
    expect(squawkList([], '', partRead)).toMatchObject({
      count: '0, 2 aircraft not loaded yet',
      empty: { text: 'Not known yet: 2 aircraft not loaded yet.' },
    });
    expect(squawkList(all, '', partRead).count).toBe('3 open, 1 grounding, 2 aircraft not loaded yet');
  });
});

describe('a squawk’s text', () => {
  test('says how long it has been open, in whole days or on the first day in hours, and when it was found', () => {
    expect(words(tyre)[0]?.age).toEqual({ days: '10 days', found: 'found Sat 2 May 0800L' });
    expect(words(radio)[0]?.age).toEqual({ days: '1 day', found: 'found yesterday 0800L' });
    expect(words(brakes)[0]?.age).toEqual({ days: '3 h 05', found: 'found 0800L' });
  });

  test('has no age when the date is missing or meaningless', () => {
    expect(words({ description: 'Odd' })[0]?.age).toBeNull();
    expect(words({ description: 'Odd', created: '1753-01-01T00:00:00' })[0]?.age).toBeNull();
  });

  test('has the model, the corrective action and the reference number', () => {
    const [full] = words({ ...tyre, correctiveAction: 'Ordered' });
    expect([full?.model, full?.more]).toEqual(['Cessna 172S', 'Ordered · R7']);
    expect(words(brakes)[0]?.more).toBe('');
  });

  test('says how often the aircraft had the same squawk before, and when last', () => {
    const before = (squawkId: string, created: string | null) => ({
      squawkId,
      description: 'Tyre worn, LEFT',
      created,
      resolved: true,
    });
    expect(words(tyre)[0]?.repeats).toBeNull();
    expect(words(tyre, before('8', '2026-01-05T08:00:00'))[0]?.repeats).toEqual({
      times: 'once',
      last: 'last Mon 5 Jan 0800L',
    });
    expect(words(tyre, before('8', '2026-01-05T08:00:00'), before('9', '2026-03-05T08:00:00'))[0]?.repeats).toEqual({
      times: '2 times',
      last: 'last Thu 5 Mar 0800L',
    });
    expect(words(tyre, before('8', null))[0]?.repeats).toEqual({ times: 'once', last: 'no date' });
  });
});

describe('squawk fields that are not in the specification', () => {
  const rows = rowsOf(['N1', radio, tyre, { ...brakes, reportedBy: 'Kim', severityLevel: 2 }]);

  test('become columns, each once', () => {
    expect(Object.fromEntries(freeMembers(rows))).toEqual({
      reportedBy: 'Reported by',
      severityLevel: 'Severity level',
    });
    expect(freeMembers([]).size).toBe(0);
  });

  test('are blank for squawks without them', () => {
    expect(rows.map((row) => memberText(row, 'reportedBy'))).toEqual(['Kim', '', 'Lee']);
  });
});

describe('the CSV file of the squawks', () => {
  const lines = (rows: readonly FleetSquawk[]) => squawksCsv(rows, { now, clock }).slice(1).trimEnd().split('\r\n');

  test('has one line per squawk in the given order, with a column for every field', () => {
    const [head, ...rest] = lines(rowsOf(['N1', { ...radio, correctiveAction: 'Ordered' }], ['N2', brakes]));
    expect(head).toBe(
      'Tail,Model,Squawk,Grounds the aircraft,Found,Days open,Seen before,Action,Reference,Work order,Reported by,As of (America/Denver)',
    );
    expect(rest).toEqual([
      'N2,Cessna 172S,Brakes soft,yes,2026-05-12 08:00,0,0,,,,,2026-05-12 11:05',
      'N1,Cessna 172S,COM 2 scratchy,no,2026-05-11 08:00,1,0,Ordered,,,Lee,2026-05-12 11:05',
    ]);
  });

  test('has only the header when nothing is open', () => {
    expect(lines([])).toHaveLength(1);
  });

  test('has the rows on display', () => {
    const all = rowsOf(['N1', tyre, radio]);
    expect(lines(squawkList(all, 'radio', allRead).rows)).toHaveLength(1);
    expect(lines(squawkList(all, 'com 2', allRead).rows)).toHaveLength(2);
  });
});
