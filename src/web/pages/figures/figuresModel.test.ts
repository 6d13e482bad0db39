import { describe, expect, it } from 'vitest';
import type { FigureDimension } from '#contract/gateway/figures.ts';
import type { SchoolFigures } from '#web/data/gateway/figures.ts';
import { bandsOf, barName, isNothing, lacksText, leftOutText, readingText, shownBars } from './figuresModel.ts';
import { ruleOf } from './figureRules.ts';
import { type OpenBar, printBar } from './rowsModel.ts';
import { figureLines, figuresCsv } from './figuresCsv.ts';

const guid = '0d6cbd1e-8b0a-4f0a-9d6a-000000000001';
const known = (value: number, rows = 1) => ({ value, rows });
const unknown = (reason: string) => ({ value: null, rows: 0, reason });
const noneLeftOut = { void: 0, draft: 0, duplicate: 0, unreadable: 0, 'not closed': 0 };

const period: SchoolFigures['period'] = {
  first: '2026-05-01',
  last: '2026-05-12',
  lacks: [],
  utilisation: {
    flown: known(10, 4),
    booked: known(14, 5),
    open: known(100, 2),
    flownOfOpen: known(0.1, 4),
    flownOfBooked: known(0.71, 4),
    dead: known(3, 2),
    bars: [
      { group: { key: guid, name: 'N512SP' }, flown: 8, booked: 10, flights: 3, bookings: 3 },
      { group: null, flown: null, booked: 4, flights: null, bookings: 2 },
    ],
  },
  departures: {
    reliability: known(0.8, 5),
    due: 5,
    onTime: 4,
    causes: [{ name: 'late aircraft', count: 1 }],
    notRecorded: known(0, 0),
  },
  cancellations: {
    count: 2,
    noShows: 1,
    booked: 8,
    causes: [{ name: 'no-show', count: 1 }],
    notice: [{ name: 'less than 2 h', count: 2 }],
    week: Array.from({ length: 7 }, (_row, weekday) =>
      Array.from({ length: 24 }, (_cell, hour) =>
        weekday === 0 && hour === 9
          ? { booked: 6, cancelled: 2 }
          : { booked: hour === 5 && weekday === 6 ? 2 : 0, cancelled: Number(hour === 5 && weekday === 6) },
      ),
    ),
  },
  maintenance: {
    grounded: known(2, 1),
    groundedBars: [{ aircraft: { key: guid, name: guid }, days: 2 }],
    opened: 3,
    closed: null,
    openSquawks: [{ name: 'under a week', count: 3 }],
    openOrders: null,
    shop: known(8, 2),
    shopKinds: [
      { name: 'planned', hours: 6, visits: 1 },
      { name: 'unplanned', hours: 2, visits: 1 },
    ],
  },
  training: {
    lessonsAWeek: known(1.5, 6),
    lessons: 6,
    students: 3,
    withoutBooking: known(1, 1),
    stageChecks: unknown('The report does not name the next lesson.'),
    byStudent: [
      {
        student: { key: 'b', name: 'B' },
        course: 'PPL',
        weeksSinceLesson: null,
        progress: null,
        pace: null,
        isBookedAhead: false,
      },
      {
        student: { key: 'a', name: 'A' },
        course: 'PPL',
        weeksSinceLesson: 2,
        progress: 0.5,
        pace: 1,
        isBookedAhead: true,
      },
    ],
    load: [{ instructor: { key: guid, name: 'Olsen' }, bookings: 6, hours: 9 }],
  },
  leftOut: {
    reservations: { ...noneLeftOut, void: 2 },
    flights: { ...noneLeftOut, void: 1, draft: 1 },
    squawks: noneLeftOut,
    'work orders': noneLeftOut,
    'student progress': noneLeftOut,
  },
};

