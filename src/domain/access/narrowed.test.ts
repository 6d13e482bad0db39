import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Role, roles } from '#contract/access/roles.ts';
import { visibleTo } from '#contract/access/visible.ts';
import { isRecord } from '#contract/objects.ts';
import { type OperationId, operationIds } from '#contract/operations.ts';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import { narrowedAnswer, narrowedRecord, type Viewer } from './narrowed.ts';

const viewer = (role: Role, userId: string | null = null, showsNames = false): Viewer => ({ role, userId, showsNames });
const [instructor, display] = [viewer('instructor', 'I-1'), viewer('display')];

const flight = {
  reservationId: 'r1',
  displayName: 'Garcia, Ana',
  startTime: '2026-05-12T18:00:00Z',
  aircraft: { aircraftId: 'a1', tailNumber: 'N512SP', hourlyRate: 189, engines: [{ serialNumber: 'x' }] },
  pilots: [
    {
      userId: 'U-1',
      firstName: 'Ana',
      lastName: 'Garcia',
      phone: '555-0100',
      locations: [{ id: 1, name: 'Main', address: 'x' }],
    },
  ],
  instructor: { userId: 'i-1', firstName: 'Lee', lastName: 'Okafor', imageUrl: 'https://x' },
  training: { sessions: [{ lesson: { name: 'Stalls' } }] },
  comments: 'Pays cash',
};

describe('names on a reservation', () => {
  const shown = {
    reservationId: 'r1',
    startTime: flight.startTime,
    aircraft: { aircraftId: 'a1', tailNumber: 'N512SP' },
  };
  const lee = { userId: 'i-1', firstName: 'Lee', lastName: 'Okafor' };
  const ana = { userId: 'U-1', firstName: 'Ana', lastName: 'Garcia', locations: [{ id: 1, name: 'Main' }] };

  it("are all shown on one's own reservation, in any letter case of the ids", () => {
    expect(narrowedRecord('listReservations', flight, instructor)).toEqual({
      ...shown,
      displayName: 'Garcia, Ana',
      pilots: [ana],
      instructor: lee,
    });
  });
  it('are all shown on a flight that the instructor flies as pilot', () => {
    expect(narrowedRecord('listReservations', flight, viewer('instructor', ' u-1 '))).toMatchObject({ pilots: [ana] });
  });
  it.each(['i-2', '', 'undefined', 'null', '[object Object]', null])(
    "show only the instructor on other people's reservations (%s)",
    (userId) => {
      expect(narrowedRecord('listReservations', flight, viewer('instructor', userId))).toEqual({
        ...shown,
        pilots: [],
        instructor: lee,
      });
    },
  );
  it('are initials without ids on a display', () => {
    expect(narrowedRecord('listReservations', flight, display)).toEqual({
      ...shown,
      pilots: [{ firstName: 'A', lastName: 'G', locations: [{ id: 1, name: 'Main' }] }],
      instructor: { firstName: 'L', lastName: 'O' },
    });
  });
  it("are in full if the display's link allows it", () => {
    expect(narrowedRecord('listReservations', flight, viewer('display', null, true))).toMatchObject({
      displayName: 'Garcia, Ana',
      pilots: [ana],
      instructor: lee,
    });
  });
  it('of an instructor are hidden even if the session claims to show names', () => {
    expect(narrowedRecord('listReservations', flight, viewer('instructor', 'i-2', true))).toMatchObject({ pilots: [] });
  });
  it('given as numbers are left out, by one narrowing and by two', () => {
    const once = narrowedRecord('listReservations', { instructor: 7, pilots: [7] }, instructor);
    expect(once).toEqual({ pilots: [] });
    expect(narrowedRecord('listReservations', once, instructor)).toEqual(once);
  });
  it('in another form are hidden from roles that see no names', () => {
    const odd = { pilots: ['Ana Garcia', 7, ['Ana'], null], instructor: 'Lee Okafor', displayName: { en: 'Ana' } };
    expect(narrowedRecord('listReservations', odd, display)).toEqual({ pilots: ['', '', [], null], displayName: {} });
    expect(narrowedRecord('listReservations', { pilots: 'Ana' }, display)).toEqual({ pilots: '' });
    expect(narrowedRecord('listReservations', odd, instructor)).toEqual({ pilots: [], displayName: {} });
  });
});

