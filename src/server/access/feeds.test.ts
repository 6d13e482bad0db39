import { sync } from 'node-ical';
import { describe, expect, test } from 'vitest';
import type { FeedSubject, Grant } from '#contract/access/grants.ts';
import type { FreeForm } from '#contract/objects.ts';
import type { Reply } from '#server/http/reply.ts';
import { sampleNow, sampleReplica, type SampleReplica } from '#e2e/servers/sampleOperator.ts';
import { calendarFaults } from '#e2e/fixtures/samples/strictCalendar.ts';
import { createFeeds } from './feeds.ts';

const hour = 3_600_000;
const [tanaka, garcia] = ['00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-0000000000b2'];
const aircraft = '00000000-0000-4000-8000-0000000000c3';
const days = { back: 30, ahead: 42 };
const config = { operatorId: 1001, timeZone: 'America/Denver', zonelessTimes: 'operator' } as const;

function granted(subject: FeedSubject | null, showsNames = false): Grant {
  const times = { createdAt: '2026-11-20T18:00:00Z', expiresAt: null, usedAt: null };
  return {
    id: 'abcdefgh',
    kind: 'feed',
    name: 'feed',
    role: 'display',
    userId: null,
    showsNames,
    subject,
    reads: null,
    fromService: false,
    reason: 'a school calendar',
    ...times,
  };
}
const ofTanaka = granted({ of: 'instructor', id: tanaka });
const ofAircraft = granted({ of: 'aircraft', id: aircraft });

function open({ storage }: SampleReplica, wall = () => sampleNow) {
  return createFeeds({ storage, config, days, wall });
}

/** A lesson of an hour that Tanaka gives Garcia, by default at 1200L of 20 November 2026. */
function lesson(id: string, given: FreeForm = {}): FreeForm {
  return {
    reservationId: id,
    startTime: '2026-11-20T12:00:00',
    endTime: '2026-11-20T13:00:00',
    displayName: 'Garcia, Ana',
    reservationType: { displayTypeId: 0, name: 'Standard' },
    activityType: { name: 'Dual Flight Training' },
    aircraft: { aircraftId: aircraft, tailNumber: 'N512SP' },
    instructor: { userId: tanaka, firstName: 'Tamika', lastName: 'Tanaka', phone: '555-0100' },
    pilots: [{ userId: garcia, firstName: 'Ana', lastName: 'Garcia', email: 'ana@example.org' }],
    reservationStatus: { id: 0, name: 'Reserved' },
    ...given,
  };
}

function filled(...records: readonly FreeForm[]): SampleReplica {
  const replica = sampleReplica();
  replica.putReservations('2026-10-25', 40, records);
  return replica;
}

const textOf = ({ body }: Reply) => body.plain.toString();

/** The events as another library reads them. */
function eventsOf(reply: Reply) {
  expect(reply).toMatchObject({ status: 200, headers: { 'content-type': 'text/calendar; charset=utf-8' } });
  expect(calendarFaults(reply.body.plain)).toEqual([]);
  return Object.values(sync.parseICS(textOf(reply))).flatMap((part) => (part?.type === 'VEVENT' ? [part] : []));
}
const idsOf = (reply: Reply) => eventsOf(reply).map(({ uid }) => uid.replace('@operator-1001.flightline', ''));

