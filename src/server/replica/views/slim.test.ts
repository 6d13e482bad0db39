import type { FreeForm } from '#contract/objects.ts';
import { scheduleAt, sources as readinessSources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseList } from '#contract/answers.ts';
import { reservation } from '#e2e/fixtures/samples/sampleRecords.ts';
import { bookedNames, nameStyles } from '#domain/wall/words.ts';
import {
  awaitedGroup,
  byStart,
  isTimed,
  peopleText,
  type ReservationRecord,
  tailOf,
  toReservation,
} from '#domain/reservations/reservations.ts';
import { dutiesByPerson } from '#domain/duty/duties.ts';
import { soloOf } from '#domain/duty/solo.ts';
import { icalText } from '#domain/reservations/ical.ts';
import { locationsIn, placeOf } from '#domain/reservations/locations.ts';
import { subtitleOf, tailAndTitle, whoText } from '#domain/reservations/reservationTitles.ts';
import { barText, spokenReservation } from '#domain/timeline/barWords.ts';
import { findConflicts } from '#domain/conflicts/conflicts.ts';
import { conflictText } from '#domain/conflicts/conflictText.ts';
import { movementsOf } from '#domain/calendar/dispatch.ts';
import { aroundText, neighboursOf } from '#domain/reservations/neighbours.ts';
import { resourceKinds, resourcesOf } from '#domain/timeline/resources.ts';
import { sparesIn } from '#e2e/fixtures/samples/samplePlanning.ts';
import { daySpan } from '#domain/time/time.ts';
import { sampleOperator, sampleNow as now, sampleZone as zone } from '#e2e/servers/sampleOperator.ts';
import { slimReservation } from './slim.ts';

const clock = { zone: zone.name, mode: 'L' } as const;

/** What screens show of a day with these records: words, places and keys, without the records themselves. */
function drawn(records: readonly unknown[], fleet: readonly FreeForm[] = []) {
  const all = parseList('listReservations', { items: records }).records.map((record) => toReservation(record, zone));
  const reservations = all.filter(isTimed).toSorted(byStart);
  const aircraft = parseList('listAircraft', { items: fleet }).records;
  const upkeep = {
    fleet: aircraft,
    due: [],
    horizons: new Map(),
    grounding: new Map(),
    answered: new Set<string>(),
    squawks: new Map(),
    now,
  };
  const sources = { ...upkeep, reservations, schedule: scheduleAt(reservations, now, zone.name) };
  const school = readinessSources(reservations, { fleet: aircraft, now, zone, isWithoutUsers: true });
  return {
    reservations: all.map(({ record, ...rest }) => ({
      ...rest,
      hasAircraft: record.aircraft != null,
      group: awaitedGroup({ ...rest, record }),
    })),
    words: reservations.map((booking) => [
      spokenReservation(booking, clock),
      whoText(booking),
      tailAndTitle(booking),
      subtitleOf(booking),
      peopleText(booking),
      tailOf(booking),
      ...nameStyles.map((style) => bookedNames(booking, style).all),
      ...[3, 15, 60].map((letters) => barText(booking, clock, letters)),
    ]),
    conflicts: findConflicts(sources).map(
      (conflict) => `${conflict.key} ${conflict.certainty} ${conflictText(conflict, clock, now)}`,
    ),
    solos: reservations.map(soloOf),
    duties: [...dutiesByPerson(reservations, now)].map(([id, duties]) => [id, ...duties.map(({ kind }) => kind)]),
    calendar: icalText({ name: 'All', reservations, asOf: now, operatorId: 1001, zone: zone.name }),
    movements: movementsOf(reservations, [], daySpan('2026-11-20', zone.name)),
    places: reservations.map((booking) => [placeOf(booking), ...locationsIn(booking.record)]),
    rows: resourceKinds.flatMap((kind) =>
      resourcesOf(kind, { reservations, fleet: aircraft, instructors: [] }).map((row) => [
        row.id,
        row.label,
        row.group,
        ...row.reservations.map(({ key }) => key),
      ]),
    ),
    neighbours: reservations.slice(0, 40).map((booking) => {
      const { aircraft: before, instructor } = neighboursOf(booking, reservations);
      return [before && aroundText(before, clock, now), instructor && aroundText(instructor, clock, now)];
    }),
    spares: reservations
      .slice(0, 40)
      .map((booking) => sparesIn(booking, school).map((spare) => [spare.likeness, spare.aircraft])),
  };
}

const slimmed = (records: readonly FreeForm[]): unknown[] => JSON.parse(JSON.stringify(records.map(slimReservation)));

