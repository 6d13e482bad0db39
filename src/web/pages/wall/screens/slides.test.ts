import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { gapOf } from '#domain/answers/gaps.ts';
import { onTheDay, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { aircraft, hoursLeft, item, now, status } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { boardScreens } from '#domain/wall/settings.ts';
import {
  fleetOf,
  flights,
  modelOf,
  of,
  only,
  options,
  sampleAircraft,
  reading,
  school,
} from '#e2e/fixtures/samples/sampleWall.ts';
import { SlideView } from '#web/pages/wall/Slideshow.tsx';
import { type SlideContent, type SlideOptions, slidesOf, type WallSlide } from './slides.ts';

const contentOf = (slides: readonly WallSlide[]) => slides.map(({ content }) => content);
const textOf = (slides: readonly WallSlide[]) =>
  contentOf(slides).map((content) => (content.kind === 'message' ? content.text : content.kind));

describe('the slides before anything is loaded', () => {
  test('are one per screen, which says what it waits for', () => {
    const slides = slidesOf(
      boardScreens.map((screen) => ({ screen, seconds: 20 })),
      modelOf({}),
      options,
    );
    expect(slides.map(({ screen, page, pages }) => [screen, page, pages])).toEqual([
      ['fleet', 0, 1],
      ['movements', 0, 1],
      ['maintenance', 0, 1],
      ['day', 0, 1],
    ]);
    expect(textOf(slides)).toEqual(['Not known yet', 'Not known yet', 'Not known yet', 'Not known yet']);
    const readings = { ...options.readings, reservations: reading({ source: 'Reservations', asOf: null }) };
    expect(textOf(only('movements', modelOf({}), { readings }))).toEqual(['Not known yet: waiting for reservations.']);
  });

  test('name what failed; the box above says it of every source', () => {
    const failure = { kind: 'offline', status: null, entries: [], retryAfter: null } as const;
    const readings = { ...options.readings, aircraft: reading({ asOf: null, failure }) };
    expect(textOf(only('fleet', modelOf({}), { readings }))).toEqual(['Not known yet: waiting for aircraft.']);
  });

  test('leave a failure caused by the lost connection to the notice above them', () => {
    const failure = { kind: 'offline', status: null, entries: [], retryAfter: null } as const;
    const readings = { ...options.readings, aircraft: reading({ asOf: null, failure }) };
    const connection = { state: 'lost', lastAnswerAt: now, nextTryAt: null } as const;
    expect(textOf(only('fleet', modelOf({}), { readings, connection }))).toEqual(['Not known yet: no connection.']);
  });

  test('wait for the aircraft on the day screen once the reservations are loaded', () => {
    const readings = { ...options.readings, aircraft: reading({ asOf: null }) };
    expect(textOf(only('day', modelOf({ reservations: flights }), { readings }))).toEqual([
      'Not known yet: waiting for aircraft.',
    ]);
  });

  test('wait for the first reminders on the maintenance screen, not just for the aircraft', () => {
    const readings = { ...options.readings, reminders: reading({ source: 'Reminders', asOf: null }) };
    const model = modelOf({ fleet: fleetOf(2) });
    expect(textOf(only('maintenance', model, { readings }))).toEqual(['Not known yet: waiting for reminders.']);
    expect(textOf(only('maintenance', model))).toEqual(['No reminder is Expired or Warning.']);
  });
});

describe('an empty slide', () => {
  test.each([
    ['fleet', 'No aircraft.'],
    ['movements', 'No departures or returns today.'],
    ['maintenance', 'No reminder is Expired or Warning.'],
    ['day', 'No aircraft booked today.'],
  ] as const)('on the %s screen says “%s”', (screen, text) => {
    expect(textOf(only(screen, modelOf({ fleet: [], reservations: [] })))).toEqual([text]);
  });
});

describe('the text of an empty screen', () => {
  const sources = ['aircraft', 'reservations', 'history', 'reminders', 'squawks'] as const;
  const needs = {
    fleet: ['aircraft'],
    movements: ['reservations', 'history'],
    maintenance: ['aircraft', 'reminders'],
    day: ['reservations', 'aircraft'],
  } as const;
  const empty = modelOf({ fleet: [], reservations: [] });
  const allClear = /^No /;

  test.each([
    ['unread', { asOf: null }],
    ['partial', { gaps: gapOf('day', 'not loaded yet', ['x']) }],
    ['old', { asOf: now - 3_600_000 }],
  ] as const)('is not shown while any source it needs is %s', (_, how) => {
    fc.assert(
      fc.property(fc.subarray([...sources]), fc.constantFrom(...boardScreens), (names, screen) => {
        const readings = Object.fromEntries(
          sources.map((name) => [name, { ...options.readings[name], ...(names.includes(name) ? how : {}) }]),
        ) as typeof options.readings;
        const [text] = textOf(only(screen, empty, { readings }));
        const isWhole = !needs[screen].some((name) => names.includes(name));
        expect(allClear.test(text ?? ''), `${screen} without ${names.join()}: ${text}`).toBe(isWhole);
        if (!isWhole) expect(text).toMatch(/^Not known/);
      }),
    );
  });

  test('is not shown while the gateway does not answer', () => {
    const connection = { state: 'lost', lastAnswerAt: now, nextTryAt: null } as const;
    for (const screen of boardScreens)
      expect(textOf(only(screen, empty, { connection }))).toEqual(['Not known since 1105L.']);
  });

  test('counts what has been read so far', () => {
    const gaps = gapOf('aircraft', 'not loaded yet', ['x', 'y']);
    const readings = { ...options.readings, reminders: reading({ source: 'Reminders', gaps }) };
    const due = item({ status: status(3), timeOptions: hoursLeft(-1) }, sampleAircraft('100'));
    const model = modelOf({ fleet: fleetOf(2), reservations: flights, dueItems: [due] });
    const subtitles = boardScreens.map((screen) => only(screen, model, { readings })[0]?.subtitle);
    expect(subtitles).toEqual([
      '2 aircraft, 2 aircraft not loaded yet',
      '2 aircraft not loaded yet',
      '1 reminder, 2 aircraft not loaded yet',
      '2 aircraft booked today',
    ]);
  });
});

describe('a slide that cannot be built', () => {
  const broken = new Proxy(modelOf({}), { get: () => null });
  test.each(boardScreens)('on the %s screen says so and leaves the others working', (screen) => {
    const slides = slidesOf(
      [
        { screen, seconds: 15 },
        { screen: 'fleet', seconds: 20 },
      ],
      broken,
      options,
    );
    expect(slides).toHaveLength(2);
    expect(slides[0]).toMatchObject({ screen, page: 0, pages: 1, seconds: 15, sources: [] });
    const [content] = contentOf(slides);
    expect(renderToStaticMarkup(content && createElement(SlideView, { content }))).toMatch(
      /role="alert">This screen failed; the others still work\. \w+/,
    );
  });
});

describe('the fleet slides', () => {
  test('are a single page of full tiles without a legend for a small fleet', () => {
    const [slide, ...more] = only('fleet', modelOf({ fleet: fleetOf(6), reservations: flights }));
    expect(more).toEqual([]);
    expect(slide).toMatchObject({
      subtitle: '6 aircraft',
      legend: [],
      sources: ['aircraft', 'reservations', 'history', 'reminders', 'squawks'],
    });
    expect(slide?.content).toMatchObject({ kind: 'fleet', layout: { level: 'full' } });
  });

  test('have pages with ranges, each aircraft once, and a legend for a large fleet', () => {
    const dueItems = [item({ status: status(3), timeOptions: hoursLeft(-1, 3) }, sampleAircraft('100'))];
    const slides = only('fleet', modelOf({ fleet: fleetOf(150), reservations: [], dueItems }));
    const sizes = contentOf(slides).map((content) => (content.kind === 'fleet' ? content.tiles.length : 0));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(150);
    expect(slides.map(({ subtitle }) => subtitle)).toEqual([
      `150 aircraft, 1–${sizes[0]} shown`,
      `150 aircraft, ${(sizes[0] ?? 0) + 1}–${150 - (sizes[2] ?? 0)} shown`,
      `150 aircraft, ${151 - (sizes[2] ?? 0)}–150 shown`,
    ]);
    expect(slides.map(({ page, pages }) => [page, pages])).toEqual([0, 1, 2].map((page) => [page, 3]));
    expect(slides[0]?.legend).toEqual([{ meaning: 'grounded', count: 1 }]);
  });
});

const rowsOf = (content: SlideContent | undefined) =>
  content?.kind === 'movements' ? content.lists.flatMap(({ rows }) => rows) : [];
const listsOf = (content: SlideContent | undefined) =>
  content?.kind === 'movements'
    ? content.lists.map(({ title, count, rows }) => [`${title} ${count}`, rows.map(({ tail }) => tail)] as const)
    : [];

describe('the movement slides', () => {
  test('count only flights', () => {
    const [slide] = only('movements', modelOf({ fleet: fleetOf(2), reservations: flights }));
    expect(slide).toMatchObject({ subtitle: '', legend: [], sources: ['reservations', 'history'] });
    expect(slide?.content).toMatchObject({ kind: 'movements', hasNames: true });
    expect(listsOf(slide?.content)).toEqual([
      ['Departures 1', ['N101AB']],
      ['Returns 1', ['N100AB']],
    ]);
  });

  test('stop after three pages and say which rows they show', () => {
    const departures = Array.from({ length: 80 }, (_, index) =>
      slot(`f${index}`, '12:30', '14:00', of(`${100 + index}`)),
    );
    const reservations = [...departures, slot('out', '10:00', '12:00', { status: 1, ...of('190') })];
    const slides = only('movements', modelOf({ fleet: fleetOf(80), reservations }));
    expect(slides).toHaveLength(3);
    // Two columns of one-line rows. The one return is on each page.
    const headings = slides.map(({ content }) => listsOf(content).map(([heading]) => heading));
    expect(headings).toEqual([
      ['Departures 1–15 of 80', 'Returns 1'],
      ['Departures 16–30 of 80', 'Returns 1'],
      ['Departures 31–45 of 80', 'Returns 1'],
    ]);
    expect(new Set(contentOf(slides).flatMap((content) => listsOf(content)[0]?.[1] ?? [])).size).toBe(45);
  });

  test('list the latest two flights never checked out, and count the others and what the overview counts apart', () => {
    const gone = ['06:00', '07:00', '08:00', '09:00', '09:30'].map((start, index) =>
      slot(start, start, '10:00', of(`${100 + index}`)),
    );
    const back = slot('back', '09:00', '11:00', { status: 2, ...of('105') });
    const late = slot('late', '09:00', '10:30', { status: 1, ...of('106') });
    const reservations = [...gone, slot('due', '11:00', '12:00', of('107')), late, back];
    const [slide] = only('movements', modelOf({ fleet: fleetOf(8), reservations }));
    expect(listsOf(slide?.content)).toEqual([
      ['Departures 3, 1 not out yet, 3 earlier', ['N103AB', 'N104AB', 'N107AB']],
      ['Returns 2, 1 not back, 1 done', ['N106AB', 'N105AB']],
    ]);
  });

  test('mark aircraft that are grounded and explain the mark', () => {
    const dueItems = [item({ status: status(3), timeOptions: hoursLeft(-1, 3) }, sampleAircraft('101'))];
    const model = modelOf({ fleet: fleetOf(2), reservations: flights, dueItems });
    const [slide] = only('movements', model);
    expect(slide?.legend).toEqual([{ meaning: 'grounded', count: null }]);
    expect(rowsOf(slide?.content).map(({ tail, isGrounded }) => [tail, isGrounded])).toEqual([
      ['N101AB', true],
      ['N100AB', false],
    ]);
    const [day] = only('day', model);
    expect(day?.legend).toEqual([{ meaning: 'grounded', count: null }]);
    expect(day && renderToStaticMarkup(createElement(SlideView, { content: day.content }))).toMatch(
      /N101AB.{0,400}grounded/,
    );
  });

  test('have no column for names on a board without them', () => {
    const [slide] = only('movements', modelOf({ reservations: flights }, { names: 'none' }));
    expect(slide?.content).toMatchObject({ hasNames: false });
    expect(JSON.stringify(slide)).not.toMatch(/Garcia|Gar/);
  });

  test('have the level of each dispatch check', () => {
    const grounded = { items: [], hasFailed: false, skipped: 0, asOf: now } as const;
    const model = modelOf({
      fleet: [aircraft({ aircraftId: '101', tailNumber: 'N101AB', status: { id: 2, name: 'deleted' } })],
      reservations: flights.slice(1),
      readiness: { reminders: new Map([['101', grounded]]), squawks: new Map([['101', grounded]]) },
    });
    const [slide] = only('movements', model);
    expect(rowsOf(slide?.content).flatMap(({ mark }) => mark ?? [])).toEqual([{ level: 'stop', reason: 'Grounded' }]);
  });
});

describe('the maintenance slides', () => {
  test('count their reminders', () => {
    const dueItems = [
      item({ maintenanceReminderId: 'a', status: status(3), timeOptions: hoursLeft(-1, 3) }, sampleAircraft('100')),
      item({ maintenanceReminderId: 'b', status: status(2), timeOptions: hoursLeft(3, 2) }, sampleAircraft('101')),
      item({ maintenanceReminderId: 'c' }, sampleAircraft('101')),
    ];
    const [slide] = only('maintenance', modelOf({ fleet: fleetOf(2), dueItems }));
    expect(slide).toMatchObject({ subtitle: '2 reminders', sources: ['aircraft', 'reminders'] });
    expect(slide?.content.kind === 'maintenance' && slide.content.rows.map(({ left }) => left)).toEqual([
      '1.0 h past due',
      '3.0 h left',
    ]);
  });
});

describe('the day slides', () => {
  const model = modelOf({
    fleet: fleetOf(3),
    reservations: [...flights, slot('tomorrow', '13T10:00', '13T12:00', of('102'))],
  });

  test('have a row for each aircraft booked today', () => {
    const [slide] = only('day', model);
    expect(slide).toMatchObject({ subtitle: '2 aircraft booked today', sources: ['reservations', 'aircraft'] });
    expect(slide?.content.kind === 'day' && slide.content.rows.map(({ tail }) => tail)).toEqual(['N100AB', 'N101AB']);
  });

  test('run from 06 to 22, or longer when something is booked', () => {
    const hoursOf = (...reservations: typeof flights) => {
      const [slide] = only('day', modelOf({ fleet: fleetOf(3), reservations }));
      const hours = slide?.content.kind === 'day' ? slide.content.hours : { start: 0, end: 0 };
      return [hours.start - onTheDay('00:00'), hours.end - onTheDay('00:00')].map((at) => at / 3_600_000);
    };
    expect(hoursOf(...flights)).toEqual([6, 22]);
    expect(hoursOf(...flights, slot('early', '05:30', '07:00', of('102')))).toEqual([5, 22]);
    expect(hoursOf(...flights, slot('late', '21:30', '23:00', of('102')))).toEqual([6, 23]);
    const gone = { reservationStatus: { id: 3, name: 'Cancelled' }, ...of('102') };
    expect(hoursOf(...flights, slot('void', '04:00', '05:00', gone))).toEqual([6, 22]);
  });

  test('have no row for a reservation without aircraft', () => {
    const [slide] = only(
      'day',
      modelOf({ fleet: [], reservations: [slot('x', '10:00', '12:00', { aircraft: null })] }),
    );
    expect(textOf(slide ? [slide] : [])).toEqual(['No aircraft booked today.']);
  });

  test.each([1876, 900, 500])('have hour labels that never touch with bars %i wide', (width) => {
    const [slide] = only('day', model, { width });
    const content = slide?.content;
    if (content?.kind !== 'day') throw new Error('no day');
    const { hours, marks, schedule } = content;
    const perMs = (width - schedule.head) / (hours.end - hours.start);
    const places = marks.map(({ at }) => (at - hours.start) * perMs);
    for (const [index, place] of places.entries()) {
      const next = places[index + 1];
      if (next !== undefined) expect(next - place).toBeGreaterThanOrEqual(2.6 * schedule.font);
    }
    expect(marks.every(({ at }) => at >= hours.start && at < hours.end)).toBe(true);
  });

  test('have no twilight without a position', () => {
    const dark = modelOf({ fleet: fleetOf(3), reservations: [slot('late', '20:00', '23:00', of('100'))] });
    const darkness = (more: Partial<SlideOptions>) => {
      const [slide] = only('day', dark, more);
      return slide?.content.kind === 'day' ? slide.content.darkness.length : null;
    };
    expect(darkness({})).toBeGreaterThan(0);
    expect(darkness({ school: { ...school, position: null } })).toBe(0);
  });
});
