import { describe, expect, it } from 'vitest';
import { type BriefSheet, briefShape } from '#contract/gateway/brief.ts';
import { setReminderClasses } from '#domain/maintenance/reminderClass.ts';
import { guid, stubReservation } from '#e2e/servers/testCopy.ts';
import { sampleNow, sampleReplica, type SampleReplica } from '#e2e/servers/sampleOperator.ts';
import { createViews } from './views.ts';

/** It is Friday 20 November 2026, 1105 in Denver. */
const today = '2026-11-20';
const aircraft = [1, 2].map((number) => ({
  aircraftId: guid(number),
  tailNumber: `N51${number + 1}SP`,
  status: { id: 1, name: 'active' },
}));

/** Two aircraft, a flight of each, and everything read. */
function smallSchool(): SampleReplica {
  const replica = sampleReplica();
  replica.put('aircraft', 'aircraftId', aircraft);
  for (const { aircraftId } of aircraft) {
    replica.put('reminders', 'maintenanceReminderId', [], { scope: aircraftId });
    replica.put('squawks', 'squawkId', [], { scope: aircraftId });
  }
  replica.put('instructors', 'userId', [{ userId: guid(700), firstName: 'Kim', lastName: 'Lee' }]);
  replica.put('users', 'userId', [
    { userId: guid(900), firstName: 'Sam', lastName: 'Garcia', email: 'sam@example.com', accountBalance: 12 },
    { userId: guid(901), firstName: 'Eva', lastName: 'Else' },
  ]);
  replica.putReservations('2026-11-06', 30, [
    stubReservation(10, '2026-11-20T20:00:00Z', '2026-11-20T22:00:00Z'),
    stubReservation(11, '2026-11-21T15:00:00Z', '2026-11-21T16:00:00Z', { aircraft: aircraft[1] }),
  ]);
  return replica;
}

function viewsOf(replica: SampleReplica) {
  const views = createViews(replica.storage);
  const viewOf = (date: string, now = sampleNow) => {
    const answer = views('/replica/brief', new URLSearchParams({ date }), replica.status({ now }));
    if (!answer?.view) throw new Error(answer?.refusal?.problems[0]?.message ?? 'There is no such address.');
    return answer.view;
  };
  const read = (date: string, now?: number) => briefShape.parse(JSON.parse(viewOf(date, now).body()));
  return { viewOf, read };
}

function said(sheet: BriefSheet | null, id: string): readonly string[] {
  const block = [...(sheet?.top ?? []), ...(sheet?.columns.flat() ?? [])].find((candidate) => candidate.id === id);
  return block?.rows.map(({ cells }) => cells.filter(Boolean).join(' | ')) ?? [];
}

it('/replica/brief is made once for all locations that no reservation names, until something changes', () => {
  const replica = smallSchool();
  let reads = 0;
  const counted = {
    ...replica.storage,
    overlapping: (...span: Parameters<typeof replica.storage.overlapping>) => {
      reads++;
      return replica.storage.overlapping(...span);
    },
  };
  const views = createViews(counted);
  const ask = (location: string, now = sampleNow) => {
    const search = new URLSearchParams({ date: today, location });
    return views('/replica/brief', search, replica.status({ now }))?.view?.body();
  };
  const first = ask('x1');
  expect(first).toContain('the location in the address, so all locations are included');
  const once = reads;
  expect(once).toBeGreaterThan(0);
  for (let count = 2; count < 40; count++) expect(ask(`x${count}`)).toBe(first);
  expect(reads).toBe(once);
  // Checks depend on the time.
  ask('x1', sampleNow + 600_000);
  expect(reads).toBeGreaterThan(once);
});

it('/replica/brief takes the class of a reminder, and a change of it at once', () => {
  const replica = smallSchool();
  const record = {
    maintenanceReminderId: guid(800),
    name: 'Fire bottle weighing',
    status: { id: 3, name: 'Expired' },
    dateOptions: { typeStatus: { id: 3, name: 'Expired' }, expirationDate: '2026-11-01' },
  };
  replica.put('reminders', 'maintenanceReminderId', [record], { scope: aircraft[0]?.aircraftId ?? '' });
  replica.put('user', 'userId', [{ userId: guid(900), aircraftCheckouts: [] }], { scope: guid(900) });
  const { read, viewOf } = viewsOf(replica);
  expect(said(read(today).sheet, 'wave')[0]).toContain('Do not dispatch | Fire bottle weighing expired Sun 1 Nov');
  const { key } = viewOf(today);
  setReminderClasses({ 'fire bottle weighing': 'advisory' });
  expect(viewOf(today).key).not.toBe(key);
  expect(said(read(today).sheet, 'wave')).toEqual(['1300L | N512SP | Garcia | Caution | No checkouts on file']);
  setReminderClasses({});
});

