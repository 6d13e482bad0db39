import { expect, it } from 'vitest';
import type { LogEntry, LogKind, LogPlan } from '#contract/gateway/log.ts';
import type { Alert } from './alert.ts';
import { followReservations, type ReservationsState } from './reservationNews.ts';
import { textFor } from './deliver.ts';

const minute = 60_000;
/** Tue 12 May 1100L in Denver. */
const now = Date.UTC(2026, 4, 12, 17);
const clock = { zone: 'America/Denver', mode: 'L' } as const;
const placed = () => ({ model: 'C172S', location: null });

const plan = (start: string, given: Partial<LogPlan> = {}): LogPlan => ({
  start,
  end: start.replace(/T(\d\d)/, (_, hour: string) => `T${Number(hour) + 1}`),
  aircraftId: 'A1',
  tail: 'N512SP',
  instructor: 'Kim Lee',
  pilots: ['Sam Garcia'],
  status: 'Confirmed',
  ...given,
});
const [two, four, nextWeek] = [
  plan('2026-05-12T20:00:00Z'),
  plan('2026-05-12T22:00:00Z'),
  plan('2026-05-20T20:00:00Z'),
];

let seq = 0;
function entry(kinds: LogKind[], before: LogPlan | null, after: LogPlan | null, at = now, key = 'r1'): LogEntry {
  const people = [
    { userId: 'u1', name: 'Sam Garcia' },
    { userId: 'u2', name: 'Kim Lee' },
  ];
  const facts = { of: 'reservation', key, what: 'Dual Flight Training', before, after } as const;
  return { seq: ++seq, at: new Date(at).toISOString(), kinds, aircraftId: 'A1', tail: 'N512SP', people, facts };
}

/** The alerts for these entries, with a look every minute and a restart after each. */
function textsOf(entries: readonly LogEntry[], minutes = 10) {
  let state: ReservationsState | null = null;
  const alerts: Alert[] = [];
  for (let passed = 0; passed <= minutes; passed++) {
    const at = now + passed * minute;
    const fresh = entries.filter((one) => Date.parse(one.at) <= at && Date.parse(one.at) > at - minute);
    const next = followReservations(state, fresh, { now: at, clock, placed });
    state = JSON.parse(JSON.stringify(next.state)) as ReservationsState;
    alerts.push(...next.alerts);
  }
  expect(state).toEqual({});
  return alerts.map((alert) =>
    [alert.words, ...alert.evidence].map((text) => textFor(text, { role: 'manager', names: 'full' })),
  );
}

it('an alert says which reservation of today or tomorrow was made, moved or removed', () => {
  expect(textsOf([entry(['booked'], null, two)])).toEqual([
    ['New reservation: N512SP, 1400L to 1500L, Sam Garcia / Kim Lee. Dual Flight Training.'],
  ]);
  expect(textsOf([entry(['moved'], two, four)])).toEqual([
    [
      'Reservation changed: N512SP, 1600L to 1700L, Sam Garcia / Kim Lee. Dual Flight Training.',
      'Before: N512SP, 1400L to 1500L, Sam Garcia / Kim Lee',
    ],
  ]);
  expect(textsOf([entry(['gone'], two, { ...two, status: 'Canceled' })])).toEqual([
    ['Reservation gone: N512SP, 1400L to 1500L, Sam Garcia / Kim Lee. Dual Flight Training.'],
  ]);
});

it('several changes within two minutes give one alert, and reversed changes give none', () => {
  expect(textsOf([entry(['booked'], null, two), entry(['moved'], two, four, now + minute)])).toEqual([
    ['New reservation: N512SP, 1600L to 1700L, Sam Garcia / Kim Lee. Dual Flight Training.'],
  ]);
  expect(textsOf([entry(['booked'], null, two), entry(['gone'], two, null, now + minute)])).toEqual([]);
  expect(textsOf([entry(['moved'], two, four), entry(['moved'], four, two, now + minute)])).toEqual([]);
  expect(textsOf([entry(['moved'], two, four), entry(['moved'], four, two, now + 5 * minute)])).toHaveLength(2);
});

it('other days are left out, except reservations moved from or to today', () => {
  expect(textsOf([entry(['booked'], null, nextWeek)])).toEqual([]);
  expect(textsOf([entry(['moved'], nextWeek, two)])).toHaveLength(1);
  expect(textsOf([entry(['moved'], two, nextWeek)])).toHaveLength(1);
});

it('changes other than of the plan are left out, such as a check-out', () => {
  expect(textsOf([entry(['checked-out'], two, two), entry(['status'], two, two, now, 'r2')])).toEqual([]);
});
