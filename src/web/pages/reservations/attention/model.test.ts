import { describe, expect, test } from 'vitest';
import type { Knowledge } from '#domain/answers/known.ts';
import { allRead, noneRead, oldRead, partRead } from '#e2e/fixtures/samples/sampleKnown.ts';
import { onTheDay, person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { findConflicts } from '#domain/conflicts/conflicts.ts';
import { aircraft, clock, now } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { reservationIndex } from '#domain/schedule/reservationIndex.ts';
import { lateList } from '#domain/schedule/late.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { netChanges, type ReservationChange } from '#domain/reservations/changes.ts';
import { daySpan } from '#domain/time/time.ts';
import {
  changeMarks,
  changeRows,
  conflictRows,
  lateCount,
  lateFigure,
  lateGroups,
  lateMarks,
  scheduleChanges,
} from './model.ts';

/** It is Tuesday 12 May, 1105L. */
const at = { now, clock };
const minute = 60_000;
const late = (...reservations: readonly TimedReservation[]) => lateList(reservationIndex(reservations, now));
const crew = { pilots: [person('Sam Garcia')], instructor: person('Kim Lee') };
const on = (aircraftId: string) => ({ aircraft: { aircraftId, tailNumber: `N${aircraftId}` } });

const notBack = slot('not back', '08:00', '10:42', { ...crew, status: 1 });
const notOutYet = slot('not out yet', '11:00', '12:30', { ...on('2'), pilots: [person('Ana Cruz')] });
const neverOut = slot('never out', '10:00', '12:30', { ...on('3'), pilots: [person('Bo Diaz')] });

describe('the late count', () => {
  test('is split by reason, and amber only when an aircraft is not back', () => {
    expect(lateCount(late(notBack, notOutYet, neverOut), allRead)).toEqual({
      words: '1 not back, 1 not out yet, 1 never checked out',
      tone: 'warning',
    });
    expect(lateCount(late(notOutYet), allRead)).toEqual({ words: '1 not out yet', tone: 'plain' });
    expect(lateCount(late(), allRead)).toEqual({ words: 'Nothing late', tone: null });
    // Where nothing is booked, nothing can be late.
    expect(lateCount(late(), allRead, false).words).toBe('Late: no flights');
    expect(lateCount(late(), noneRead, false).words).toBe('Late: not known yet');
  });

  test('is never “Nothing late” before all its data is known', () => {
    const none = (known: Knowledge) => lateCount(late(), known).words;
    expect(none(noneRead)).toBe('Late: not known yet');
    expect(none(partRead)).toBe('Late: 2 aircraft not loaded yet');
    expect(none(oldRead)).toBe('Late: not known since yesterday 1105L');
    expect(lateCount(null, allRead).words).toBe('Late: not known yet');
    expect([lateFigure(null, allRead), lateFigure(late(), noneRead), lateFigure(late(), partRead)]).toEqual([
      '?',
      '?',
      '?',
    ]);
    expect([lateFigure(late(), allRead), lateFigure(late(notBack), partRead)]).toEqual(['0', '1+']);
    expect(lateCount(late(notBack), partRead)).toEqual({
      words: '1 not back, 2 aircraft not loaded yet',
      tone: 'warning',
    });
  });
});

describe('the late list', () => {
  test('has a group for each reason found, in order', () => {
    const groups = lateGroups(late(neverOut, notOutYet, notBack), at);
    expect(groups.map(({ title, look, rows }) => [title, look.tone, rows.map(({ key }) => key)])).toEqual([
      ['Not back', 'warning', ['not back']],
      ['Not out yet', 'accent', ['not out yet']],
      ['Never checked out', 'plain', ['never out']],
    ]);
    expect(lateGroups(late(), at)).toEqual([]);
  });

  test('marks an aircraft that is not back by how late it is, and not within the grace', () => {
    const tones = ['11:00', '10:42', '09:00'].map(
      (end) => lateGroups(late(slot('a', '08:00', end, { status: 1 })), at)[0]?.look.tone,
    );
    expect(tones).toEqual(['plain', 'warning', 'expired']);
  });

  test('gives each late reservation its own mark, by its own lateness', () => {
    const worst = slot('worst', '08:00', '09:00', { status: 1, aircraft: { aircraftId: 'b', tailNumber: 'N1' } });
    const marks = lateMarks(late(neverOut, notOutYet, notBack, worst), at);
    expect(Array.from(marks, ([key, { shape, tone }]) => `${key}: ${shape}, ${tone}`).toSorted()).toEqual([
      'never out: dashed, plain',
      'not back: open, warning',
      'not out yet: half, accent',
      'worst: open, expired',
    ]);
    expect(marks.get('not back')?.words).toMatch(/^not back \+/);
  });

  test('shows how late each one is, with aircraft, times and crew', () => {
    const [group] = lateGroups(late(notBack), at);
    expect(group?.rows[0]).toEqual({
      key: 'not back',
      state: 'not back +0:23',
      step: 1,
      tail: 'N512SP',
      words: 'Tue 12 May 0800–1042L Garcia / Lee',
      more: null,
      atRisk: [],
    });
  });

  test.each([
    ['11:00', 0],
    ['10:50', 1],
    ['10:35', 2],
    ['10:05', 3],
  ])('escalates for a reservation that ended at %s: step %i', (end, step) => {
    const [group] = lateGroups(late(slot('r', '08:00', end, { status: 1 })), at);
    expect(group?.rows[0]?.step).toBe(step);
  });

  test('counts from the evening before when an aircraft is not back after midnight', () => {
    const evening = slot('evening', '11T19:00', '11T23:35', { status: 1 });
    const [group] = lateGroups(late(evening), at);
    expect(group?.rows[0]).toMatchObject({ state: 'not back +11:30', words: expect.stringMatching(/^Mon 11 May/) });
  });

  test('names the reservations at risk behind a late one', () => {
    const next = slot('next', '11:10', '12:00', { pilots: [person('Ana Cruz')] });
    const [group] = lateGroups(late(notBack, next), at);
    expect(group?.rows[0]?.atRisk).toEqual([
      { key: 'next', words: '1110L N512SP Cruz: same aircraft, +0:10 at the earliest' },
    ]);
  });

  test('lists reservations separately that only need closing, because the aircraft has flown since', () => {
    const flown = slot('flown', '11:00', '12:00', { status: 1 });
    const groups = lateGroups(late(notBack, flown), at);
    expect(groups.map(({ title, rows }) => [title, rows.map(({ key }) => key)])).toEqual([
      ['Back, not closed: the aircraft has flown since', ['not back']],
    ]);
  });
});

describe('conflict rows', () => {
  const rowsOf = (...reservations: readonly TimedReservation[]) =>
    conflictRows(
      findConflicts({ reservations, fleet: [aircraft()], due: [], horizons: new Map(), grounding: new Map(), now }),
      at,
    );

  test('show how certain the conflict is, which reservations it affects, and why', () => {
    const rows = rowsOf(
      slot('first', '13T14:00', '13T16:00', crew),
      slot('second', '13T15:00', '13T17:00', { pilots: [person('Ana Cruz')] }),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      certainty: 'definite',
      title: 'Wed 13 May 1500–1700L N512SP Cruz',
      other: { key: 'first', title: 'Wed 13 May 1400–1600L N512SP Garcia / Lee' },
      evidence: 'N512SP is also booked tomorrow 1400L–1600L by Garcia / Lee.',
      needsAircraft: true,
    });
  });

  test('offer no other aircraft when a person is double-booked', () => {
    const unit = { instructor: person('Kim Lee') };
    const row = rowsOf(
      slot('first', '14:00', '16:00', { ...unit, pilots: [person('Sam Garcia')] }),
      slot('second', '15:00', '17:00', { ...unit, ...on('2'), pilots: [person('Ana Cruz')] }),
    ).find(({ evidence }) => evidence.startsWith('Kim Lee'));
    expect(row).toMatchObject({ needsAircraft: false });
  });
});