describe('a member that no tree names', () => {
  const record = {
    userId: 'u',
    firstName: 'Ana',
    phone: '555-0100',
    currentBalance: -3,
    custom: [{ name: 'Balance', value: '-3' }],
    empty: [],
    status: 'Active',
    roles: [{ name: 'Student', fee: 3 }],
    aircraftCheckouts: [{ make: 'Cessna', fee: 12, approvedBy: { lastName: 'Lee', cell: '555-0100' } }],
    externalId: '$12.50',
    __proto__x: 1,
  };

  it('is left out at any depth, and listed for roles that can ask for it', () => {
    expect(narrowedRecord('getUser', record, viewer('dispatcher'))).toEqual({
      userId: 'u',
      firstName: 'Ana',
      phone: '555-0100',
      status: 'Active',
      roles: [{ name: 'Student' }],
      aircraftCheckouts: [{ make: 'Cessna', approvedBy: { lastName: 'Lee' } }],
      externalId: '',
      withheldMembers: [
        'currentBalance',
        'custom',
        'roles.fee',
        'aircraftCheckouts.fee',
        'aircraftCheckouts.approvedBy.cell',
        'externalId',
        '__proto__x',
      ],
    });
  });

  it('is not listed for other roles, nor if nothing was left out', () => {
    expect(narrowedRecord('listAircraft', { aircraftId: 'a', fee: 1 }, display)).toEqual({ aircraftId: 'a' });
    expect(narrowedRecord('listAircraft', { aircraftId: 'a', fee: '' }, viewer('dispatcher'))).toEqual({
      aircraftId: 'a',
    });
  });

  it('is listed without names that contain withheld text', () => {
    const odd = { aircraftId: 'a', 'ana@example.com': 1, 'owes $12': 1 };
    expect(narrowedRecord('listAircraft', odd, viewer('maintenance'))).toEqual({
      aircraftId: 'a',
      withheldMembers: ['…'],
    });
  });

  it('only dispatchers see contact data on a reservation', () => {
    const phones = (role: Role) => JSON.stringify(narrowedRecord('listReservations', flight, viewer(role)));
    expect(phones('dispatcher')).toContain('555-0100');
    expect(phones('dispatcher')).toContain('Stalls');
    for (const role of ['maintenance', 'instructor', 'display'] as const) expect(phones(role)).not.toContain('555-');
  });

  it('remarks on a reservation are hidden if they contain an amount', () => {
    const seen = (comments: string) => narrowedRecord('listReservations', { comments }, viewer('dispatcher'));
    expect(seen('Brings a friend')).toEqual({ comments: 'Brings a friend' });
    expect(seen('Owes $12')).toEqual({ comments: '', withheldMembers: ['comments'] });
  });
});

it('every role that sees squawks sees what grounds the aircraft, in any form', () => {
  const forms = [
    { grounded: true },
    { GroundsAircraft: 'Yes' },
    { severity: 'Grounding' },
    { priority: { id: 1, name: 'AOG' } },
    { groundAircraft: '?' },
    { groundAircraft: true, squawkStatus: 'Resolved' },
  ];
  const zone = { name: 'America/Denver', zoneless: 'operator' } as const;
  for (const role of roles.filter((one) => visibleTo(one, 'listSquawks') !== null)) {
    for (const form of forms) {
      const read = (record: unknown) => isRecord(record) && toSquawk(record, 0, zone);
      const { grounding, isResolved } = read({ description: 'Brake', ...form }) || {};
      const seen = narrowedRecord('listSquawks', { description: 'Brake', owner: 'Ana', ...form }, viewer(role));
      expect(read(seen)).toMatchObject({ grounding, isResolved });
    }
  }
});

describe('lists', () => {
  const items = [{ aircraftId: 'a1', owner: 'Ana' }, 'a text', 7, null, [{ aircraftId: 'a2' }]];
  const kept = [{ aircraftId: 'a1' }, '', '', null, []];
  it.each([
    [
      'a Paged list',
      { totalItems: 5, offset: 0, limit: null, sum: 9, items },
      { totalItems: 5, offset: 0, limit: null, items: kept },
    ],
    ['a bare array', items, kept],
    ['an empty list', { totalItems: 0, items: null }, { totalItems: 0, items: null }],
    ['no list at all', { data: items }, {}],
    ['a text', 'Ana', ''],
  ])('%s', (_, body, expected) => expect(narrowedAnswer('listAircraft', body, display)).toEqual(expected));
});

it('an operation that the role may not request returns nothing', () => {
  expect(narrowedAnswer('reportInvoices', { items: [{ invoiceId: 1 }] }, viewer('dispatcher'))).toEqual({});
  expect(narrowedRecord('getUser', { userId: 'u' }, instructor)).toEqual({});
});

