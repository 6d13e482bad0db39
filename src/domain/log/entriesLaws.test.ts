import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LogKind, logKinds } from '#contract/gateway/log.ts';
import type { FreeForm } from '#contract/objects.ts';
import { reservation } from '#e2e/fixtures/samples/sampleRecords.ts';
import { logEntries } from './entries.ts';

const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
const context = { zone, tailOf: () => null, passed: 0 };
const person = (userId: string, lastName: string) => ({ userId, firstName: 'Sam', lastName });
const [garcia, lee, fox] = [person('p1', 'Garcia'), person('p2', 'Lee'), person('p3', 'Fox')];

/** The kinds of each entry of a change. */
function entriesOf(before: FreeForm | null, after: FreeForm | null): readonly (readonly LogKind[])[] {
  const change = { set: 'reservations', scope: '', id: 'r1', before, after } as const;
  return logEntries([change], context).map(({ kinds }) => kinds);
}

/** Records that differ in everything the log follows, and in other members. */
const anyFlight = fc.option(
  fc
    .record({
      start: fc.constantFrom('12T19:00', '12T20:00'),
      aircraft: fc.constantFrom('a1', 'a2'),
      instructor: fc.constantFrom(lee, fox, null),
      pilots: fc.constantFrom([garcia], [garcia, fox], []),
      status: fc.constantFrom(
        [0, 'Reserved'],
        [1, 'Checked Out'],
        [2, 'Completed'],
        [5, 'Cancelled'],
        [7, 'Confirmed'],
      ),
      comment: fc.constantFrom('', 'Bring headset'),
    })
    .map(({ start, aircraft, status: [id, name], ...more }) => {
      const own = {
        aircraft: { aircraftId: aircraft, tailNumber: aircraft.slice(0, 4) },
        reservationStatus: { id, name },
      };
      return {
        ...reservation,
        reservationType: { displayTypeId: 0, name: 'Standard' },
        startTime: `2026-05-${start}:00Z`,
        endTime: '2026-05-12T23:00:00Z',
        ...own,
        ...more,
      };
    }),
);

/** The followed values of a record; null if it is void or absent. */
function followed(record: FreeForm | null): string | null {
  if (!record || JSON.stringify(record['reservationStatus']).includes('Cancelled')) return null;
  const { startTime, endTime, aircraft, instructor, pilots, reservationStatus } = record;
  return JSON.stringify([startTime, endTime, aircraft, instructor, pilots, reservationStatus]);
}

test('there is an entry if and only if a followed value changed', () => {
  fc.assert(
    fc.property(anyFlight, anyFlight, (before, after) => {
      expect(entriesOf(before, after).length).toBe(Number(followed(before) !== followed(after)));
    }),
  );
});

const reverses: Partial<Record<LogKind, LogKind>> = { booked: 'gone', gone: 'booked' };
const oneWay: ReadonlySet<LogKind> = new Set(['checked-out', 'back', 'status']);

test('a change and its reverse give mirrored entries, with booked and gone swapped, except for one-way statuses', () => {
  fc.assert(
    fc.property(anyFlight, anyFlight, (before, after) => {
      const kinds = entriesOf(before, after).flat();
      const back = entriesOf(after, before).flat();
      const without = (all: readonly LogKind[]) => all.filter((kind) => !oneWay.has(kind));
      expect(without(back)).toEqual(without(kinds).map((kind) => reverses[kind] ?? kind));
      expect(back.some((kind) => oneWay.has(kind))).toBe(kinds.some((kind) => oneWay.has(kind)));
    }),
  );
});

test("an entry's kinds are in the list's order", () => {
  fc.assert(
    fc.property(anyFlight, anyFlight, (before, after) => {
      for (const kinds of entriesOf(before, after))
        expect(kinds).toEqual(logKinds.filter((kind) => kinds.includes(kind)));
    }),
  );
});