/** Reservations with odd, missing and null members. */
const text = fc.constantFrom(null, undefined, '', 'Main', 'Solo', 'Ground', 'N512SP', 'Maintenance');
const flag = fc.constantFrom(null, undefined, true, false);
const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 4 });
const locations = fc.array(fc.record({ id: text, locationId: text, name: text, phone: text }), { maxLength: 2 });
const person = fc.record({ userId: text, firstName: text, lastName: text, phone: text, locations });
const named = fc.record({ name: text, modelId: text });
const option = fc.record({ aircraftId: text, tailNumber: text, make: some(named), model: some(named) });
const aircraft = fc.record({
  aircraftId: text,
  tailNumber: text,
  make: some(named),
  model: some(named),
  isSimulator: flag,
  isV3Simulator: flag,
  isComplex: flag,
  isHighPerformance: flag,
  isTailWheel: flag,
  categoryClass: some(fc.record({ category: text, class: text, isSimulator: flag })),
  location: some(fc.oneof(text, fc.record({ id: text, name: text }))),
});
const time = fc.integer({ min: 0, max: 40 }).map((hours) => new Date(now + hours * 3_600_000).toISOString());
const group = fc.oneof(text, fc.integer(), fc.constant({}), named, fc.record({ groupId: text }), fc.array(named));
const oddRecord = fc.record({
  reservationId: some(fc.uuid()),
  startTime: some(time),
  endTime: some(time),
  startTimeUtc: some(time),
  displayName: text,
  reservationType: some(fc.record({ displayTypeId: fc.constantFrom(null, 0, 1, 2, 3, 10, 77), name: text })),
  activityType: some(fc.record({ name: text })),
  aircraft: some(aircraft),
  aircraftOption: some(fc.record({ aircraft: some(option), schedulingGroup: group })),
  pilots: some(fc.array(person, { maxLength: 3 })),
  instructor: some(person),
  reservationStatus: some(fc.record({ id: fc.constantFrom(null, 0, 1, 2, 9), name: text })),
  training: some(
    fc.record({ sessions: fc.array(fc.record({ lesson: some(named), course: some(named) }), { maxLength: 2 }) }),
  ),
});

describe('a slim reservation', () => {
  it.each([false, true])(
    'shows the same on every screen as the whole one (as live services answer: %s)',
    async (field) => {
      const school = await sampleOperator({ aircraft: 12, perDay: 40, days: 3, field });
      expect(school.reservations.length).toBeGreaterThan(100);
      expect(drawn(slimmed(school.reservations), school.aircraft)).toEqual(drawn(school.reservations, school.aircraft));
    },
  );

  it('shows the same if the service leaves members out, names places, or writes them differently', () => {
    fc.assert(
      fc.property(fc.array(oddRecord, { maxLength: 6 }), (records) => {
        const whole: FreeForm[] = JSON.parse(JSON.stringify(records));
        expect(drawn(slimmed(whole))).toEqual(drawn(whole));
      }),
    );
  });

  it('keeps a status and a type that are only a name or an id', () => {
    const byName = { ...reservation, reservationStatus: 'Cancelled', reservationType: 'Rental', activityType: 'Solo' };
    const byId = { ...reservation, reservationStatus: 2 };
    expect(drawn(slimmed([byName, byId]))).toEqual(drawn([byName, byId]));
  });

  it('is set aside by the same readers as the whole one, if a member is of the wrong kind', () => {
    const kind = fc.constantFrom<unknown>('text', 7, true, [], ['x'], [{}], {}, { name: 5 }, { id: [] });
    const members = ['startTime', 'reservationType', 'aircraft', 'pilots', 'instructor', 'displayName'] as const;
    fc.assert(
      fc.property(fc.record(Object.fromEntries(members.map((name) => [name, kind]))), (given) => {
        const count = (record: unknown) => parseList('listReservations', { items: [record] }).records.length;
        expect(count(slimReservation(given))).toBe(count(given));
      }),
    );
  });

  it('never contains a phone number, an e-mail address or a picture', () => {
    const secret = 'secret-content';
    const poison = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(poison);
      if (typeof value !== 'object' || value === null) return value;
      const members = Object.entries(value).map(([name, member]) => [name, poison(member)]);
      const personal = { phone: secret, email: secret, imageUrl: secret, location: { phone: secret, name: 'Main' } };
      return { ...Object.fromEntries(members), ...personal };
    };
    const poisoned = poison(reservation) as FreeForm;
    const odd: FreeForm = { ...poisoned, instructor: secret, displayName: { phone: secret } };
    for (const record of [poisoned, odd]) expect(JSON.stringify(slimReservation(record))).not.toContain(secret);
  });

  it('is less than half as long', () => {
    const slim: ReservationRecord = slimReservation(reservation);
    expect(JSON.stringify(slim).length).toBeLessThan(0.45 * JSON.stringify(reservation).length);
    expect(slim.aircraftOption).toBeUndefined();
    // Of the lessons only the names, which tell a solo.
    const { training } = slimReservation({
      training: {
        scheduled: null,
        sessions: [{ trainingSessionId: 'x', course: { name: 'PPL', courseId: 'c' }, lesson: { name: 'Solo' } }],
      },
    });
    expect(training).toEqual({ sessions: [{ course: { name: 'PPL' }, lesson: { name: 'Solo' } }] });
  });
});
