import { describe, expect, it } from 'vitest';
import { item, dateLimit, hoursLeft } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { crew, people, squawk } from '#e2e/fixtures/samples/sampleAttention.ts';
import { read, sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import { attentionOf, limitsAhead } from '#domain/overview/findAttention.ts';
import { readinessIndex, type ReadinessSources } from '#domain/readiness/readinessIndex.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { conditionsOf, knownOf } from './conditions.ts';
import { textFor } from './deliver.ts';

/** The conditions of the sample school, found as for the overview. */
function look(reservations: readonly TimedReservation[], more: Partial<ReadinessSources> = {}) {
  const given = sources(reservations, { ...people, ...more });
  const index = readinessIndex(given);
  const assessed = { index, limits: limitsAhead(given, given.schedule), reservations, connection: null };
  const items = attentionOf(assessed);
  return { assessed, items, conditions: conditionsOf({ ...assessed, items, places: new Map(), failing: null }) };
}

/** Each condition's key, step and sentence, with its evidence, as a manager reads them. */
function textsOf(...given: Parameters<typeof look>) {
  const reach = { role: 'manager', names: 'full' } as const;
  return look(...given).conditions.map(({ key, step, alert }) => [
    `${key} ${step}`,
    ...(alert ? [alert.words, ...alert.evidence].map((text) => textFor(text, reach)) : []),
  ]);
}

const expired = { id: 3, name: 'Expired' };
const warning = { id: 2, name: 'Warning' };
const reminders = (...items: DueItem[]) => ({ reminders: new Map([['a1', read(...items)]]) });
const squawks = (...found: ReturnType<typeof squawk>[]) => ({ squawks: new Map([['a1', read(...found)]]) });

describe('the alert for a reminder', () => {
  it('follows the status that the service gives', () => {
    const due = (status: object) => item({ name: 'Annual', status, dateOptions: dateLimit('2026-07-31') });
    expect(textsOf([], reminders(due(warning))).map(([, words]) => words)).toContain('N512SP: Annual is Warning.');
    expect(textsOf([], reminders(due(expired))).map(([, words]) => words)).toContain('N512SP: Annual is Expired.');
    expect(textsOf([], reminders(due({ id: 1, name: 'OK' })))).toEqual([]);
  });

  it('says for what a conditional reminder counts, in amber and again when it expires; an advisory one sends none', () => {
    const due = (name: string, status: object) => item({ name, status, dateOptions: dateLimit('2026-05-03') });
    const found = (name: string, status: object) =>
      look([], reminders(due(name, status))).conditions.flatMap(({ kind, step, alert }) =>
        kind === 'reminder' || kind === 'grounded'
          ? [[kind, step, alert?.level, alert && textFor(alert.words, reach)]]
          : [],
      );
    const reach = { role: 'manager', names: 'full' } as const;
    expect(found('VOR check', warning)).toEqual([['reminder', 1, 'amber', 'N512SP: VOR check is Warning, IFR only.']]);
    expect(found('VOR check', expired)).toEqual([['reminder', 2, 'amber', 'N512SP: VOR check is Expired, IFR only.']]);
    expect(found('Aircraft wash', expired)).toEqual([]);
  });

  it('is not raised when the reminder is complied with for good or switched off', () => {
    expect(textsOf([], reminders(item({ status: expired, permanentlyComplied: true })))).toEqual([]);
  });
});

describe('the alert for an aircraft', () => {
  it('gives the reasons when a squawk grounds it, and leaves a reminder’s grounding to the reminder’s alert', () => {
    const both = textsOf([], {
      ...squawks(squawk({ groundAircraft: true })),
      ...reminders(item({ name: 'Annual', status: expired })),
    });
    expect(both[0]?.slice(0, 2)).toEqual(['grounded a1 2', 'N512SP is grounded by a squawk.']);
    expect(both[0]?.slice(2).join()).toContain('Left brake soft');
    expect(textsOf([], reminders(item({ status: expired })))[0]).toEqual(['grounded a1 1']);
    expect(look([], squawks(squawk({ groundAircraft: true }))).conditions[0]?.ended?.words).toEqual([
      'N512SP is no longer grounded: no squawk grounds it, and no reminder is Expired.',
    ]);
  });

  it('gives no alert that a squawk grounds an aircraft that screens count as inactive, nor that it is fit again', () => {
    const inactive = { aircraftId: 'a1', tailNumber: 'N512SP', status: { id: 2, name: 'Inactive' } };
    const found = { ...squawks(squawk({ groundAircraft: true })), fleet: [inactive] };
    const { conditions } = look([], found);
    // The condition stays, so that nobody reads that the aircraft is fit when it becomes inactive.
    expect(conditions).toMatchObject([{ key: 'grounded a1', step: 0, alert: null, ended: null }]);
    // One that is out all the same counts as flying.
    const flight = slot('out', '10:30', '12:00', { ...crew, status: 1 });
    expect(textsOf([flight], found)[0]?.slice(0, 2)).toEqual(['grounded a1 2', 'N512SP is grounded by a squawk.']);
  });

  it('is raised 30 and 60 minutes after its booked end when it is not back, with who is waiting', () => {
    // The sample's now is 1105L.
    const flight = (to: string) => slot('late', '08:00', to, { ...crew, status: 1 });
    const next = slot('next', '11:20', '12:00', crew);
    expect(textsOf([flight('10:36')])).toEqual([]);
    expect(textsOf([flight('10:35'), next])).toEqual([
      [
        'not back late 1',
        expect.stringMatching(/^N512SP, 0800L, .+, is not back 30 min after its booked end, 1035L\.$/),
        expect.stringContaining('1120L'),
      ],
    ]);
    expect(textsOf([flight('10:05')])[0]).toEqual([
      'not back late 2',
      expect.stringContaining('is not back 60 min after its booked end, 1005L.'),
    ]);
  });

  it('is raised once, as a doubt, when a flight with an unclear status may be out past its end', () => {
    const doubt = (to: string) =>
      slot('doubt', '08:00', to, { ...crew, reservationStatus: { id: 4, name: 'Dispatched' } });
    expect(textsOf([doubt('10:36')])).toEqual([]);
    expect(textsOf([doubt('09:05')])[0]).toEqual([
      'not back doubt 1',
      expect.stringContaining('may be out 30 min after its booked end, 0905L: its status is “Dispatched”.'),
    ]);
    expect(look([doubt('09:05')]).conditions[0]?.alert?.level).toBe('amber');
  });

  it('is raised when a limit falls inside a reservation before a shop visit', () => {
    const flights = [slot('first', '14T08:00', '14T10:00', crew), slot('second', '14T12:00', '14T15:00', crew)];
    const near = reminders(item({ timeOptions: hoursLeft(2) }));
    expect(textsOf(flights, near)).toEqual([
      [
        'limit a1 r1 1',
        'N512SP, 100-hour: likely crosses its limit about Thu 14 May 1253L, 2.0 h left, if flown as booked. It falls inside a reservation, and no shop visit is booked before it.',
        expect.stringMatching(/^Reservation Thu 14 May/),
      ],
    ]);
    const visit = slot('visit', '13T08:00', '13T17:00', { type: 1, displayName: '100-hour' });
    expect(textsOf([visit, ...flights], near)).toEqual([]);
  });
});

describe('the alert for a double booking', () => {
  const flight = slot('one', '14:00', '15:00', crew);
  const clash = (given: Parameters<typeof slot>[3]) => slot('two', '14:30', '15:30', given);
  const stops = (...given: readonly TimedReservation[]) => look(given).conditions.filter(({ kind }) => kind === 'stop');

  it.each([
    ['of the aircraft', clash({ pilots: [{ userId: 'k', firstName: 'Kim', lastName: 'Roe' }] }), 'also booked'],
    ['of a person, also in a class', clash({ ...crew, type: 2, aircraft: null }), 'also booked'],
    ['with the shop', clash({ type: 1 }), 'in maintenance'],
  ])('%s says “do not dispatch” once, with the reason', (_, other, reason) => {
    const [found, ...more] = stops(flight, other);
    expect(more).toEqual([]);
    expect(found).toMatchObject({ step: 1, alert: { level: 'red', subject: ['N512SP'], aircraftId: 'a1' } });
    const textsFor = (names: 'full' | 'initials') => {
      const { words, evidence } = found?.alert ?? { words: [], evidence: [] };
      return [words, ...evidence].map((text) => textFor(text, { role: 'manager', names }));
    };
    expect(textsFor('full')[0]).toMatch(/^N512SP, 1400L, .*Garcia.*\. Do not dispatch\.$/);
    expect(textsFor('full')[1]).toContain(reason);
    expect(textsFor('initials').join(' ')).not.toMatch(/Garcia|Roe/);
  });

  it('is not sent for a possible clash, nor for two reservations of which none flies', () => {
    expect(stops(flight, clash({ reservationStatus: { id: 9, name: 'On hold' } }))).toEqual([]);
    const ground = { ...crew, type: 2, aircraft: null };
    expect(stops(slot('one', '14:00', '15:00', ground), clash(ground))).toEqual([]);
  });
});

it('a limit that a flight is certain to cross gives the alert of the flight, and no other', () => {
  const [flight] = [slot('first', '13T08:00', '13T10:00', crew)];
  const near = reminders(item({ timeOptions: hoursLeft(0.5) }));
  expect(textsOf([flight], near).map(([key]) => key)).toEqual(['stop a1 1']);
  expect(textsOf([flight], near)[0]?.join(' ')).toContain(
    'reaches its limit by tomorrow 0900L, 1 h 00 into the flight',
  );
});

it('a passed limit without the service’s Expired starts no grounding alert, but ends none either', () => {
  const found = look([], reminders(item({ timeOptions: hoursLeft(-1) })));
  const [grounded] = found.conditions;
  expect(grounded).toMatchObject({ key: 'grounded a1', step: 0, alert: null });
});

it('a squawk that does not tell whether it grounds starts no grounding alert, but ends none either', () => {
  const found = look([], squawks(squawk({ groundAircraft: 'perhaps' })));
  expect(found.conditions).toMatchObject([{ key: 'grounded a1', step: 0, alert: null }]);
  expect(look([], squawks(squawk({ severity: 'Grounding' }))).conditions).toMatchObject([{ step: 2 }]);
});

describe('the text of an alert', () => {
  const late = slot('late', '08:00', '10:00', { ...crew, status: 1 });
  const stopped = slot('stopped', '14:00', '15:00', crew);
  const bad = { ...squawks(squawk({ groundAircraft: true })), ...reminders(item({ status: expired })) };

  it('gives only initials to recipients without full names', () => {
    const { conditions } = look([late, stopped], bad);
    const all = conditions.flatMap(({ alert }) => (alert ? [alert.subject, alert.words, ...alert.evidence] : []));
    const texts = all.map((text) => textFor(text, { role: 'maintenance', names: 'initials' })).join(' ');
    expect(texts).not.toMatch(/Garcia|Lee/);
    expect(texts).toContain('SG');
  });

  it('links to a dashboard page that shows its cause', () => {
    const { conditions, items } = look([late, stopped], bad);
    const links = new Set([...items.map(({ link }) => link), '/fleet/a1', '/maintenance?reminder=r1']);
    for (const { alert } of conditions) if (alert) expect(links).toContain(alert.link);
    expect(new Set(conditions.map(({ key }) => key)).size).toBe(conditions.length);
  });
});

it('a service that does not answer raises an alert before its data is stale', () => {
  const { assessed, items } = look([]);
  const failing = { kind: 'upstream', status: null, entries: [], retryAfter: null } as const;
  const found = conditionsOf({ ...assessed, items, places: new Map(), failing });
  expect(found).toMatchObject([
    { key: 'connection', alert: { words: ['The flight service has not answered.'], evidence: [[expect.any(String)]] } },
  ]);
});

describe('the alert for some aircraft’s records that fail', () => {
  const failed = (asOf: number | null) => ({
    squawks: new Map([['a1', { items: asOf === null ? null : [], hasFailed: true, skipped: 0, asOf }]]),
  });
  const ofSource = (...given: Parameters<typeof look>) =>
    look(...given).conditions.filter(({ key }) => key.startsWith('source'));

  it('names the aircraft, and is followed by another when the records are back', () => {
    const [found] = ofSource([], failed(null));
    expect(found).toMatchObject({
      key: 'source squawks',
      kind: 'connection',
      alert: { evidence: [['N512SP']], link: '/fleet' },
    });
    expect(found?.alert?.words).toEqual([
      'The service does not give the squawks of 1 aircraft. No alert can tell what is new in them.',
    ]);
    expect(found?.ended?.kind).toBe('connection back');
  });

  it('is not raised while older records still count, or when the whole connection has failed', () => {
    const { assessed, items } = look([], failed(null));
    expect(ofSource([], failed(assessed.index.sources.now - 60_000))).toEqual([]);
    expect(ofSource([], failed(assessed.index.sources.now - 61 * 60_000))).toHaveLength(1);
    const connection = { words: 'No answer', since: 0, hasData: true };
    const all = conditionsOf({ ...assessed, items, places: new Map(), failing: null, connection });
    expect(all.filter(({ key }) => key.startsWith('source'))).toEqual([]);
  });
});

it('the known sources are those read and not too old', () => {
  const { assessed } = look([]);
  expect(knownOf(assessed)).toEqual({
    known: new Set(['reminders a1', 'squawks a1', 'aircraft', 'reservations', 'people', 'connection']),
    isWhole: true,
  });
  const unread = { items: null, hasFailed: true, skipped: 0, asOf: null };
  const part = look([], { squawks: new Map([['a1', unread]]), users: null });
  expect(knownOf(part.assessed)).toMatchObject({ isWhole: false });
  expect(knownOf({ ...part.assessed, reservations: null }).known).toEqual(
    new Set(['reminders a1', 'aircraft', 'connection']),
  );
});
