import { describe, expect, test } from 'vitest';
import { rowsAt } from '#e2e/fixtures/samples/sampleReadiness.ts';
import {
  aircraft,
  clock,
  dateLimit,
  hoursLeft,
  item,
  now,
  status,
  zone,
} from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { onTheDay, person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import { alertsOf } from '#web/pages/wall/frameModel.ts';
import {
  type FleetTile,
  fleetTiles,
  isSimulatorName,
  highlightCounts,
  lineState,
  shortState,
  tileWord,
} from './fleetTiles.ts';
import type { Wording } from '#domain/wall/words.ts';

const wording: Wording = { now, clock, names: 'short', marks: 'shown' };
const fleet = ['a1', 'a2', 'a3', 'a4'].map((aircraftId) =>
  aircraft({ aircraftId, tailNumber: `N${aircraftId.slice(1)}AB` }),
);
const of = (aircraftId: string) => ({ aircraft: { aircraftId } });
const reservations = [
  slot('out', '10:00', '11:30', { status: 1, ...of('a1') }),
  slot('late', '09:00', '10:42', { status: 1, ...of('a2') }),
  slot('soon', '11:30', '13:00', { pilots: [person('Sam Garcia')], ...of('a3') }),
  slot('later', '16:00', '18:00', { instructor: person('Kim Lee'), ...of('a4') }),
];
const expiredItem = item({ status: status(3), timeOptions: hoursLeft(-1.2, 3) }, fleet[3]);
const warned = item({ status: status(2), timeOptions: hoursLeft(6.2, 2) }, fleet[0]);
const squawk = toSquawk({ squawkId: 's', description: 'Left brake soft', groundAircraft: true }, 0, zone);

const isRead = () => true;

const tiles = fleetTiles(
  {
    rows: rowsAt(fleet, reservations, now),
    worst: new Map([
      ['a4', expiredItem],
      ['a1', warned],
    ]),
    grounding: new Map([['a3', squawk]]),
    isRead,
  },
  wording,
);
const tile = (tail: string) => tiles.find((fleetTile) => fleetTile.tail === tail);

describe('an aircraft that is not back', () => {
  const of2 = (end: string) =>
    fleetTiles(
      {
        rows: rowsAt(fleet, [slot('late', '08:00', end, { status: 1, ...of('a2') })], now),
        worst: new Map(),
        grounding: new Map([['a3', squawk]]),
        isRead,
      },
      wording,
    );

  test.each([
    ['10:56', 'none', 'N3AB', []],
    ['10:54', 'open', 'N3AB', ['open']],
    ['10:35', 'missing', 'N2AB', ['missing']],
  ])('due at %s is %s', (end, highlight, first, alerts) => {
    const all = of2(end);
    expect(all.find(({ tail }) => tail === 'N2AB')).toMatchObject({ highlight, state: { word: 'not back' } });
    expect(all[0]?.tail).toBe(first);
    expect(alertsOf(all).map(({ kind }) => kind)).toEqual(alerts);
  });
});

describe('fleet tiles', () => {
  test('say what each aircraft is doing, and have a short form', () => {
    expect(tile('N1AB')?.state).toEqual({ word: 'flying', detail: 'until 1130L', short: '1130L' });
    expect(tile('N2AB')?.state).toEqual({ word: 'not back', detail: '+0:23', short: '+0:23' });
    expect(tile('N3AB')?.state).toEqual({ word: 'available', detail: 'until 1130L', short: '1130L' });
    expect(tile('N4AB')?.state).toEqual({ word: 'available', detail: '', short: '' });
  });

  test('name the next reservation’s people in the board’s style', () => {
    expect(tile('N3AB')?.next).toBe('1130L Gar.S');
    expect(tile('N4AB')?.next).toBe('1600L Lee.K');
  });

  test('give the worst reminder with what is left, and the grounding squawk', () => {
    expect(tile('N1AB')?.reminder).toMatchObject({ statusId: 2, left: '6.2 h left' });
    expect(tile('N4AB')?.reminder).toMatchObject({ statusId: 3, left: '1.2 h past due' });
    expect(tile('N3AB')).toMatchObject({ squawk: 'Left brake soft', grounds: 'Left brake soft' });
  });

  test('say what grounds an aircraft when no squawk does', () => {
    const evidence = [{ kind: 'grounded', words: 'Aircraft status inactive', item: null, squawk: null }] as const;
    const fitness = new Map([['a4', { kind: 'grounded', evidence, worst: evidence[0], isComplete: true } as const]]);
    const [first] = fleetTiles(
      { rows: rowsAt(fleet, [], now, fitness), worst: new Map(), grounding: new Map(), isRead },
      wording,
    );
    expect(first).toMatchObject({ highlight: 'grounded', squawk: null, grounds: 'Aircraft status inactive' });
  });

  test('are marked if a squawk does not tell whether it grounds, and do not say that it does', () => {
    const odd = toSquawk({ description: 'Brake', groundAircraft: 'perhaps' }, 0, zone);
    const evidence = [{ kind: 'not known', words: 'Squawk: Brake', item: null, squawk: odd }] as const;
    const fitness = new Map([['a4', { kind: 'not known', evidence, worst: evidence[0], isComplete: false } as const]]);
    const rows = rowsAt(fleet, [], now, fitness);
    const grounding = new Map([['a4', odd]]);
    expect(fleetTiles({ rows, worst: new Map(), grounding, isRead }, wording)[0]).toMatchObject({
      tail: 'N4AB',
      highlight: 'warning',
      squawk: null,
      isGrounded: false,
      state: { word: 'not checked' },
    });
  });

  test('are sorted by what needs attention', () => {
    expect(tiles.map(({ highlight }) => highlight)).toEqual(['grounded', 'expired', 'open', 'warning']);
  });
});

describe('the order and flights of the tiles', () => {
  test('puts inactive aircraft last, because nobody has to act on them', () => {
    const inactive = aircraft({ aircraftId: 'a1', tailNumber: 'N1AB', status: { id: 0, name: 'inactive' } });
    const evidence = [{ kind: 'grounded', words: 'Aircraft status inactive', item: null, squawk: null }] as const;
    const fitness = new Map([['a1', { kind: 'grounded', evidence, worst: evidence[0], isComplete: true } as const]]);
    const rows = rowsAt([inactive, ...fleet.slice(1)], [], now, fitness);
    const ordered = fleetTiles({ rows, worst: new Map([['a4', expiredItem]]), grounding: new Map(), isRead }, wording);
    expect(ordered.map(({ tail: own }) => own)).toEqual(['N4AB', 'N2AB', 'N3AB', 'N1AB']);
  });

  test('puts first, within one severity, what comes due first', () => {
    const due = (id: string, date: string) =>
      item(
        { maintenanceReminderId: id, status: status(2), dateOptions: dateLimit(date, 2) },
        aircraft({ aircraftId: id }),
      );
    const worst = new Map([
      ['a1', due('a1', '2026-06-21T23:59:59')],
      ['a3', due('a3', '2026-05-13T23:59:59')],
      ['a4', due('a4', '2026-05-20T23:59:59')],
    ]);
    const ordered = fleetTiles({ rows: rowsAt(fleet, [], now), worst, grounding: new Map(), isRead }, wording);
    expect(ordered.map(({ tail: own, reminder }) => `${own} ${reminder?.left ?? ''}`.trim())).toEqual([
      'N3AB 1 day left',
      'N4AB 8 days left',
      'N1AB 40 days left',
      'N2AB',
    ]);
  });

  test('includes the flight that is out or leaves within two hours', () => {
    expect(tile('N1AB')?.flight).toEqual({ kind: 'out', at: onTheDay('11:30'), text: 'until 1130L' });
    expect(tile('N2AB')?.flight).toEqual({ kind: 'out', at: onTheDay('10:42'), text: '+0:23', isLate: true });
    expect(tile('N3AB')?.flight).toEqual({ kind: 'leaving', at: onTheDay('11:30'), text: 'at 1130L' });
    expect(tile('N4AB')?.flight).toBeNull();
    const flightOf = (...given: typeof reservations) =>
      fleetTiles(
        { rows: rowsAt(fleet.slice(0, 1), given, now), worst: new Map(), grounding: new Map(), isRead },
        wording,
      )[0]?.flight?.text;
    expect(flightOf(slot('in two hours', '13:05', '14:00', of('a1')))).toBe('at 1305L');
    expect(flightOf(slot('later', '13:06', '14:00', of('a1')))).toBeUndefined();
    expect(flightOf(slot('now', '11:00', '12:00', of('a1')))).toBe('at 1100L');
    expect(flightOf(slot('shop', '11:30', '14:00', { type: 1, ...of('a1') }))).toBeUndefined();
  });

  test('supplies the alerts that must never rotate away', () => {
    expect(alertsOf(tiles).map(({ kind, entries }) => [kind, entries])).toEqual([
      ['grounded', ['N3AB at 1130L']],
      ['open', ['N2AB +0:23']],
    ]);
  });

  test('has no zone marks on a board without them', () => {
    const rows = rowsAt(fleet, reservations, now);
    const bare = fleetTiles({ rows, worst: new Map(), grounding: new Map(), isRead }, { ...wording, marks: 'hidden' });
    expect(JSON.stringify(bare)).not.toMatch(/\d{4}[LZ]/);
    expect(bare[1]?.state.detail).toBe('until 1130');
  });
});

describe('the activity on a tile', () => {
  const tileOf = (
    reservationsOf: Parameters<typeof rowsAt>[1],
    given: Parameters<typeof aircraft>[0] = {},
    at = now,
  ) => {
    const rows = rowsAt([aircraft({ aircraftId: 'a1', tailNumber: 'N1AB', ...given })], reservationsOf, at);
    return fleetTiles({ rows, worst: new Map(), grounding: new Map(), isRead }, { ...wording, now: at })[0];
  };
  const shop = slot('shop', '10:00', '15:00', { type: 1, status: 1, ...of('a1') });
  const flight = slot('f', '10:00', '13:00', { status: 1, ...of('a1') });

  test.each([
    ['in the shop', [shop], {}, 'in maintenance', 'until 1500L', 'shop'],
    ['out', [flight], {}, 'flying', 'until 1300L', '1300L'],
    ['a simulator in use', [flight], { isSimulator: true }, 'in use', 'until 1300L', '1300L'],
    ['free', [], {}, 'available', '', ''],
    ['unknown before the reservations are loaded', null, {}, 'not known', '', '?'],
    ['inactive', [], { status: { id: 0, name: 'inactive' } }, 'inactive', '', 'off'],
    ['booked but not out', [slot('g', '10:58', '13:00', of('a1'))], {}, 'not out yet', '+0:07', '+0:07'],
  ] as const)('is right for an aircraft: %s', (_, reservationsOf, given, word, detail, short) => {
    expect(tileOf(reservationsOf, given)?.state).toEqual({ word, detail, short });
  });

  test('is free up to its next reservation, and says until when from an hour before it', () => {
    const next = [slot('n', '12:05', '13:00', of('a1'))];
    const shown = (at = now) => {
      const own = tileOf(next, {}, at);
      return own && [tileWord(own).word, shortState(own), own.state.detail];
    };
    expect(shown()).toEqual(['FREE', 'to 1205L', 'until 1205L']);
    expect(shown(now - 60_000)).toEqual(['FREE', '', '']);
  });

  test('names the day when an aircraft is out past midnight', () => {
    const night = slot('night', '10:00', '13T01:30', { status: 1, ...of('a1') });
    expect(tileOf([night])?.state.detail).toBe('until tomorrow 0130L');
  });

  test('is in the next reservation when it names no people', () => {
    expect(tileOf([slot('n', '14:00', '15:00', of('a1'))])?.next).toBe('1400L Standard');
    expect(tileOf([])?.next).toBeNull();
  });

  test('comes with “No tail” when there is no tail number', () => {
    expect(tileOf([], { tailNumber: null })?.tail).toBe('No tail');
  });
});

describe('the word of a tile, and what follows it on two lines and on one', () => {
  const textOf = (
    activity: FleetTile['activity'],
    [word, detail, short]: readonly [string, string, string],
    more: Partial<Pick<FleetTile, 'highlight' | 'isGrounded'>> = {},
  ) => {
    const given = { activity, state: { word, detail, short }, highlight: 'none', isGrounded: false, ...more } as const;
    const { word: capitals, tone } = tileWord(given);
    return [capitals, tone, shortState(given), lineState(given)];
  };
  const grounded = { highlight: 'expired', isGrounded: true } as const;

  test.each([
    ['flying', ['flying', 'until 1130L', '1130L'], ['OUT', 'out', 'to 1130L', '1130L']],
    ['flying', ['in use', 'until 1130L', '1130L'], ['IN USE', 'out', 'to 1130L', '1130L']],
    ['not back', ['not back', '+0:05', '+0:05'], ['OUT', 'out', '+0:05', '+0:05']],
    ['may be out', ['may be out', 'until 1130L', 'may be out'], ['OUT?', 'out', '1130L', '1130L']],
    ['available', ['available', 'until 1400L', '1400L'], ['FREE', 'free', 'to 1400L', '1400L']],
    ['due out', ['not out yet', '+0:07', '+0:07'], ['DUE', 'due', '+0:07', '+0:07']],
    ['in the shop', ['in maintenance', 'until 1500L', 'shop'], ['SHOP', 'shop', '', '']],
    ['available', ['available', '', ''], ['FREE', 'free', '', '']],
    ['inactive', ['inactive', '', 'off'], ['OFF', 'off', '', '']],
    ['not known', ['not checked', '', '?'], ['?', 'unknown', '', '']],
    ['not known', ['not known', '', '?'], ['?', 'unknown', '', '']],
  ] as const)('are right for “%s”', (activity, state, expected) => {
    expect(textOf(activity, state)).toEqual(expected);
  });

  test('say how late an aircraft is by its colour too', () => {
    const late = (highlight: FleetTile['highlight']) =>
      textOf('not back', ['not back', '+0:35', '+0:35'], { highlight }).slice(0, 2);
    expect([late('open'), late('missing')]).toEqual([
      ['OUT', 'late'],
      ['OUT', 'grounded'],
    ]);
  });

  test('say that an aircraft on the ground is grounded, whatever is booked, and that one which is out is out', () => {
    expect(textOf('grounded', ['not out yet', '+0:07', '+0:07'], grounded)).toEqual(['GROUNDED', 'grounded', '', '']);
    expect(textOf('grounded', ['grounded', '', 'grounded'], grounded)[0]).toBe('GROUNDED');
    expect(textOf('in the shop', ['in maintenance', '', 'shop'], grounded)[0]).toBe('SHOP');
    expect(textOf('flying', ['flying', 'until 1130L', '1130L'], grounded)).toEqual(['OUT', 'out', 'to 1130L', '1130L']);
  });
});

test('the legend counts aircraft that are grounded, however late they are, then each severity, without fit aircraft', () => {
  const given = ['warning', 'none', 'expired', 'missing', 'warning', 'grounded', 'none'] as const;
  const fit = new Set<string>(['warning', 'none']);
  const [first] = tiles;
  if (!first) throw new Error('no tile');
  expect(highlightCounts(given.map((highlight) => ({ ...first, highlight, isGrounded: !fit.has(highlight) })))).toEqual(
    [
      { meaning: 'missing', count: 1 },
      { meaning: 'grounded', count: 3 },
      { meaning: 'warning', count: 2 },
    ],
  );
  expect(highlightCounts([])).toEqual([]);
});

test('a simulator name is longer than any tail number', () => {
  expect(['N512SP', 'C-GABC', 'VH-ABCD', 'G-ABCDE'].filter(isSimulatorName)).toEqual([]);
  expect(['Redbird FMX', 'Frasca 142'].filter(isSimulatorName)).toHaveLength(2);
});
