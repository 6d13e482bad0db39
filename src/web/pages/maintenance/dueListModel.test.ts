import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allRead, noneRead, partRead } from '#e2e/fixtures/samples/sampleKnown.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import {
  aircraft,
  dateLimit,
  hoursLeft,
  item,
  now,
  reservationAt,
  status,
} from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { everywhere, narrowingTo } from '#domain/reservations/locations.ts';
import { horizonFor } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { dueBase, type DueQuestion, foundDue, isWithin, paperTitle } from './dueListModel.ts';

const defaults = { complied: false, switchedOff: false, aircraft: false };
const everything: DueQuestion = { status: '', search: '', show: defaults, grouping: 'none' };
const keys = (items: readonly DueItem[]) => items.map(({ key }) => key);

/** A reminder by id, status and hours left. */
const due = (id: string, statusId: number, left: number, tail = 'N1', name = '100-hour') =>
  item(
    { maintenanceReminderId: id, name, status: status(statusId), timeOptions: hoursLeft(left) },
    aircraft({ aircraftId: tail, tailNumber: tail }),
  );

/** Everything is loaded, unless the test says otherwise. */
const list = (items: readonly DueItem[], question: Partial<DueQuestion> = {}, known = allRead) =>
  listAt(everywhere, items, { ...everything, ...question }, known);

function listAt(narrowing: typeof everywhere, items: readonly DueItem[], question = everything, known = allRead) {
  return foundDue(dueBase({ items, known }, question, narrowing), question);
}

describe('the due list', () => {
  const items = [due('ok', 1, 50), due('late', 3, -2), due('soon', 2, 5), due('sooner', 2, 3)];

  test('is sorted worst first and counts its rows', () => {
    const shown = list(items);
    expect(keys(shown.rows)).toEqual(['late', 'sooner', 'soon', 'ok']);
    expect([shown.count, shown.empty, shown.groups]).toEqual(['4 in all', null, null]);
  });

  test.each([
    ['eq:3', ['late'], '1 of 4'],
    ['eq:2', ['sooner', 'soon'], '2 of 4'],
    ['eq:1', ['ok'], '1 of 4'],
    ['int:2,3', ['late', 'sooner', 'soon'], '3 of 4'],
    ['', ['late', 'sooner', 'soon', 'ok'], '4 in all'],
  ])('filtered by “%s” has %j', (filter, found, count) => {
    const shown = list(items, { status: filter });
    expect(keys(shown.rows)).toEqual(found);
    expect([shown.count, shown.filter, shown.problem]).toEqual([count, filter, null]);
  });

  test.each(['eq:8', 'expired', 'eq:', 'lt:2'])('ignores “%s”, which is not a status filter, and says so', (text) => {
    const shown = list(items, { status: text });
    expect(shown.rows).toHaveLength(4);
    expect([shown.filter, shown.problem]).toEqual(['', `“${text}” is not a status filter; showing all.`]);
  });

  test('says when it is empty whether any reminders were read', () => {
    const none = (...given: Parameters<typeof list>) => list(...given).empty?.text;
    expect(none([])).toBe('The service lists no reminders.');
    expect(list(items, { search: 'propeller' }).count).toBe('0 of 4');
    expect(none(items, { search: 'propeller' })).toBe('No reminders match.');
    expect(none([due('ok', 1, 50)], { status: 'eq:3' })).toBe('No reminders match.');
  });

  test('is not called empty before all aircraft are read', () => {
    expect(list([], {}, noneRead)).toMatchObject({
      count: 'Not known yet',
      empty: { text: 'Not known yet: waiting for data.' },
    });
    expect(list(items, { status: 'eq:3', search: 'x' }, partRead)).toMatchObject({
      count: '0, 2 aircraft not loaded yet',
      empty: { text: 'Not known yet: 2 aircraft not loaded yet.' },
    });
    expect(list(items, {}, partRead).count).toBe('4, 2 aircraft not loaded yet');
  });

  test('leaves out what is hidden by default, and counts it by reason', () => {
    const inactive = aircraft({ aircraftId: 'i', status: { id: 0, name: 'inactive' } });
    const all = [
      ...items,
      item({ maintenanceReminderId: 'ad', permanentlyComplied: true }),
      item({ maintenanceReminderId: 'off', active: false }),
      item({ maintenanceReminderId: 'parked' }, inactive),
    ];
    expect(list(all)).toMatchObject({ count: '4 in all', hidden: { complied: 1, switchedOff: 1, aircraft: 1 } });
    const shown = list(all, { show: { ...defaults, complied: true } });
    expect(shown).toMatchObject({ count: '5 in all', hidden: { complied: 0, switchedOff: 1, aircraft: 1 } });
    expect(keys(shown.rows).at(-1)).toBe('ad');
  });
});