const change = (before: TimedReservation | null, after: TimedReservation | null, ago: number): ReservationChange => ({
  before,
  after,
  seenAt: now - ago * minute,
});

describe('schedule changes in a span', () => {
  const span = daySpan('2026-05-12', clock.zone);
  const planned = slot('moved', '14:00', '15:00');
  const moved = slot('moved', '13:00', '14:00');
  const out = slot('out', '11:00', '12:00');
  const outNow = slot('out', '11:00', '12:00', { status: 1 });
  const tomorrow = slot('tomorrow', '13T08:00', '13T09:00');
  const changes = (logged: readonly ReservationChange[], lookedAt: number | null = now - 60 * minute) => {
    const found = scheduleChanges({ logged, lookedAt, lifetime: 5 * minute }, span, now);
    return {
      live: found.live.map(({ reservation, kind }) => `${reservation.key} ${kind}`),
      unseen: found.unseen.map(({ reservation, kind }) => `${reservation.key} ${kind}`),
    };
  };

  test('are marked for some minutes and listed until they are seen', () => {
    expect(changes([change(planned, moved, 2)])).toEqual({ live: ['moved changed'], unseen: ['moved changed'] });
    expect(changes([change(planned, moved, 6)])).toEqual({ live: [], unseen: ['moved changed'] });
    expect(changes([change(planned, moved, 6)], now - 4 * minute)).toEqual({ live: [], unseen: [] });
  });

  test('are not listed before the last look is known', () => {
    expect(changes([change(planned, moved, 2)], null)).toEqual({ live: ['moved changed'], unseen: [] });
  });

  test('of a status only are listed for the same minutes and then dropped', () => {
    expect(changes([change(out, outNow, 2)]).unseen).toEqual(['out changed']);
    expect(changes([change(out, outNow, 6)]).unseen).toEqual([]);
  });

  test('of other days are left out, except reservations moved there', () => {
    expect(changes([change(null, tomorrow, 2)]).live).toEqual([]);
    expect(changes([change(planned, slot('moved', '13T14:00', '13T15:00'), 2)]).live).toEqual(['moved changed']);
  });

  test('that were reversed are left out, and each one is listed once, in time order', () => {
    expect(changes([change(planned, moved, 4), change(moved, planned, 3)])).toEqual({ live: [], unseen: [] });
    expect(changes([change(out, outNow, 3), change(planned, moved, 2)]).unseen).toEqual([
      'out changed',
      'moved changed',
    ]);
  });
});

