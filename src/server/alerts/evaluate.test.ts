import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { messageFor, sampleRecipient } from '#e2e/servers/alertSender.ts';
import { crew, people, squawk } from '#e2e/fixtures/samples/sampleAttention.ts';
import { now as start, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { read, sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { alertKinds } from '#contract/gateway/alerts.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import { attentionOf, limitsAhead } from '#domain/overview/findAttention.ts';
import { readinessIndex, type ReadinessSources } from '#domain/readiness/readinessIndex.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { sqliteStorage } from '#server/replica/storage/sqliteStorage.ts';
import type { PartStatus, ReplicaStatus } from '#server/replica/views/status.ts';
import { Evaluation } from './evaluate.ts';
import { Outbox, type OutboxParts } from './outbox.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An outbox that notes the words of what it sends. */
function noting(sent: string[], storage: OutboxParts['storage'], wall: () => number): Outbox {
  const recipient = sampleRecipient({ kinds: [...alertKinds] });
  return new Outbox({
    storage,
    recipients: { all: () => [recipient], find: () => recipient, endGone: () => undefined },
    send: (_, { lines }) => {
      sent.push(...lines.map(({ words }) => words));
      return Promise.resolve({ state: 'sent', answer: '200' });
    },
    messageFor,
    maxPerHour: 100,
    zone,
    briefHour: 5,
    wall,
    log: { warn: () => undefined },
  });
}

/** The evaluation of the sample school over a real storage. The test sets the clock and the age of the copy. */
function school() {
  const storage = sqliteStorage(new DatabaseSync(':memory:'), { service: 'alerts', at: start });
  let now = start;
  let ageMs: number | null = 10_000;
  let failure: PartStatus['failure'] = null;
  const sent: string[] = [];
  let looks = 0;
  const state = () => ({ ageMs, expectedMs: minute, revision: 1, facts: null, failure });
  const status = {
    get now() {
      return now;
    },
    zone,
    lastChange: 0,
    parts: () => [{ scope: '', isRare: false, ...state() }],
    reservations: () => ({ cells: [{ from: now - day, to: now + day, ...state() }], earlierRevision: 0 }),
  };
  const open = () =>
    new Evaluation({
      storage,
      // The evaluation uses only these members.
      status: status as unknown as ReplicaStatus,
      looks: {
        renewed: () => {
          looks++;
          return Promise.resolve({ items: [], isWhole: true });
        },
      },
      outbox: noting(sent, storage, () => now),
      clock: () => now,
      oldestMs: 15 * minute,
      log: { error: () => undefined },
      onNews: () => undefined,
    });
  let evaluation = open();
  onTestFinished(() => {
    evaluation.close();
    storage.close();
  });
  return {
    storage,
    sent,
    evaluation: () => evaluation,
    setAge: (age: number | null) => void (ageMs = age),
    setFailure: (to: typeof failure) => void (failure = to),
    restart: () => {
      evaluation.close();
      evaluation = open();
    },
    /** The looks that it asks for in a time without changes. */
    looksWithin: async (seconds: number) => {
      const before = looks;
      for (let passed = 0; passed < seconds; passed += 5) {
        now += 5_000;
        await vi.advanceTimersByTimeAsync(5_000);
      }
      return looks - before;
    },
    /** Looks once a minute, and does what the gateway does between two looks. */
    pass: async (minutes: number, more: Partial<ReadinessSources> = {}, booked: readonly TimedReservation[] = []) => {
      for (let passed = 0; passed < minutes; passed++) {
        now += minute;
        const given = sources(booked, { ...people, now, ...more });
        const index = readinessIndex(given);
        const assessed = { index, limits: limitsAhead(given, given.schedule), reservations: booked, connection: null };
        evaluation.note(assessed, attentionOf(assessed));
        await vi.advanceTimersByTimeAsync(5_000);
      }
    },
  };
}

/** The kinds of the sent alerts, from their ids. */
const kindsOf = (sent: readonly string[]) => sent.map((id) => id.replace(/ [\d.]+$/, '').replace(/ a1/, ''));

const readAt = (at: number, ...found: ReturnType<typeof squawk>[]) => ({
  squawks: new Map([['a1', { ...read(...found), asOf: at }]]),
  reminders: new Map([['a1', { ...read<DueItem>(), asOf: at }]]),
});
const far = start + 30 * day;
const grounding = readAt(far, squawk({ groundAircraft: true }));
const fit = readAt(far);

it('begins with one message, then reports what begins and ends, once each, also across restarts', async () => {
  const { sent, pass, restart } = school();
  const unread = { items: null, hasFailed: false, skipped: 0, asOf: null };
  await pass(5, { ...fit, squawks: new Map([['a1', unread]]) });
  expect(sent).toEqual([]);
  await pass(5, fit);
  expect(kindsOf(sent)).toEqual(['began']);
  await pass(2, grounding);
  restart();
  await pass(5, grounding);
  restart();
  await pass(20, grounding);
  expect(kindsOf(sent)).toEqual(['began', 'grounded 2']);
  await pass(3, fit);
  restart();
  await pass(20, fit);
  expect(kindsOf(sent)).toEqual(['began', 'grounded 2', 'grounded ended']);
});

it('looks again soon until alerts have begun, and then once a minute if nothing has changed', async () => {
  const { pass, looksWithin } = school();
  expect(await looksWithin(60)).toBe(4);
  await pass(1, fit);
  expect(await looksWithin(60)).toBe(1);
});

it('says when the copy is too old, sends nothing based on it, and resumes with new data without repeating alerts', async () => {
  const { sent, pass, setAge, evaluation } = school();
  await pass(3, fit);
  setAge(20 * minute);
  const late = slot('late', '08:00', '10:50', { ...crew, status: 1 });
  // The service does not answer for a day. By the old copy, the flight would be not back for 24 hours.
  await pass(24 * 60, fit, [late]);
  expect(kindsOf(sent)).toEqual(['began', 'copy 1']);
  expect(evaluation().trouble()).toMatch(/too old/);
  setAge(10_000);
  await pass(20, grounding);
  expect(kindsOf(sent).slice(0, 2)).toEqual(['began', 'copy 1']);
  expect(new Set(kindsOf(sent).slice(2))).toEqual(new Set(['copy ended', 'grounded 2']));
  expect(sent).toHaveLength(4);
  expect(evaluation().trouble()).toBeNull();
});

it('reports a reservation of today from the log once, and no entry from before it began', async () => {
  const { storage, sent, pass, restart } = school();
  const plan = {
    start: new Date(start + 60 * minute).toISOString(),
    end: null,
    aircraftId: 'a1',
    tail: 'N512SP',
    instructor: null,
    pilots: [],
    status: 'Confirmed',
  };
  const log = (key: string, at: number) => {
    const facts = { of: 'reservation', key, what: 'Rental', before: null, after: plan };
    const json = JSON.stringify({ kinds: ['booked'], aircraftId: 'a1', tail: 'N512SP', people: [], facts });
    const part = {
      set: 'reservations',
      scope: 'running',
      asOf: at,
      revision: 1,
      facts: { said: null, sent: 0, skipped: [], findings: {} },
    } as const;
    storage.replacePart(part, [], [], [{ at, kinds: ['booked'], aircraft: ['a1'], people: [], text: '', json }]);
  };
  log('before', start);
  restart();
  await pass(3, fit);
  log('new', start + 4 * minute);
  await pass(2, fit);
  restart();
  await pass(10, fit);
  const sentIds = () => sent.filter((id) => id.startsWith('reservation')).map((id) => id.split(' ')[1]);
  expect(sentIds()).toEqual(['new']);

  log('unfinished', start + 16 * minute);
  await pass(2, fit);
  // This is how earlier versions stored it.
  const { reservations: bookings, ...others } = JSON.parse(storage.alertState() ?? '') as Record<string, unknown>;
  storage.keepAlerts({ state: JSON.stringify({ ...others, bookings }), alerts: [], pending: [] });
  restart();
  await pass(10, fit);
  expect(sentIds()).toEqual(['new', 'unfinished']);
  expect(kindsOf(sent).filter((kind) => kind === 'began')).toHaveLength(1);
});

it('reports an outage of the service before its data is old, and its end; a short gap causes no alert', async () => {
  const { sent, pass, restart, setFailure } = school();
  await pass(3, fit);
  const failure = { status: null, message: 'unreachable', detail: 'connect' };
  setFailure(failure);
  await pass(3, fit);
  setFailure(null);
  await pass(8, fit);
  expect(kindsOf(sent)).toEqual(['began']);
  setFailure(failure);
  await pass(4, fit);
  restart();
  await pass(3, fit);
  expect(kindsOf(sent)).toEqual(['began', 'connection 1']);
  setFailure(null);
  await pass(8, fit);
  expect(kindsOf(sent)).toEqual(['began', 'connection 1', 'connection ended']);
});

it('sends no alert for a school that has never been read', async () => {
  const { sent, setAge, pass, evaluation } = school();
  setAge(null);
  await pass(30, fit);
  expect(sent).toEqual([]);
  expect(evaluation().trouble()).toMatch(/loading for the first time/);
});