describe('the due list’s counters', () => {
  const counts = (...given: Parameters<typeof list>) => list(...given).counters.map(({ count }) => count);
  const items = [3, 2, 2, 1].map((statusId, index) => due(String(index), statusId, -5));

  test('count the API’s own overall status, worst first, and filter as the API does', () => {
    expect(list(items).counters).toEqual([
      { filter: 'eq:3', statusId: 3, name: 'Expired', count: '1', hint: undefined },
      { filter: 'eq:2', statusId: 2, name: 'Warning', count: '2', hint: undefined },
      { filter: 'eq:1', statusId: 1, name: 'OK', count: '1', hint: undefined },
    ]);
  });

  test('count undocumented statuses separately', () => {
    expect(list(items).others).toBeNull();
    expect(list([...items, due('odd', 9, 1), item({ status: null })]).others).toBe('2 with another status');
  });

  test('filter exactly what they count, even if a status name is worse than its id', () => {
    const odd = [{ id: null, name: 'Overdue' }, { id: 1, name: 'Expired' }, { id: 9, name: 'Grace' }, { id: 2 }, null];
    const given = fc.array(fc.constantFrom(...odd, status(1), status(2), status(3)), { maxLength: 9 });
    fc.assert(
      fc.property(given, (statuses) => {
        const all = statuses.map((one, id) => item({ maintenanceReminderId: String(id), status: one }));
        for (const { filter, count } of list(all).counters) {
          expect(list(all, { status: filter }).rows).toHaveLength(Number(count));
        }
      }),
    );
    const [late] = list([item({ status: { id: null, name: 'Overdue' } })], { status: 'eq:3' }).rows;
    expect(late?.status).toBe('Overdue');
  });

  test('do not depend on the filter or the search', () => {
    expect(counts(items, { status: 'eq:3', search: 'nothing' })).toEqual(['1', '2', '1']);
  });

  test('never count reminders permanently complied with or switched off, even if displayed', () => {
    const hidden = [item({ permanentlyComplied: true, status: status(3) }), item({ active: false, status: status(3) })];
    const show = { complied: true, switchedOff: true, aircraft: true };
    expect(list([...items, ...hidden], { show }).count).toBe('6 in all');
    expect(counts([...items, ...hidden], { show })).toEqual(['1', '2', '1']);
  });

  test('have a plus sign while some aircraft are missing', () => {
    expect(counts(items, {}, partRead)).toEqual(['1+', '2+', '1+']);
    const { counters, both, lack } = list(items, {}, partRead);
    expect(counters[0]?.hint).toBe('of the aircraft loaded so far');
    expect([both, lack]).toEqual(['3+', '2 aircraft not loaded yet']);
    expect(list(items).lack).toBeNull();
  });

  test('are unknown before anything is read, and zero for a school without aircraft', () => {
    expect(counts([], {}, noneRead)).toEqual(['', '', '']);
    expect(list([], {}, noneRead)).toMatchObject({ both: '', lack: 'Not known yet' });
    expect(counts([], {}, allRead)).toEqual(['0', '0', '0']);
  });
});