describe('the list of changes', () => {
  const listed = (...logged: readonly ReservationChange[]) => changeRows(netChanges(logged), at);

  test('names each reservation and its change, and does not open one that is gone', () => {
    const { latest, total } = listed(
      change(slot('a', '14:00', '15:00', crew), slot('a', '13:00', '15:00', crew), 3),
      change(slot('b', '13T08:00', '13T09:00', crew), null, 2),
    );
    expect(total).toBe(2);
    expect(latest).toEqual([
      { key: 'a', name: 'N512SP Garcia / Lee 1300L', isGone: false, words: 'moved from 1400L' },
      { key: 'b', name: 'N512SP Garcia / Lee tomorrow 0800L', isGone: true, words: 'gone' },
    ]);
  });

  test('shows the latest eight and folds the earlier ones', () => {
    const many = Array.from({ length: 11 }, (_, index) =>
      change(null, slot(`r${index}`, '14:00', '15:00'), 20 - index),
    );
    const { total, latest, earlier } = listed(...many);
    expect(total).toBe(11);
    expect(earlier.map(({ key }) => key)).toEqual(['r0', 'r1', 'r2']);
    expect(latest.map(({ key }) => key)).toEqual(['r3', 'r4', 'r5', 'r6', 'r7', 'r8', 'r9', 'r10']);
    expect(listed(...many.slice(0, 8)).earlier).toEqual([]);
  });
});

describe('change marks', () => {
  const found = () => netChanges([change(slot('a', '14:00', '15:00'), slot('a', '13:00', '14:00'), 3)]);

  test('give the change for each reservation key', () => {
    expect([...changeMarks(found(), at, new Map())]).toEqual([['a', 'moved from 1400L']]);
  });

  test('keep their identity while their text is the same, so that no bar is redrawn', () => {
    const first = changeMarks(found(), at, new Map());
    expect(changeMarks(found(), { ...at, now: now + minute }, first)).toBe(first);
    expect(changeMarks([], at, first)).not.toBe(first);
    expect(changeMarks(found(), { now, clock: { ...clock, mode: 'Z' } }, first)).not.toBe(first);
    const none = new Map<string, string>();
    expect(changeMarks([], at, none)).toBe(none);
  });

  test('name the original day when a reservation moved from another day', () => {
    const before = slot('a', '13T14:00', '13T15:00');
    const after = { ...slot('a', '14:00', '15:00'), start: onTheDay('14:00') };
    const marks = changeMarks(netChanges([change(before, after, 1)]), at, new Map());
    expect(marks.get('a')).toBe('moved from tomorrow 1400L');
  });
});