const figures = (changes: Partial<SchoolFigures['period']> = {}): SchoolFigures => ({
  period: { ...period, ...changes },
  before: { ...period, departures: null },
  yearBefore: { ...period, utilisation: { ...period.utilisation, flownOfOpen: unknown('Not read.') } },
  sources: [
    { name: 'reservations', asOf: '2026-05-12T17:00:00Z' },
    { name: 'flights', asOf: '2026-05-12T16:00:00Z' },
    { name: 'work orders', asOf: null },
  ],
  heldFrom: null,
  heldTo: null,
  resumesAt: null,
  reading: { done: 3, of: 4 },
});

const asked = {
  by: 'aircraft',
  tails: new Map([[guid, 'N900XX']]),
  zone: 'America/Denver',
  rowsAt: (bar: OpenBar) => `rows of ${printBar(bar)}`,
} as const;
const bandOf = (id: string, changes: Partial<SchoolFigures['period']> = {}) => {
  const band = bandsOf(figures(changes), asked).find((one) => one.id === id);
  if (!band) throw new Error(`There is no band ${id}.`);
  return band;
};

describe('the bands of the figures', () => {
  it('compare no share with a time that has no records at all', () => {
    const nothing = { ...period, utilisation: { ...period.utilisation, flownOfOpen: known(0, 0) } };
    const [band] = bandsOf({ ...figures(), before: nothing, yearBefore: nothing }, asked);
    expect(band?.main).toMatchObject({ before: null, yearBefore: null });
  });

  it('are five, each with a large figure, the one before, and the one a year earlier', () => {
    expect(bandsOf(figures(), asked).map(({ id }) => id)).toEqual([
      'utilisation',
      'departures',
      'cancellations',
      'maintenance',
      'training',
    ]);
    const { main } = bandOf('utilisation');
    expect(main).toMatchObject({ value: 0.1, rows: 4, before: 0.1, yearBefore: null, reason: null });
    expect(bandOf('departures').main).toMatchObject({ value: 0.8, before: null, yearBefore: 0.8 });
    expect(bandOf('cancellations').main).toMatchObject({ value: 0.25, rows: 8 });
  });

  it('say why a figure is not known, and never make it zero', () => {
    const { main, pictures, others } = bandOf('departures', { departures: null, lacks: ['flights'] });
    expect(main.value).toBeNull();
    expect(main.reason).toMatch(/not read/);
    expect(others.map(({ value }) => value)).toEqual([null, null, null]);
    expect(pictures[0]).toMatchObject({ bars: [], isNotKnown: true });
    expect(bandOf('maintenance').others[1]).toMatchObject({ value: null });
    expect(bandOf('maintenance').pictures[3]).toMatchObject({ bars: [], isNotKnown: true });
    expect(bandOf('maintenance').pictures[1]?.bars).toMatchObject([
      { name: 'Planned', value: 6 },
      { name: 'After a grounding squawk', value: 2, also: '1 visit' },
    ]);
    expect(bandOf('utilisation').pictures[0]?.bars[1]).toMatchObject({ name: 'No aircraft named', value: null });
    const none = bandOf('cancellations', { cancellations: { ...period.cancellations!, count: 0, booked: 0 } });
    expect(none.main).toMatchObject({ value: null, reason: 'Nothing was booked.' });
  });

  it('lead from bars to their rows, and name aircraft that are not in service', () => {
    const link = bandOf('utilisation').pictures[0]?.bars[0]?.to;
    expect(link).toContain('/reports/flightOperations?');
    expect(new URLSearchParams(link?.split('?')[1]).get('find')).toBe('N512SP');
    expect(new URLSearchParams(link?.split('?')[1]).get('ask')).toContain(
      'StartDate=2026-05-01T06:00:00Z&EndDate=2026-05-13T06:00:00Z',
    );
    expect(bandOf('maintenance').pictures[0]?.bars[0]).toMatchObject({ name: 'N900XX', to: `/fleet/${guid}` });
    expect(bandOf('training').pictures[1]?.bars[0]?.to).toBe(`/instructors/${guid}`);
  });

  it('have the longest wait for a lesson first, and those not known last', () => {
    expect(bandOf('training').pictures[0]?.bars.map(({ name }) => name)).toEqual(['A', 'B']);
    expect(bandOf('training').pictures[0]?.bars[0]?.also).toBe(
      'PPL · 50 % passed · 100 % of the course’s pace · booked ahead',
    );
  });

  it('say how each figure is counted whose name alone does not say it', () => {
    const plain = new Set(['In time', 'Cancelled', 'Squawks opened', 'Lessons', 'Stage checks waiting']);
    const bands = bandsOf({ ...figures(), heldTo: '2026-07-01' }, asked);
    const measures = bands.flatMap(({ main, others }) => [main, ...others]);
    for (const { name, rule } of measures) expect([name, rule !== null]).toEqual([name, !plain.has(name)]);
    expect(measures[0]?.rule).toMatch(/Open is 0600L to 2200L on each day/);
    expect(measures.find(({ name }) => name === 'Without a booking ahead')?.rule).toMatch(/up to Wed 1 Jul are read/);
    const ownLine = (picture: string) =>
      !/^(?:Hours by (?:aircraft|model|instructor)|Days grounded by aircraft)/.test(picture);
    for (const { title } of bandsOf(figures(), { ...asked, by: 'location' }).flatMap(({ pictures }) => pictures))
      if (ownLine(title)) expect([title, ruleOf(title) !== null]).toEqual([title, true]);
    const line = figureLines(bands, period).find(([, , , name]) => name === 'Flown of booked');
    expect(line?.[10]).toMatch(/divided by hours booked/);
  });

  it('have cancellations by weekday and hour as one grid, of the usual hours and out to any other with a cancellation', () => {
    const picture = bandOf('cancellations').pictures[2];
    expect(picture).toMatchObject({ kind: 'grid', isNotKnown: false });
    expect(picture?.bars).toEqual([
      { name: 'Mon 0900L', value: 2, rows: 6, also: '2 of 6 booked', to: 'rows of week:0-9' },
      { name: 'Sun 0500L', value: 1, rows: 2, also: '1 of 2 booked', to: 'rows of week:6-5' },
    ]);
    const { hours = [], rows = [] } = picture?.grid ?? {};
    expect([hours[0], hours.at(-1), hours.length]).toEqual(['05', '21', 17]);
    expect(rows.map(({ name }) => name)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
    expect(rows[0]?.cells[4]).toMatchObject({ hour: '09', cancelled: 2, level: 4 });
    expect(rows[6]?.cells[0]).toMatchObject({ level: 2, words: '1 of 2 booked' });
    expect(rows[1]?.cells[0]).toMatchObject({ level: 0, words: 'Nothing booked' });
    expect(bandOf('cancellations', { cancellations: null }).pictures[2]).toMatchObject({ bars: [], isNotKnown: true });
  });

  it('count what was left out of all their sources', () => {
    expect(bandOf('utilisation').leftOut).toBe('3 void, 1 draft');
    expect(bandOf('training').leftOut).toBe('2 void');
    expect(leftOutText([noneLeftOut, undefined])).toBeNull();
  });

  it('draw eight bars, and count the others', () => {
    const picture = bandOf('utilisation').pictures[0]!;
    const many = Array.from({ length: 11 }, (_, at) => ({ name: `N${at}`, value: at, to: null }));
    expect(shownBars({ ...picture, bars: many })).toMatchObject({ more: 3, greatest: 7 });
    expect(shownBars(picture)).toMatchObject({ more: 0, greatest: 10 });
  });

  it('say what is not read, and when there is nothing at all', () => {
    expect(lacksText(figures())).toBeNull();
    expect(lacksText(figures({ lacks: ['flights', 'squawks', 'work orders'] }))).toBe(
      'flights, squawks and work orders',
    );
    expect(isNothing(figures())).toBe(false);
    const zero = known(0, 0);
    const empty = {
      utilisation: { ...period.utilisation, flown: zero, booked: zero },
      cancellations: null,
      maintenance: { ...period.maintenance, grounded: zero, shop: zero },
      training: { ...period.training, byStudent: [] },
    };
    expect(isNothing(figures(empty))).toBe(true);
    expect(isNothing(figures({ ...empty, lacks: ['flights'] }))).toBe(false);
  });
});

describe('the figures as a file', () => {
  it('have a line for each figure and bar, with an empty value and the reason where it is not known', () => {
    const bands = bandsOf(figures({ departures: null }), asked);
    const lines = figureLines(bands, period);
    expect(new Set(lines.map(({ length }) => length))).toEqual(new Set([11]));
    expect(lines).toContainEqual([
      '2026-05-01',
      '2026-05-12',
      'Utilisation',
      'Hours by aircraft',
      'N512SP',
      8,
      'hours',
      null,
      null,
      3,
      'of 10.0 h booked',
    ]);
    const departures = lines.find(([, , band]) => band === 'Departures');
    expect(departures?.[5]).toBeNull();
    expect(departures?.[10]).toMatch(/not read/);
    expect(figuresCsv(bands, period)).toContain('\r\n2026-05-01,2026-05-12,Utilisation,Left out,');
  });

  it('say what is being read, and how far it came before somebody stopped it', () => {
    const read = (lacks: SchoolFigures['period']['lacks'], done: number, isStopped: boolean) =>
      readingText({ ...figures({ lacks }), reading: { done, of: 27 } }, isStopped);
    expect(read([], 27, false)).toBeNull();
    expect(read([], 27, true)).toBeNull();
    expect(read([], 20, false)).toBe('The periods to compare with are not read as a whole.');
    expect(read(['flights'], 3, false)).toBe('Not read for the whole period: flights. What rests on it is not known.');
    expect(read(['flights'], 3, true)).toBe(
      'Not read for the whole period: flights. What rests on it is not known. Stopped on this page after 3 of 27 months and pages.',
    );
    // Nothing is left that a stop could hold up.
    expect(read(['reservations'], 27, true)).toBe(
      'Not read for the whole period: reservations. What rests on it is not known.',
    );
  });

  it('lead from a bar to its rows: on this page where no list has exactly those', () => {
    const linksIn = (by: FigureDimension, changes: Partial<SchoolFigures['period']> = {}) =>
      bandsOf(figures(changes), { ...asked, by })
        .flatMap(({ pictures }) => pictures)
        .flatMap(({ bars }) => bars.flatMap(({ to }) => (to?.startsWith('rows of') ? to : [])));
    expect(linksIn('aircraft')).toEqual([
      'rows of late:late aircraft',
      'rows of cancelled:no-show',
      'rows of notice:less than 2 h',
      'rows of week:0-9',
      'rows of week:6-5',
      'rows of shop:planned',
      'rows of shop:unplanned',
      'rows of squawks:under a week',
    ]);
    const places = {
      utilisation: {
        ...period.utilisation,
        bars: [
          { group: { key: 'apa', name: 'APA' }, flown: 8, booked: 10, flights: 3, bookings: 3 },
          { group: null, flown: 1, booked: 0, flights: 1, bookings: 0 },
          { group: { key: 'bjc', name: 'BJC' }, flown: null, booked: 4, flights: null, bookings: 2 },
        ],
      },
    };
    // Hours that are not known have no rows to list.
    expect(linksIn('location', places).slice(0, 2)).toEqual(['rows of location:apa', 'rows of location:']);
    expect(linksIn('location', places)).not.toContain('rows of location:bjc');
    const bands = bandsOf(figures(places), { ...asked, by: 'location' });
    expect(barName(bands, 'rows of location:apa')).toBe('APA');
    expect(barName(bands, 'rows of location:den')).toBeNull();
  });
});