describe('groups in the due list', () => {
  const items = [
    due('1', 3, -1, 'N2', '100-Hour'),
    due('2', 2, 5, 'N1', 'Annual'),
    due('3', 1, 50, 'N2', 'Annual'),
    due('4', 1, 60, 'N1', '100 hour'),
  ];
  const groups = (...given: Parameters<typeof list>) =>
    list(...given).groups?.map(({ title, items: ownItems }) => [title, keys(ownItems)]);

  test('by aircraft are sorted worst first, and so are the rows', () => {
    expect(groups(items, { grouping: 'aircraft' })).toEqual([
      ['N2', ['1', '3']],
      ['N1', ['2', '4']],
    ]);
    expect(keys(list(items, { grouping: 'aircraft' }).rows)).toEqual(['1', '3', '2', '4']);
  });

  test('by reminder join different spellings of a name', () => {
    expect(groups(items, { grouping: 'reminder' })).toEqual([
      ['100-Hour', ['1', '4']],
      ['Annual', ['2', '3']],
    ]);
  });

  test('by reminder stay separate for names without letters', () => {
    const marks = [due('1', 1, 1, 'N1', '***'), due('2', 1, 1, 'N1', '+++')];
    expect(groups(marks, { grouping: 'reminder' })).toHaveLength(2);
  });

  test('by aircraft use the id when there is no tail number', () => {
    const nameless = ['a', 'b'].map((id) =>
      item({ maintenanceReminderId: id }, aircraft({ aircraftId: id, tailNumber: null })),
    );
    expect(groups(nameless, { grouping: 'aircraft' })).toEqual([
      ['No tail number', ['a']],
      ['No tail number', ['b']],
    ]);
  });

  test('contain every row exactly once', () => {
    const some = fc.array(
      fc.record({
        statusId: fc.constantFrom(1, 2, 3, 9),
        left: fc.integer({ min: -9, max: 99 }),
        tail: fc.constantFrom('N1', 'N2', 'N10'),
        name: fc.constantFrom('Annual', 'annual', 'VOR', '***', '100-hour'),
      }),
    );
    fc.assert(
      fc.property(some, fc.constantFrom('aircraft', 'reminder'), (given, grouping) => {
        const all = given.map(({ statusId, left, tail, name }, id) => due(String(id), statusId, left, tail, name));
        const shown = list(all, { grouping });
        expect(keys(shown.rows)).toEqual(keys(shown.groups?.flatMap((group) => group.items) ?? []));
        expect(keys(shown.rows).toSorted()).toEqual(keys(all).toSorted());
        expect(shown.count).toBe(`${all.length} in all`);
      }),
    );
  });
});

describe('the due list’s search', () => {
  const items = [due('1', 1, 1, 'N512SP', '100-Hour Inspection'), due('2', 1, 1, 'N513SP', 'Oil and Filter Change')];

  test.each([
    ['512', ['1']],
    ['n-513', ['2']],
    ['100 hour', ['1']],
    ['oil change', ['2']],
    ['513 oil', ['2']],
    ['512 oil', []],
    [' ', ['1', '2']],
    ['–', ['1', '2']],
  ])('“%s” finds %j', (search, found) => {
    expect(keys(list(items, { search }).rows)).toEqual(found);
  });
});

test('at a location, the due list has the aircraft there and those whose location is unknown', () => {
  const [pueblo, meadow] = [
    { id: 'p', name: 'Pueblo' },
    { id: 'm', name: 'Meadow Lake' },
  ];
  const narrowing = narrowingTo(
    pueblo,
    new Map([
      ['here', pueblo],
      ['away', meadow],
    ]),
  );
  const items = [due('a', 3, -2, 'here'), due('b', 3, -1, 'away'), due('c', 1, 50, 'nobody knows')];
  const shown = listAt(narrowing, items);
  expect(keys(shown.rows)).toEqual(['a', 'c']);
  expect(shown.counters.map(({ count }) => count)).toEqual(['1', '0', '1']);
  expect(shown.count).toBe('2 of 3 · Pueblo');
  expect(shown.note).toBe('At Pueblo; 1 shown with location not known, 1 at other locations not shown.');
  expect(list(items)).toMatchObject({ count: '3 in all', note: null });
});