it('members that an object inherits from its prototype are ignored', () => {
  const body: unknown = JSON.parse(
    '{"__proto__": {"aircraftId": "a1", "isAdmin": true}, "constructor": "c", "tailNumber": "N1"}',
  );
  expect(narrowedRecord('listAircraft', body, display)).toEqual({ tailNumber: 'N1' });
  const record = narrowedRecord('listAircraft', body, viewer('dispatcher'));
  expect(record).toEqual({ tailNumber: 'N1', withheldMembers: ['constructor'] });
  expect(Object.getPrototypeOf(record)).toBe(Object.prototype);
});

/** Names from the trees, from the vocabulary, and unknown ones. */
const memberNames =
  'aircraftId userId firstName lastName displayName pilots instructor aircraft items name id status location locations currentBalance hourlyRate email phone unknown value __proto__';
const names = fc.constantFrom(...memberNames.split(' '));
const anything = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('I-1', 'i-1', '$12.50', 'Ana', '', 'ß', '𝔸b'),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.dictionary(names, tie('value')),
    fc.array(tie('value'), { maxLength: 4 }),
  ),
})).value;
const viewers = fc.record({
  role: fc.constantFrom(...roles),
  userId: fc.constantFrom(null, 'I-1', 'i-1', 'x'),
  showsNames: fc.boolean(),
});
const ids = fc.constantFrom(...operationIds);

/** A value without its lists of members left out. */
function untold(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(untold);
  if (!isRecord(value)) return value;
  const rest = Object.entries(value).filter(([name]) => name !== 'withheldMembers' && name !== 'withheld');
  return Object.fromEntries(rest.map(([name, member]) => [name, untold(member)]));
}

/** True if a value was made from another by leaving out, emptying, and cutting texts to their first letter. */
function isPartOf(part: unknown, whole: unknown): boolean {
  if (part === '' || Object.is(part, whole)) return true;
  if (Array.isArray(part)) return Array.isArray(whole) && isSubsequence(part, whole);
  if (isRecord(part)) {
    return (
      isRecord(whole) &&
      Object.entries(part).every(([name, one]) => Object.hasOwn(whole, name) && isPartOf(one, whole[name]))
    );
  }
  return (
    typeof part === 'string' &&
    typeof whole === 'string' &&
    Array.from(part).length === 1 &&
    whole.trim().startsWith(part)
  );
}

function isSubsequence(part: readonly unknown[], whole: readonly unknown[]): boolean {
  let place = 0;
  return part.every((value) => {
    while (place < whole.length && !isPartOf(value, whole[place])) place++;
    return place++ < whole.length;
  });
}

describe('the narrowed result for any value', () => {
  const both = (id: OperationId, value: unknown, who: Viewer) => [
    untold(narrowedAnswer(id, value, who)),
    untold(narrowedRecord(id, value, who)),
  ];
  /** A report is a list in the documented form, whatever the service sends. */
  const asAnswered = (id: OperationId, value: unknown) =>
    Array.isArray(value) && id.startsWith('report') ? { items: value } : value;

  it('is a part of the original, which stays unchanged', () => {
    fc.assert(
      fc.property(ids, anything, viewers, (id, value, who) => {
        const before = JSON.stringify(value);
        const [answer, record] = both(id, value, who);
        expect([isPartOf(answer, asAnswered(id, value)) || isPartOf(answer, value), isPartOf(record, value)]).toEqual([
          true,
          true,
        ]);
        expect(JSON.stringify(value)).toBe(before);
      }),
    );
  });
  it('is the same when narrowed twice', () => {
    fc.assert(
      fc.property(ids, anything, viewers, (id, value, who) => {
        const [answer, record] = both(id, value, who);
        expect(both(id, answer, who)[0]).toEqual(answer);
        expect(both(id, record, who)[1]).toEqual(record);
      }),
    );
  });
  it('has no member outside the tree', () => {
    fc.assert(
      fc.property(ids, anything, viewers, (id, value, who) => {
        fc.pre(typeof (visibleTo(who.role, id) ?? {}) !== 'string');
        const text = JSON.stringify([...both(id, [value], who), ...both(id, value, who)]);
        const isReached = who.role === 'dispatcher';
        expect(text).not.toMatch(/unknown|currentBalance|hourlyRate|__proto__|"value"/);
        if (!isReached) expect(text).not.toMatch(/email|phone/);
      }),
    );
  });
  it('is unchanged for a manager', () => {
    fc.assert(
      fc.property(ids, anything, (id, value) => {
        expect(narrowedAnswer(id, value, viewer('manager'))).toBe(value);
        expect(narrowedRecord(id, value, viewer('manager'))).toBe(value);
      }),
    );
  });
});
