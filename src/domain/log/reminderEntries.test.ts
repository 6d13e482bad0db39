import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LogEntry } from '#contract/gateway/log.ts';
import type { FreeForm } from '#contract/objects.ts';
import { reminder } from '#e2e/fixtures/samples/sampleRecords.ts';
import type { LoggedRecord } from './drafts.ts';
import { logEntries } from './entries.ts';
import { jumpLimit } from './reminderEntries.ts';
import { entryLink, entryWords, kindsText, searchText } from './words.ts';

const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
const hour = 3_600_000;
/** It is Tuesday 12 May 2026, 1105L. */
const at = '2026-05-12T17:05:00.000Z';
const n512 = '33333333-0000-4000-8000-333333333333';
const context = { zone, tailOf: (id: string) => (id === n512 ? 'N512SP' : null), passed: 5 * 60_000 };

const ofReminder = (before: unknown, after: unknown, id = 'r1'): LoggedRecord => {
  return { set: 'reminders', scope: n512, id, before, after };
};

function entriesOf(...changes: LoggedRecord[]): LogEntry[] {
  return logEntries(changes, context).map((draft, seq) => ({ ...draft, seq, at }));
}

/** `Reminder · N512SP · Annual: OK → Warning`. */
function textsOf(...changes: LoggedRecord[]): string[] {
  return entriesOf(...changes).map((entry) => {
    const { words, about } = entryWords(entry, { zone: zone.name, mode: 'L' });
    return [kindsText(entry.kinds), entry.tail, words, about].filter(Boolean).join(' · ');
  });
}

const names: Readonly<Record<number, string>> = { 1: 'OK', 2: 'Warning', 3: 'Expired' };
const status = (id: number) => ({ id, name: names[id] ?? `Status ${id}` });
const dueOn = (expirationDate: string | null, id = 1) => ({
  typeStatus: status(id),
  message: '',
  currentDate: '2026-05-12T00:00:00',
  expirationDate,
});
const dueAt = (expirationHours: unknown, id = 1, currentHours: unknown = 4093.8) => ({
  typeStatus: status(id),
  message: '',
  currentHours,
  expirationHours,
});
const dueAfter = (expirationCycles: number, id = 1) => ({
  typeStatus: status(id),
  message: '',
  currentCycles: 880,
  expirationCycles,
});
const annual = (more: FreeForm = {}): FreeForm => {
  return {
    ...reminder,
    name: 'Annual',
    status: status(1),
    timeOptions: null,
    dateOptions: null,
    cycleOptions: null,
    ...more,
  };
};

describe('the status of an axis', () => {
  const dated = (id: number, overall = 1) => annual({ status: status(overall), dateOptions: dueOn('2026-05-31', id) });

  test('appears if it changes while the overall status stays', () => {
    expect(textsOf(ofReminder(dated(1), dated(3)))).toEqual([
      'Reminder · N512SP · Annual (date): OK → Expired, overall OK',
    ]);
    expect(textsOf(ofReminder(dated(3), dated(1)))).toEqual([
      'Reminder · N512SP · Annual (date): Expired → OK, overall OK',
    ]);
    expect(textsOf(ofReminder(dated(1, 3), dated(3, 3)))).toEqual([
      'Reminder · N512SP · Annual (date): OK → Expired, overall Expired',
    ]);
  });

  test('appears for several axes in one entry', () => {
    const both = (hours: number, date: number) =>
      annual({ timeOptions: dueAt(4100, hours), dateOptions: dueOn('2026-05-31', date) });
    expect(textsOf(ofReminder(both(1, 1), both(2, 3)))).toEqual([
      'Reminder · N512SP · Annual: hours OK → Warning, date OK → Expired, overall OK',
    ]);
  });

  test('is omitted next to the same overall status, and shown next to another', () => {
    expect(textsOf(ofReminder(dated(1), dated(2, 2)))).toEqual(['Reminder · N512SP · Annual: OK → Warning']);
    expect(textsOf(ofReminder(dated(1), dated(3, 2)))).toEqual([
      'Reminder · N512SP · Annual: OK → Warning, date OK → Expired',
    ]);
  });

  test('appears for a new or removed axis, unless it is OK', () => {
    const without = annual();
    expect(textsOf(ofReminder(without, annual({ cycleOptions: { ...dueAfter(0), expirationCycles: null } })))).toEqual(
      [],
    );
    expect(textsOf(ofReminder(annual({ cycleOptions: dueAfter(900, 2) }), without))[0]).toMatch(
      /Annual \(landings\): Warning → none, overall OK/,
    );
  });

  test("is in the entry's data for marks and search", () => {
    const [entry] = entriesOf(ofReminder(dated(1), dated(3)));
    expect(entry?.facts).toMatchObject({
      axes: [{ axis: 'date', before: { id: 1, name: 'OK' }, after: { id: 3, name: 'Expired' } }],
    });
    expect(entry && searchText(entry)).toMatch(/expired/);
  });
});

