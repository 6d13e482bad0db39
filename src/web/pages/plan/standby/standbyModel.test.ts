import { expect, test } from 'vitest';
import type { LogEntry } from '#contract/gateway/log.ts';
import type { FreedSlot } from '#domain/planning/standbySlots.ts';
import { aircraft, clock, now } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { planningOf } from '#e2e/fixtures/samples/samplePlanning.ts';
import { sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { onTheDay } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { chosenSlot, closedText, slotProblem } from './standbyModel.ts';

const entry = (seq: number): LogEntry => {
  const plan = {
    start: '2026-05-12T19:00:00Z',
    end: '2026-05-12T21:00:00Z',
    aircraftId: 'a1',
    tail: 'N512SP',
    instructor: null,
    pilots: [],
    status: 'Cancelled',
  };
  return {
    seq,
    at: new Date(now).toISOString(),
    kinds: ['gone'],
    aircraftId: 'a1',
    tail: 'N512SP',
    people: [],
    facts: { of: 'reservation', key: `r${seq}`, what: 'Dual', before: plan, after: plan },
  };
};
const room = planningOf(sources([], { fleet: [aircraft()] })).rooms.of('a1');
const slotOf = (key: string, seq: number): FreedSlot => ({
  key,
  entry: entry(seq),
  start: onTheDay('13:00'),
  end: onTheDay('15:00'),
  room,
  place: null,
  isPartlyNight: false,
});
const slots = [slotOf('7', 7), slotOf('5', 5), slotOf('5-100', 5)];
const given = {
  slots,
  entries: [entry(7), entry(5), entry(4), entry(3)],
  unoffered: new Map([[4, 'booked' as const]]),
};

test('the slot of the address is chosen; one whose part is gone falls back to its entry, none to the first', () => {
  const keyOf = (asked: string) => chosenSlot(slots, asked)?.key ?? null;
  expect(['', '5', '5-100', '5-999', '4', 'x'].map(keyOf)).toEqual(['7', '5', '5-100', '5', null, null]);
  expect(chosenSlot([], '')).toBeNull();
});

test('a time that is not offered says why, and only a number that the log lacks is wrong', () => {
  expect(closedText('4', given, clock)).toBe(
    'This time is not offered: booked again. N512SP: was 1300L to 1500L, now Cancelled · Dual.',
  );
  expect(closedText('3', given, clock)).toMatch(/^This time is not offered: it has passed, is more than 7 days ahead/);
  expect(['', '7', '5-999'].map((asked) => closedText(asked, given, clock))).toEqual([null, null, null]);
  expect(slotProblem('99', given)).toBe('slot: the log has no freed time with the number 99');
  expect(['', '7', '4', '3'].map((asked) => slotProblem(asked, given))).toEqual([null, null, null, null]);
});
