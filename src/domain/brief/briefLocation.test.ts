import { describe, expect, it } from 'vitest';
import type { BriefSheet } from '#contract/gateway/brief.ts';
import { onTheDay, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import { item, status } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { readinessIndex, type ReadinessSources } from '#domain/readiness/readinessIndex.ts';
import { read, sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import type { ReservationChange } from '#domain/reservations/changes.ts';
import { narrowingTo } from '#domain/reservations/locations.ts';
import { briefOf, type BriefSources } from './brief.ts';

type Given = Partial<Omit<BriefSources, 'index'>> & { readonly records?: Partial<ReadinessSources> };

/** It is Tuesday 12 May, 0500L. */
function brief(reservations: readonly TimedReservation[], { records, ...given }: Given = {}): BriefSheet {
  const index = readinessIndex({ ...sources(reservations), now: onTheDay('05:00'), ...records });
  return briefOf({ day: '2026-05-12', index, changes: [], logFrom: 0, unread: [], ...given });
}

/** The rows of a block. */
function rows(sheet: BriefSheet, id: string): readonly string[] {
  const found = sheet.columns.flat().find((candidate) => candidate.id === id);
  return found?.rows.map(({ cells }) => cells.filter(Boolean).join(' | ')) ?? [];
}

function fact(sheet: BriefSheet, name: string): string | undefined {
  const lines = sheet.lines.map((line) => ({ name: line.name, value: line.text }));
  return [...sheet.facts, ...lines].find((candidate) => candidate.name === name)?.value;
}

const archer = { aircraftId: 'a2', tailNumber: 'N284PA' };
const bothRead: Partial<ReadinessSources> = {
  fleet: [
    { aircraftId: 'a1', tailNumber: 'N512SP', status: status(1) },
    { ...archer, status: status(1) },
  ],
  reminders: new Map([
    ['a1', read<DueItem>()],
    ['a2', read<DueItem>()],
  ]),
  squawks: new Map([
    ['a1', read()],
    ['a2', read()],
  ]),
};

describe('a brief of one location', () => {
  const pueblo = { id: 'p', name: 'Pueblo' };
  const narrowing = narrowingTo(
    pueblo,
    new Map([
      ['a1', pueblo],
      ['a2', { id: 'm', name: 'Meadow Lake' }],
    ]),
  );
  const flights = [slot('here', '08:00', '09:00'), slot('there', '07:00', '10:00', { aircraft: archer })];
  const sheet = brief(flights, { records: bothRead, narrowing });

  it('covers that location, and everything without a location', () => {
    expect(sheet.title).toBe('Tue 12 May 2026 · Pueblo');
    expect([fact(sheet, 'Flights booked'), fact(sheet, 'First departure')]).toEqual(['1', '0800L']);
    expect(fact(sheet, 'Aircraft now')).toBe('1 can go');
    const nowhere = { aircraftId: 'a3', tailNumber: 'N3' };
    const more = [...flights, slot('unknown', '06:00', '07:00', { aircraft: nowhere })];
    expect(fact(brief(more, { records: bothRead, narrowing }), 'Flights booked')).toBe('2');
  });

  it('leaves out aircraft and changes of other locations', () => {
    const expired = read(item({ status: status(3) }));
    const reminders = new Map([
      ['a1', read<DueItem>()],
      ['a2', expired],
    ]);
    const grounded = { ...bothRead, reminders };
    expect(rows(brief(flights, { records: grounded }), 'grounded').length).toBe(1);
    expect(rows(brief(flights, { records: grounded, narrowing }), 'grounded')).toEqual([]);
    const changes = flights.map((after): ReservationChange => ({ before: null, after, seenAt: onTheDay('04:00') }));
    expect(rows(brief(flights, { changes }), 'changes').length).toBe(2);
    expect(rows(brief(flights, { changes, narrowing }), 'changes').length).toBe(1);
  });
});