describe('the calendar of an instructor', () => {
  test('has their reservations, with aircraft, type and names, and no contact data', async () => {
    const reply = await open(filled(lesson('r1')))(ofTanaka);
    const [event] = eventsOf(reply);
    expect(event?.summary).toBe('N512SP Garcia / Tanaka, Dual Flight Training');
    expect(event?.description).toContain('Pilots: Ana Garcia');
    expect(textOf(reply)).not.toMatch(/555-0100|ana@example\.org/);
  });

  test('has ground lessons, classes, meetings and time off, and reservations in which they learn', async () => {
    const kind = (id: string, displayTypeId: number, name: string, given: FreeForm = {}) =>
      lesson(id, { reservationType: { displayTypeId, name }, aircraft: null, ...given });
    const attends = { instructor: null, pilots: [{ userId: tanaka.toUpperCase(), firstName: 'T', lastName: 'T' }] };
    const replica = filled(
      kind('ground', 0, 'Ground'),
      kind('class', 2, 'Class'),
      kind('meeting', 3, 'Meeting', attends),
      kind('off', 10, 'Instructor Time Off', { pilots: [] }),
      lesson('other', { instructor: { userId: garcia, firstName: 'Ana', lastName: 'Garcia' } }),
    );
    expect(idsOf(await open(replica)(ofTanaka)).toSorted()).toEqual(['class', 'ground', 'meeting', 'off']);
  });

  test('leaves out void reservations', async () => {
    const status = (name: string) => ({ reservationStatus: { id: 3, name } });
    const gone = ['Cancelled', 'No Show', 'Voided', 'Deleted'].map((name) => lesson(name, status(name)));
    const kept = ['Reserved', 'Checked Out', 'Completed'].map((name) => lesson(name, { reservationStatus: { name } }));
    expect(idsOf(await open(filled(...gone, ...kept))(ofTanaka))).toEqual(['checked%20out', 'completed', 'reserved']);
  });

  test('has a reservation that began before the first day and is still running', async () => {
    const replica = filled();
    const off = lesson('off', { startTime: '2026-10-01T08:00:00', endTime: '2026-11-30T17:00:00', aircraft: null });
    const over = { ...off, reservationId: 'over', endTime: '2026-10-10T17:00:00' };
    replica.put('reservations', 'reservationId', [off, over], { scope: 'running' });
    expect(idsOf(await open(replica)(ofTanaka))).toEqual(['off']);
  });

  test('is empty for an unknown instructor', async () => {
    const reply = await open(filled(lesson('r1')))(granted({ of: 'instructor', id: 'nobody' }));
    expect(eventsOf(reply)).toEqual([]);
    // The definition of the zone, because a calendar has at least one component.
    expect(textOf(reply)).toMatch(/^BEGIN:VCALENDAR\r\n[^]*\r\nBEGIN:VTIMEZONE\r\n[^]*END:VCALENDAR\r\n$/);
  });

  test('is named after them, and says how often to ask', async () => {
    const replica = filled(lesson('r1'));
    replica.put('instructors', 'userId', [{ userId: tanaka, firstName: 'Tamika', lastName: 'Tanaka' }]);
    const text = textOf(await open(replica)(ofTanaka));
    expect(text).toContain('X-WR-CALNAME:Tamika Tanaka\r\n');
    expect(calendarFaults(Buffer.from(text))).toEqual([]);
    expect(text).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT15M\r\nX-PUBLISHED-TTL:PT15M\r\n');
  });

  test('has the right instants in the hour that a clock shows twice, and on both sides of it', async () => {
    const first = Date.parse('2026-11-01T05:30:00Z');
    const starts = Array.from({ length: 8 }, (_, index) => first + index * hour);
    const records = starts.map((start) =>
      lesson(String(start), {
        startTime: new Date(start).toISOString(),
        endTime: new Date(start + hour).toISOString(),
      }),
    );
    const events = eventsOf(await open(filled(...records))(ofTanaka));
    expect(events.map(({ start }) => start.getTime())).toEqual(starts);
    expect(events.map(({ end }) => end?.getTime())).toEqual(starts.map((start) => start + hour));
  });

  test('leaves out only an unreadable record', async () => {
    const odd = [
      lesson('odd', { aircraft: { aircraftId: aircraft, tailNumber: {} } }),
      lesson('list', { pilots: ['x'] }),
    ];
    expect(idsOf(await open(filled(lesson('r1'), ...odd))(ofTanaka))).toContain('r1');
  });
});