describe('/replica/brief', () => {
  it('is the sheet of a day, with the checkouts of its pilots', () => {
    const replica = smallSchool();
    const { read } = viewsOf(replica);
    const { day, sheet, resumesAt } = read(today);
    expect([day, sheet?.title, resumesAt]).toEqual([today, 'Fri 20 Nov 2026', null]);
    expect(said(sheet, 'wave')).toEqual(['1300L | N512SP | Garcia | Not known | Checkout not loaded']);
    replica.put('user', 'userId', [{ userId: guid(900), aircraftCheckouts: [] }], { scope: guid(900) });
    expect(said(read(today).sheet, 'wave')).toEqual(['1300L | N512SP | Garcia | Caution | No checkouts on file']);
    expect(said(read('2026-11-21').sheet, 'wave')[0]).toMatch(/^0800L \| N513SP/);
    expect(said(read('2026-12-01').sheet, 'wave')).toEqual([]);
  });

  it('counts an unclosed flight of an earlier day', () => {
    const replica = smallSchool();
    const open = stubReservation(9, '2026-11-18T20:00:00Z', '2026-11-18T22:00:00Z', {
      reservationStatus: { id: 1, name: 'Checked Out' },
    });
    replica.putDay('2026-11-18', [open]);
    const fleet = viewsOf(replica)
      .read(today)
      .sheet?.lines.find(({ name }) => name === 'Aircraft now');
    expect(fleet?.text).toBe('1 can go · 1 not back');
  });

  it('has no sheet before the day’s reservations are read, and names other missing data', () => {
    const replica = sampleReplica();
    const { read } = viewsOf(replica);
    expect(read(today)).toEqual({ day: today, sheet: null, resumesAt: null });
    replica.putReservations('2026-11-20', 2, []);
    const unread = read(today).sheet?.lines.filter(({ name }) => name === 'Not loaded');
    expect(unread?.map(({ text }) => text)).toEqual([
      'the list of aircraft',
      'the list of instructors',
      'the list of users',
    ]);
  });

  it('says that some of the day’s reservations are unreadable, and then calls no list empty', () => {
    const replica = smallSchool();
    replica.putDay('2026-11-20', [], { skipped: [{ raw: 7, reason: 'no record' }] });
    const { sheet } = viewsOf(replica).read(today);
    expect(sheet?.lines).toContainEqual({ name: 'Not loaded', text: '1 unreadable reservation' });
    expect(said(sheet, 'wave')).toEqual([]);
    expect(sheet?.top[0]?.more).toBe('Not known yet: see “Not loaded”');
  });

  it('has a flight with an unreadable member, and counts reservations without a readable time', () => {
    const replica = smallSchool();
    replica.putDay('2026-11-20', [
      stubReservation(10, '2026-11-20T20:00:00Z', '2026-11-20T22:00:00Z', { pilots: 'not available' }),
      stubReservation(12, '2026-11-20T21:00:00Z', 'soon'),
    ]);
    const { sheet } = viewsOf(replica).read(today);
    expect(said(sheet, 'wave')).toEqual(['1300L | N512SP | Rental | Caution | No pilot named']);
    expect(sheet?.lines).toContainEqual({ name: 'Not loaded', text: '1 reservation without a readable time' });
  });

  it('names the days it leaves out before a day far ahead', () => {
    const replica = smallSchool();
    replica.putReservations('2026-11-06', 56, []);
    const unread = (date: string) =>
      viewsOf(replica)
        .read(date)
        .sheet?.lines.filter(({ name }) => name === 'Not loaded') ?? [];
    expect(unread('2026-12-04')).toEqual([]);
    expect(unread('2026-12-20')).toEqual([
      { name: 'Not loaded', text: 'reservations from Sun 22 Nov to Fri 18 Dec, so hours left do not count them' },
    ]);
  });
});

describe('an open brief', () => {
  it('shows the changes of the night, and new ones while it is open', () => {
    const replica = smallSchool();
    const { read } = viewsOf(replica);
    expect(said(read(today).sheet, 'changes')).toEqual([]);
    const change = (number: number, at: string) => ({
      at: Date.parse(at),
      set: 'reservations' as const,
      scope: '',
      id: guid(number),
      kind: 'added' as const,
      before: null,
      after: JSON.stringify(stubReservation(number, '2026-11-20T21:00:00Z', '2026-11-20T22:00:00Z')),
    });
    const unreadable = { ...change(32, '2026-11-20T03:00:00Z'), after: '7' };
    const log = (...changes: readonly ReturnType<typeof change>[]) =>
      replica.put('equipment', 'equipmentId', [], { changes });
    log(change(30, '2026-11-20T00:30:00Z'), change(31, '2026-11-20T02:00:00Z'), unreadable);
    // 1730L and 1900L of the evening before.
    expect(said(read(today).sheet, 'changes')).toEqual(['1400L | N512SP | Garcia: new']);
    log(change(33, '2026-11-20T17:00:00Z'));
    expect(said(read(today).sheet, 'changes')).toHaveLength(2);
  });

  it('stays the same while nothing changes, is made again after five minutes, and has its age only in headers', () => {
    const replica = smallSchool();
    const { viewOf } = viewsOf(replica);
    const [first, again, later] = [
      viewOf(today),
      viewOf(today, sampleNow + 60_000),
      viewOf(today, sampleNow + 400_000),
    ];
    expect(again.key).toBe(first.key);
    expect(later.key).not.toBe(first.key);
    expect(later.body()).toBe(first.body());
    expect([first.ageMs, again.ageMs]).toEqual([60_000, 120_000]);
    replica.put('squawks', 'squawkId', [{ squawkId: 'q', groundAircraft: true, description: 'Flat tire' }], {
      scope: guid(1),
    });
    expect(viewOf(today).key).not.toBe(first.key);
    expect(said(briefShape.parse(JSON.parse(viewOf(today).body())).sheet, 'grounded')).toEqual([
      'N512SP | Grounded | Squawk: Flat tire',
    ]);
  });
});