describe('what is due soon', () => {
  const at = { horizons: null, now };
  const dated = (id: string, day: string) =>
    item({ maintenanceReminderId: id, status: status(1), dateOptions: dateLimit(day) });
  const items = [
    due('nine', 1, 9.9),
    due('ten', 1, 10),
    due('eleven', 1, 10.1),
    due('past', 3, -2),
    dated('week', '2026-05-18'),
    dated('month', '2026-06-10'),
    dated('later', '2026-06-13'),
    dated('odd', 'soon'),
  ];
  const within = (choice: 'any' | '7d' | '30d' | '10h') => {
    const question = { ...everything, within: choice };
    return keys(foundDue(dueBase({ items, known: allRead }, question, everywhere), question, at).rows).toSorted();
  };

  test.each([
    // At usual use, three hours a day: 10.1 h are there within four days. What could not be read may be due.
    ['7d', ['eleven', 'nine', 'odd', 'past', 'ten', 'week']],
    ['30d', ['eleven', 'month', 'nine', 'odd', 'past', 'ten', 'week']],
    ['10h', ['nine', 'past', 'ten']],
  ] as const)('within %s is %j', (choice, found) => {
    expect(within(choice)).toEqual(found);
  });

  test('counts by the forecast once the reservations are loaded', () => {
    const busy = due('busy', 1, 30, 'a1');
    const flights = [13, 14, 15, 16].flatMap((day) =>
      [10, 14, 18].map((hour) => reservationAt(`2026-05-${day}T${hour}:00`, `2026-05-${day}T${hour + 4}:00`)),
    );
    const horizons = new Map([[busy.key, horizonFor(busy, flights)]]);
    expect(isWithin(busy, '7d', { horizons: null, now })).toBe(false);
    expect(isWithin(busy, '7d', { horizons, now })).toBe(true);
  });

  test('never loses what a longer time includes', () => {
    const kinds = fc.record({ status: fc.constantFrom(1, 2, 3), left: fc.integer({ min: -100, max: 900 }) });
    fc.assert(
      fc.property(kinds, (kind) => {
        const one = due('one', kind.status, kind.left);
        if (isWithin(one, '7d', at)) expect(isWithin(one, '30d', at)).toBe(true);
      }),
    );
  });
});

describe('the title on paper', () => {
  const items = [due('late', 3, -2), due('soon', 2, 5), due('ok', 1, 50)];
  const asked = { view: 'list', search: '', grouping: 'none', within: 'any', sort: '' } as const;

  test.each([
    [{}, 'Due list: 3 in all, worst first'],
    [{ within: '7d' }, 'Due within 7 days: 2 of 3, worst first'],
    [{ within: '10h', search: ' 100 ' }, '10 h left or less, with “100”: 2 of 3, worst first'],
    [{ sort: '-next' }, 'Due list: 3 in all, sorted by next reservation, last first'],
    [{ grouping: 'aircraft', sort: 'visit' }, 'Due list: 3 in all, by aircraft, sorted by shop visit'],
    [{ sort: 'colour' }, 'Due list: 3 in all, worst first'],
    [{ view: 'calendar', within: '7d' }, 'Due calendar, due within 7 days: 2 of 3'],
  ] as const)('of %j names what is asked for, how many, and the order', (part, title) => {
    const question = { ...asked, ...part };
    const found = foundDue(dueBase({ items, known: allRead }, everything, everywhere), question, {
      horizons: null,
      now,
    });
    expect(paperTitle(found, question)).toBe(title);
  });

  test('names the statuses of the filter', () => {
    expect(paperTitle(list(items, { status: 'int:2,3' }), asked)).toBe(
      'Due list, Expired or Warning: 2 of 3, worst first',
    );
  });
});