describe('the calendar of an aircraft', () => {
  test('has its reservations and shop visits without a name', async () => {
    const shop = { reservationType: { displayTypeId: 0, name: 'Maintenance' }, activityType: { name: '100-hour' } };
    const visit = lesson('shop', { ...shop, instructor: null, pilots: [], displayName: 'Lee’s shop' });
    const unnamed = lesson('', { reservationId: undefined, aircraft: { aircraftId: aircraft } });
    const reply = await open(filled(lesson('r1'), visit, unnamed, lesson('r2', { aircraft: null })))(ofAircraft);
    expect(new Set(eventsOf(reply).map(({ summary }) => summary))).toEqual(
      new Set([
        'N512SP, Dual Flight Training',
        'N512SP, 100-hour',
        // It has no tail number.
        'Aircraft …00c3, Dual Flight Training',
      ]),
    );
    expect(textOf(reply)).not.toMatch(/garcia|tanaka|tamika|\bana\b|lee/i);
  });

  test('has names if its link allows them', async () => {
    const replica = filled(lesson('r1'));
    replica.put('aircraft', 'aircraftId', [{ aircraftId: aircraft, tailNumber: 'N512SP' }]);
    const feed = open(replica);
    const reply = await feed(granted({ of: 'aircraft', id: aircraft.toUpperCase() }, true));
    expect(eventsOf(reply)[0]?.summary).toBe('N512SP Garcia / Tanaka, Dual Flight Training');
    expect(textOf(reply)).toContain('X-WR-CALNAME:N512SP\r\n');
    expect(textOf(await feed(ofAircraft))).not.toContain('Garcia');
  });
});

describe('a calendar requested again', () => {
  test('is the same until one of its own reservations changes', async () => {
    let now = sampleNow;
    const replica = filled(lesson('r1'));
    const feed = open(replica, () => now);
    const first = await feed(ofTanaka);
    now += 3 * hour;
    expect((await feed(ofTanaka)).body).toBe(first.body);
    const other = lesson('r2', { instructor: null, pilots: [] });
    replica.putDay('2026-11-20', [lesson('r1'), other]);
    expect((await feed(ofTanaka)).body.tag).toBe(first.body.tag);
    replica.putDay('2026-11-20', [lesson('r1', { endTime: '2026-11-20T14:00:00' }), other]);
    const changed = await feed(ofTanaka);
    expect(changed.body.tag).not.toBe(first.body.tag);
    expect(idsOf(changed)).toEqual(['r1']);
    replica.putDay('2026-11-20', [other]);
    expect(idsOf(await feed(ofTanaka))).toEqual([]);
  });

  test('is the same after a restart', async () => {
    const replica = filled(lesson('r1'));
    const [before, after] = [await open(replica)(ofTanaka), await open(replica)(ofTanaka)];
    expect(after.body.tag).toBe(before.body.tag);
  });

  test('follows a reservation to another day, and has it once', async () => {
    const replica = filled(lesson('r1'));
    const feed = open(replica);
    await feed(ofTanaka);
    replica.putDay('2026-11-21', [lesson('r1', { startTime: '2026-11-21T12:00:00', endTime: '2026-11-21T13:00:00' })]);
    const events = eventsOf(await feed(ofTanaka));
    expect(events.map(({ start }) => start.toISOString())).toEqual(['2026-11-21T19:00:00.000Z']);
  });

  test('does not have other days that a person has just viewed', async () => {
    const replica = filled(lesson('r1'));
    const feed = open(replica);
    const first = await feed(ofTanaka);
    replica.putDay('2027-04-01', [lesson('far', { startTime: '2027-04-01T12:00:00', endTime: '2027-04-01T13:00:00' })]);
    expect((await feed(ofTanaka)).body.tag).toBe(first.body.tag);
  });

  test('is served to many at once', async () => {
    const feed = open(filled(lesson('r1')));
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => feed(index % 2 ? ofTanaka : ofAircraft)),
    );
    for (const reply of replies) expect(idsOf(reply)).toEqual(['r1']);
  });
});

describe('no calendar', () => {
  test('exists while reservations have never been read', async () => {
    const replica = sampleReplica();
    const feed = open(replica);
    expect(await feed(ofTanaka)).toMatchObject({ status: 503, headers: { 'retry-after': '60' } });
    replica.putDay('2026-11-20', []);
    expect(eventsOf(await feed(ofTanaka))).toEqual([]);
  });

  test('exists for a link of another kind', async () => {
    expect(await open(filled())(granted(null))).toMatchObject({ status: 404 });
  });
});