describe("a reminder's limit", () => {
  test.each<[string, FreeForm, FreeForm, string]>([
    [
      'a date a year later',
      { dateOptions: dueOn('2026-05-31T23:59:59') },
      { dateOptions: dueOn('2027-05-31T23:59:59') },
      'Annual: limit 31 May 2026 → 31 May 2027',
    ],
    ['hours', { timeOptions: dueAt(4100) }, { timeOptions: dueAt(4200) }, 'Annual: limit 4,100.0 → 4,200.0 h'],
    [
      'landings',
      { cycleOptions: dueAfter(1000) },
      { cycleOptions: dueAfter(1200) },
      'Annual: limit 1,000 → 1,200 landings',
    ],
    [
      'an earlier date',
      { dateOptions: dueOn('2026-05-31') },
      { dateOptions: dueOn('2026-05-01') },
      'Annual: limit 31 May 2026 → 1 May 2026',
    ],
    ['a first limit', {}, { dateOptions: dueOn('2026-05-31') }, 'Annual: limit none → 31 May 2026'],
    ['a removed limit', { timeOptions: dueAt(4100) }, { timeOptions: null }, 'Annual: limit 4,100.0 h → none'],
    [
      'a placeholder date',
      { dateOptions: dueOn('2026-05-31') },
      { dateOptions: dueOn('1753-01-01T00:00:00') },
      'Annual: limit 31 May 2026 → none',
    ],
    [
      'two limits at once',
      { timeOptions: dueAt(4100), dateOptions: dueOn('2026-05-31') },
      { timeOptions: dueAt(4200), dateOptions: dueOn('2027-05-31') },
      'Annual: limit 4,100.0 → 4,200.0 h, limit 31 May 2026 → 31 May 2027',
    ],
  ])('appears if it changes: %s', (_, before, after, words) => {
    expect(textsOf(ofReminder(annual(before), annual(after)))).toEqual([`Limit changed · N512SP · ${words}`]);
  });
});

describe('an entry for a limit', () => {
  test('is combined with the status that it changes', () => {
    const before = annual({ status: status(2), dateOptions: dueOn('2026-05-31', 2) });
    const after = annual({ dateOptions: dueOn('2027-05-31') });
    expect(textsOf(ofReminder(before, after))).toEqual([
      'Reminder, limit changed · N512SP · Annual: Warning → OK, limit 31 May 2026 → 31 May 2027',
    ]);
  });

  test.each<[string, FreeForm, FreeForm]>([
    [
      'the same day in another form',
      { dateOptions: dueOn('2026-05-31T00:00:00') },
      { dateOptions: dueOn('2026-05-31T23:59:59Z') },
    ],
    ['a meter reading', { timeOptions: dueAt(4100, 1, 4093.8) }, { timeOptions: dueAt(4100, 1, 4095.2) }],
    ['binary rounding noise', { timeOptions: dueAt(4100.1) }, { timeOptions: dueAt(4100.1 + 1e-9) }],
    ['an axis of 0 of 0', {}, { timeOptions: dueAt(0, 1, 0) }],
    ['an unreadable limit', { timeOptions: dueAt(4100) }, { timeOptions: dueAt('soon') }],
    ['an unreadable date', { dateOptions: dueOn('2026-05-31') }, { dateOptions: dueOn('in May') }],
  ])('does not appear for %s', (_, before, after) => {
    expect(textsOf(ofReminder(annual(before), annual(after)))).toEqual([]);
  });

  test('does not appear for a reminder that is new, gone, permanently complied with or switched off', () => {
    const before = annual({ dateOptions: dueOn('2026-05-31') });
    for (const more of [{ permanentlyComplied: true }, { active: false }]) {
      const after = annual({ dateOptions: dueOn('2027-05-31'), ...more });
      expect(textsOf(ofReminder(before, after))).toEqual(['Reminder · N512SP · Annual is gone, was OK']);
      expect(textsOf(ofReminder({ ...before, ...more }, after))).toEqual([]);
    }
  });

  test('appears if and only if a status or a limit changed', () => {
    const some = fc.record({
      overall: fc.constantFrom(1, 2, 3),
      hours: fc.option(fc.constantFrom(4100, 4200)),
      date: fc.option(fc.constantFrom('2026-05-31', '2027-05-31')),
      axis: fc.constantFrom(1, 3),
    });
    const recordOf = ({ overall, hours, date, axis }: typeof some extends fc.Arbitrary<infer One> ? One : never) =>
      annual({
        status: status(overall),
        timeOptions: hours === null ? null : dueAt(hours),
        dateOptions: date === null ? null : dueOn(date, axis),
      });
    fc.assert(
      fc.property(some, some, (before, after) => {
        const kinds = entriesOf(ofReminder(recordOf(before), recordOf(after))).flatMap((entry) => entry.kinds);
        const axisOf = ({ date, axis }: typeof before) => (date === null ? 1 : axis);
        const isStatus = before.overall !== after.overall || axisOf(before) !== axisOf(after);
        const isLimit = before.hours !== after.hours || before.date !== after.date;
        expect(kinds).toEqual([...(isStatus ? ['reminder-status'] : []), ...(isLimit ? ['reminder-limit'] : [])]);
      }),
    );
  });
});

