import { describe, expect, test } from 'vitest';
import { read, scheduleAt } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { isTimed, type Reservation } from '#domain/reservations/reservations.ts';
import { sampleReading, situation } from '#e2e/fixtures/samples/sampleKnown.ts';
import { everyone } from '#contract/access/grants.ts';
import type { Config } from '#contract/gateway/config.ts';
import { onTheDay, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { aircraft, clock, hoursLeft, item, now, status, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import type { Wording } from '#domain/wall/words.ts';
import { dispatchCheckOf } from '#domain/readiness/check.ts';
import { assessFleet } from '#domain/readiness/fleetAssessment.ts';
import { countGroups } from '#domain/readiness/fleetLists.ts';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import { highlightCounts } from './screens/fleetTiles.ts';
import { alertNotes, boardAircraft, missingNotes, wallModel, type WallRecords } from './wallModel.ts';

const simulator = aircraft({ aircraftId: 's', tailNumber: 'Redbird', isSimulator: true });
const diamond = aircraft({ aircraftId: 'b', tailNumber: 'N20XY', model: { modelId: 'm', name: 'DA40' } });
const inactive = aircraft({ aircraftId: 'a', tailNumber: 'N9AB', status: { id: 0, name: 'inactive' } });
const deleted = aircraft({ aircraftId: 'd', tailNumber: 'N1AB', status: { id: 2, name: 'deleted' } });
const fleet = [simulator, diamond, inactive, deleted];

const school: Config = {
  operatorId: 1001,
  operatorName: 'Front Range Aviators',
  timeZone: clock.zone,
  zonelessTimes: 'operator',
  shiftStarts: ['06:00', '14:00', '22:00'],
  copyDays: { back: 14, ahead: 42 },
  thresholds: {},
  who: everyone,
  reportOffset: 'page',
  rateLimit: 600,
  embedded: true,
  position: null,
};
const wording: Wording = { now, clock, names: 'short', marks: 'shown' };
const nothing: WallRecords = {
  fleet: null,
  schedule: null,
  ahead: [],
  dueItems: [],
  horizons: null,
  readiness: { reminders: new Map(), squawks: new Map() },
};
type Records = Partial<WallRecords> & { readonly reservations?: readonly Reservation[] };
const modelOf = ({ reservations, ...records }: Records, filter = '', at = now, location = '') =>
  wallModel(
    { ...nothing, schedule: reservations ? scheduleAt(reservations.filter(isTimed), at) : null, ...records },
    { aircraft: filter, location },
    { ...wording, now: at },
    school,
  );
const squawksOf = (...records: Parameters<typeof toSquawk>[0][]) =>
  read(...records.map((record, place) => toSquawk(record, place, zone)));
const of = (id: string) => ({ aircraft: { aircraftId: id, tailNumber: id } });

describe('a board’s aircraft', () => {
  const ids = (filter: string) => boardAircraft(fleet, filter).map(({ aircraftId }) => aircraftId);
  test.each([
    ['', ['a', 'b', 's']],
    ['da40, 9ab', ['a', 'b']],
    ['REDBIRD', ['s']],
    [' , ', ['a', 'b', 's']],
    ['N1AB', []],
    ['N00NE', []],
  ])('are, with the filter “%s”, %j', (filter, expected) => {
    expect(ids(filter)).toEqual(expected);
  });
});

test('a trip over several days waits for a shop visit after tomorrow, as on the pages', () => {
  const trip = slot('trip', '12T14:00', '15T18:00', of('b'));
  const visit = slot('visit', '14T08:00', '14T17:00', { type: 1, ...of('b') });
  const after = slot('after', '16T08:00', '16T17:00', of('b'));
  const marks = ['trip', 'after'].map((key) => {
    const { readiness } = modelOf({ fleet, reservations: [trip], ahead: [visit, after] });
    return dispatchCheckOf({ key }, readiness)?.level;
  });
  expect(marks).toEqual(['stop', undefined]);
  expect(dispatchCheckOf(trip, modelOf({ fleet, reservations: [trip] }).readiness)?.level).not.toBe('stop');
});

test('a board has as many aircraft that are grounded as the fleet page and the brief', () => {
  const squawk = { squawkId: '1', description: 'Oil leak', groundAircraft: true };
  const squawks = new Map(fleet.map(({ aircraftId }) => [aircraftId, squawksOf(squawk)]));
  const late = [slot('late', '08:00', '10:00', { status: 1, ...of('b') })];
  const { tiles, readiness } = modelOf({
    fleet,
    reservations: late,
    readiness: { reminders: new Map(), squawks },
  });
  const counted = countGroups(assessFleet(fleet, readiness, true));
  expect(tiles.filter(({ isGrounded }) => isGrounded).map(({ tail, highlight }) => [tail, highlight])).toEqual([
    ['N20XY', 'missing'],
    ['Redbird', 'grounded'],
  ]);
  expect(counted['grounded']).toBe(2);
  expect(highlightCounts(tiles)).toContainEqual({ meaning: 'grounded', count: 2 });
});

describe('the board model', () => {
  test('is empty before anything is loaded', () => {
    expect(modelOf({})).toMatchObject({ aircraft: null, reservations: null, tiles: [], dueItems: [], horizons: null });
  });

  test('has tiles before the reservations are loaded, with activity “not known”', () => {
    const { tiles, reservations } = modelOf({ fleet: [diamond] });
    expect(reservations).toBeNull();
    expect(tiles).toMatchObject([{ tail: 'N20XY', activity: 'not known', state: { word: 'not known' } }]);
  });

  test('includes reservations of the last days that were not closed', () => {
    const unclosed = [slot('old', '10T20:00', '10T22:00', { status: 1, ...of('b') })];
    const reservations = [slot('new', '14:00', '15:00', of('a'))];
    const model = modelOf({ fleet, reservations: [...unclosed, ...reservations] });
    expect(model.reservations?.map(({ key }) => key)).toEqual(['old', 'new']);
    expect(model.tiles.find(({ tail }) => tail === 'N20XY')).toMatchObject({
      highlight: 'missing',
      state: { word: 'not back', detail: '+37:05' },
    });
  });

  test('has only what belongs to the filtered aircraft', () => {
    const reservations = [
      slot('of b', '14:00', '15:00', of('b')),
      slot('of a', '14:00', '15:00', of('a')),
      slot('class', '14:00', '15:00', { aircraft: null }),
    ];
    const dueItems = [
      item({ maintenanceReminderId: 'a', status: status(3), timeOptions: hoursLeft(-1, 3) }, inactive),
      item({ maintenanceReminderId: 'b', status: status(2), timeOptions: hoursLeft(2, 2) }, diamond),
    ];
    const model = modelOf({ fleet, reservations, dueItems }, 'DA40');
    expect(model.reservations?.map(({ key }) => key)).toEqual(['of b']);
    expect(model.dueItems.map(({ aircraft: { aircraftId } }) => aircraftId)).toEqual(['b']);
    expect(model.tiles.map(({ tail, reminder }) => [tail, reminder?.left])).toEqual([['N20XY', '2.0 h left']]);
    expect(modelOf({ fleet, reservations, dueItems }).reservations).toHaveLength(3);
  });

  test('leaves out reservations without a readable time', () => {
    const untimed = { ...slot('x', '14:00', '15:00', of('b')), start: null, end: null };
    expect(modelOf({ fleet, reservations: [untimed] }).reservations).toEqual([]);
  });

  test('covers six hours ago to the end of today', () => {
    const { today, movementSpan } = modelOf({});
    expect(today).toEqual({ start: onTheDay('00:00'), end: onTheDay('13T00:00') });
    expect(movementSpan).toEqual({ start: onTheDay('05:05'), end: onTheDay('13T00:00') });
  });

  test.each([
    ['2026-03-08T18:00:00Z', 23],
    ['2026-11-01T18:00:00Z', 25],
  ])('has, for the day of %s, %i hours because of the clock change', (instant, hours) => {
    const { today } = modelOf({}, '', Date.parse(instant));
    expect((today.end - today.start) / 3_600_000).toBe(hours);
  });

  test('starts a new day at midnight by the operator’s clock', () => {
    const before = modelOf({}, '', onTheDay('13T00:00') - 1);
    const after = modelOf({}, '', onTheDay('13T00:00'));
    expect(before.today.end).toBe(after.today.start);
  });
});

test('says which squawk grounds an aircraft in service: the newest open one', () => {
  const records = [
    { description: 'Landing light', groundAircraft: false, created: '2026-05-11T10:00:00' },
    { description: 'Flat tire', groundAircraft: true, resolved: '2026-05-11T10:00:00' },
    { description: 'Mag drop', groundAircraft: true, created: '2026-05-09T10:00:00' },
    { description: 'Brake soft', groundAircraft: true, created: '2026-05-10T10:00:00' },
  ];
  const squawks = new Map([
    ['b', squawksOf(...records)],
    ['s', squawksOf(...records.slice(0, 2))],
    ['a', squawksOf(...records)],
  ]);
  const { tiles } = modelOf({ fleet, reservations: [], readiness: { reminders: new Map(), squawks } });
  expect(tiles.map(({ tail, highlight, squawk }) => [tail, highlight, squawk])).toEqual([
    ['N20XY', 'grounded', 'Brake soft'],
    ['Redbird', 'none', null],
    ['N9AB', 'none', null],
  ]);
});

test('no aircraft is available, and nothing is booked, before the previous days are read', () => {
  const [tile] = modelOf({ fleet: [diamond], schedule: null }).tiles;
  expect(tile).toMatchObject({ activity: 'not known', noNext: 'not known yet' });
  expect(modelOf({ fleet: [diamond], schedule: null }).reservations).toBeNull();
  expect(modelOf({ fleet: [diamond], reservations: [] }).tiles[0]).toMatchObject({ noNext: 'nothing booked' });
});

test('a tile says “no reminders” only when they have been read', () => {
  const tileOf = (readiness: Partial<WallRecords['readiness']>) => {
    const unread = { reminders: new Map(), squawks: new Map() };
    return modelOf({ fleet: [diamond], reservations: [], readiness: { ...unread, ...readiness } }).tiles[0];
  };
  expect(tileOf({})).toMatchObject({ reminder: null, noReminder: 'reminders not known' });
  expect(tileOf({ reminders: new Map([[diamond.aircraftId, read()]]) })).toMatchObject({ noReminder: 'no reminders' });
});

describe('the note next to the alerts', () => {
  const lost = { ...situation, connection: { state: 'lost', lastAnswerAt: now, nextTryAt: null } } as const;
  const known = sampleReading();
  const old = sampleReading({ asOf: now - 24 * 3_600_000 });
  const failed = sampleReading({
    asOf: null,
    failure: { kind: 'upstream', status: 502, entries: [], retryAfter: null },
  });

  test('says that alerts may be missing until everything they need is read', () => {
    expect(alertNotes([known], situation)).toEqual([]);
    expect(alertNotes([known, sampleReading({ asOf: null })], situation)).toEqual([
      'Alerts may be missing. Not known yet: waiting for data',
    ]);
    expect(alertNotes([old], situation)).toEqual(['Alerts may be missing. Not known since yesterday 1105L']);
    expect(alertNotes([known, failed], situation)).toEqual([
      'Alerts may be missing. Not known: data could not be loaded',
    ]);
  });

  test('leaves a lost connection, and a board without any data, to the box above it', () => {
    expect(alertNotes([old], lost)).toEqual([]);
    expect(alertNotes([failed, failed], situation)).toEqual([]);
  });
});

describe('the notes about missing data', () => {
  const none = { aircraft: 0, reservations: 0 };
  test('are empty when nothing is missing', () => {
    expect(missingNotes(modelOf({ fleet }), { aircraft: '', location: '' }, none)).toEqual([]);
    expect(missingNotes(modelOf({}), { aircraft: 'N00NE', location: '' }, none)).toEqual([]);
    expect(missingNotes(modelOf({ fleet: [] }), { aircraft: '', location: '' }, none)).toEqual([]);
  });

  test('say when a filter matches no aircraft', () => {
    expect(missingNotes(modelOf({ fleet }, 'N00NE'), { aircraft: 'N00NE', location: '' }, none)).toEqual([
      'No aircraft has “N00NE” in its tail number or model.',
    ]);
  });

  test.each([
    [{ aircraft: 2, reservations: 0 }, '2 aircraft'],
    [{ aircraft: 0, reservations: 1 }, '1 reservation'],
    [{ aircraft: 1, reservations: 12 }, '1 aircraft and 12 reservations'],
  ])('count skipped records: %j', (skipped, counted) => {
    expect(missingNotes(modelOf({ fleet }), { aircraft: '', location: '' }, skipped)).toEqual([
      `Unreadable records skipped: ${counted}.`,
    ]);
  });
});

describe('a board for one location', () => {
  const place = (name: string) => ({ locationId: name.toLowerCase(), name });
  const at = (id: string, name: string) => ({
    aircraft: { aircraftId: id, tailNumber: id, ...(name && { location: place(name) }) },
  });
  const flights = [
    slot('a here', '08:00', '09:00', { status: 2, ...at('a', 'Pueblo') }),
    slot('a away', '10:00', '12:00', { status: 1, ...at('a', 'Pueblo') }),
    slot('b', '10:00', '12:00', { status: 1, ...at('b', 'Meadow') }),
    slot('b later', '14:00', '15:00', at('b', 'Pueblo')),
    slot('c', '14:00', '15:00', at('c', '')),
  ];
  const aircraftList = ['a', 'b', 'c'].map((aircraftId) => aircraft({ aircraftId, tailNumber: aircraftId }));
  const records = { fleet: aircraftList, reservations: flights };

  test('shows aircraft there and those with unknown location, and everything booked there', () => {
    const model = modelOf(records, '', now, 'PUEBLO');
    expect(model.location).toEqual({ id: 'pueblo', name: 'Pueblo' });
    expect(model.aircraft?.map(({ aircraftId }) => aircraftId)).toEqual(['a', 'c']);
    expect(model.tiles.map(({ id }) => id).toSorted()).toEqual(['a', 'c']);
    expect(model.placeless).toBe(1);
    expect(model.reservations?.map(({ key }) => key)).toEqual(['a here', 'a away', 'b later', 'c']);
  });

  test('checks what it shows against the whole school', () => {
    const model = modelOf(records, '', now, 'pueblo');
    expect(model.readiness.sources.schedule.reservations).toHaveLength(flights.length);
  });

  test('shows everything, with a note, when the location is not one of the school’s', () => {
    const model = modelOf(records, '', now, 'nowhere');
    expect(model).toMatchObject({ location: null, placeless: 0 });
    expect(model.aircraft).toHaveLength(3);
    const none = { aircraft: 0, reservations: 0 };
    expect(missingNotes(model, { aircraft: '', location: 'nowhere' }, none)).toEqual([
      '“nowhere” is not a location of this school; showing all locations.',
    ]);
    expect(missingNotes(modelOf({}, '', now, 'nowhere'), { aircraft: '', location: 'nowhere' }, none)).toEqual([]);
  });

  test('accepts a location that only the operator’s record names', () => {
    const operator = { locations: [place('Quiet')] };
    expect(modelOf({ ...records, operator }, '', now, 'quiet').aircraft?.map(({ aircraftId }) => aircraftId)).toEqual([
      'c',
    ]);
  });
});