describe('a brief from the copy', () => {
  it('shows who flies in place of whom, and no reservation both made and cancelled in the night', () => {
    const replica = smallSchool();
    const [start, end] = ['2026-11-20T21:00:00Z', '2026-11-20T22:00:00Z'];
    const change = (number: number, at: string, before: object | null, after: object | null) => ({
      at: Date.parse(at),
      set: 'reservations' as const,
      scope: '',
      id: guid(number),
      kind: 'changed' as const,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    });
    const [booked, flown] = [stubReservation(30, start, end), stubReservation(31, start, end)];
    const cancelled = { ...booked, reservationStatus: { id: 5, name: 'Cancelled' } };
    const swapped = { ...flown, pilots: [{ userId: guid(901), firstName: 'Eva', lastName: 'Else' }] };
    const changes = [
      change(30, '2026-11-20T02:00:00Z', null, booked),
      change(31, '2026-11-20T02:30:00Z', flown, swapped),
      change(30, '2026-11-20T03:00:00Z', booked, cancelled),
    ];
    replica.put('equipment', 'equipmentId', [], { changes });
    expect(said(viewsOf(replica).read(today).sheet, 'changes')).toEqual(['1400L | N512SP | Else: pilot Garcia → Else']);
  });

  it('has the flights of a grounded aircraft among the conflicts, and counts only active people', () => {
    const replica = smallSchool();
    const teaching = (number: number, hour: number, instructor: object) =>
      stubReservation(number, `2026-11-20T${hour}:00:00Z`, `2026-11-20T${hour + 1}:00:00Z`, { instructor });
    const [lee, ray, desk] = [
      { userId: guid(700), firstName: 'Kim', lastName: 'Lee' },
      { userId: guid(701), firstName: 'Al', lastName: 'Ray' },
      { userId: guid(702), firstName: 'Dispatcher', lastName: '' },
    ];
    const inactive = { ...ray, instructorStatus: { id: 0, name: 'inactive' } };
    replica.put('instructors', 'userId', [lee, inactive, desk]);
    replica.putDay('2026-11-20', [teaching(10, 20, lee), teaching(11, 21, ray), teaching(12, 22, desk)]);
    replica.put('squawks', 'squawkId', [{ squawkId: 'q', groundAircraft: true, description: 'Flat tire' }], {
      scope: guid(1),
    });
    const { sheet } = viewsOf(replica).read(today);
    expect(sheet?.facts.find(({ name }) => name === 'Instructors on')?.value).toBe('1 of 1');
    expect(said(sheet, 'conflicts')).toEqual([
      '1300L | Definite | Garcia / Lee: N512SP is grounded by a squawk: Flat tire',
      '1400L | Definite | Garcia / Ray: N512SP is grounded by a squawk: Flat tire',
      '1400L | Definite | Garcia / Ray: Al Ray is inactive',
      '1500L | Definite | Garcia: N512SP is grounded by a squawk: Flat tire',
    ]);
  });
});

describe('the limits of a brief', () => {
  it('are that it has nobody’s phone number, e-mail address or balance', () => {
    const text = viewsOf(smallSchool()).viewOf(today).body();
    expect(text).toContain('Garcia');
    expect(text).not.toMatch(/555-0100|sam@example|accountBalance/);
  });

  it('refuse a day that the copy does not hold, with the days that it holds', () => {
    const answer = createViews(sampleReplica().storage)(
      '/replica/brief',
      new URLSearchParams({ date: '2027-01-02' }),
      sampleReplica().status(),
    );
    expect(answer?.refusal).toMatchObject({
      status: 400,
      problems: [
        {
          dataField: 'date',
          message:
            'The local copy holds reservations from Fri 6 Nov to Fri 1 Jan; there is no brief of Sat 2 Jan 2027.',
        },
      ],
    });
  });
});