describe('reminders', () => {
  const of = (id: number, name: string, more: FreeForm = {}): FreeForm => {
    return { ...reminder, status: { id, name }, timeOptions: null, cycleOptions: null, ...more };
  };

  test('give an entry for a changed status, a new reminder and one that is gone', () => {
    const ok = of(1, 'OK', { name: 'Annual' });
    const warning = of(2, 'Warning', { name: 'Annual' });
    expect(textsOf(ofReminder(ok, warning))).toEqual(['Reminder · N512SP · Annual: OK → Warning']);
    expect(textsOf(ofReminder(null, warning))).toEqual(['Reminder · N512SP · Annual is new, Warning']);
    expect(textsOf(ofReminder(ok, null))).toEqual(['Reminder · N512SP · Annual is gone, was OK']);
    expect(textsOf(ofReminder(ok, of(1, 'OK', { name: 'Annual', note: 'signed' })))).toEqual([]);
  });

  test('count as gone when permanently complied with, whatever the status', () => {
    const complied = of(3, 'Expired', { name: 'AD', permanentlyComplied: true });
    expect(textsOf(ofReminder(of(3, 'Expired', { name: 'AD' }), complied))).toEqual([
      'Reminder · N512SP · AD is gone, was Expired',
    ]);
  });

  test('link to the due list if they exist, and to the aircraft if they are gone', () => {
    const [there] = entriesOf(ofReminder(of(1, 'OK'), of(2, 'Warning')));
    const [gone] = entriesOf(ofReminder(of(1, 'OK'), null));
    expect(there && entryLink(there, zone.name)).toBe(`/maintenance?reminder=${reminder.maintenanceReminderId}`);
    expect(gone && entryLink(gone, zone.name)).toBe(`/fleet/${n512}`);
  });
});

describe('readings', () => {
  const meter = (hours: number | null, landings: number | null = null, name = '100-hour'): FreeForm => ({
    ...reminder,
    name,
    timeOptions: hours === null ? null : { ...reminder.timeOptions, currentHours: hours },
    cycleOptions: landings === null ? null : { ...reminder.cycleOptions, currentCycles: landings },
  });

  test('give no entry when they rise after a flight', () => {
    expect(textsOf(ofReminder(meter(4093.8, 880), meter(4095.2, 889)))).toEqual([]);
    expect(textsOf(ofReminder(meter(4093.8), meter(4101.8)))).toEqual([]);
  });

  test('that rise more than eight hours at once are a jump, with one entry for all reminders on the meter', () => {
    expect(
      textsOf(
        ofReminder(meter(4093.8, 880), meter(4193.8, 980), 'r1'),
        ofReminder(meter(4093.8, null, 'Oil'), meter(4193.8, null, 'Oil'), 'r2'),
        ofReminder(meter(4093.8, null, 'ELT'), meter(4193.8, null, 'ELT'), 'r3'),
      ),
    ).toEqual([
      'Reading jumped · N512SP · hours 4,093.8 → 4,193.8 (+100.0); landings 880 → 980 (+100) · on 100-hour and 2 other reminders',
    ]);
  });

  test('may rise twelve hours after a day without reads, but not nine hours after a night', () => {
    const moved = (rise: number, passed: number) =>
      logEntries([ofReminder(meter(4000), meter(4000 + rise))], { ...context, passed }).length;
    expect([moved(12, 24 * hour), moved(12.1, 24 * hour), moved(9, 10 * hour), moved(8, 0)]).toEqual([0, 1, 1, 0]);
    expect([jumpLimit('hours', 0), jumpLimit('landings', 0), jumpLimit('hours', 72 * hour)]).toEqual([8, 80, 36]);
  });

  test('that go backward give an entry, in hours and in landings', () => {
    expect(textsOf(ofReminder(meter(4093.8), meter(4093.7)))).toEqual([
      'Reading went backward · N512SP · hours 4,093.8 → 4,093.7 (−0.1) · on 100-hour',
    ]);
    expect(textsOf(ofReminder(meter(null, 880), meter(null, 879)))).toEqual([
      'Reading went backward · N512SP · landings 880 → 879 (−1) · on 100-hour',
    ]);
  });

  test('that jump and expire a reminder give two entries: for the meter and for the reminder', () => {
    const expired = { ...meter(4193.8), status: { id: 3, name: 'Expired' } };
    expect(entriesOf(ofReminder(meter(4093.8), expired)).map(({ kinds }) => kinds)).toEqual([
      ['reminder-status'],
      ['reading-jumped'],
    ]);
  });
});
