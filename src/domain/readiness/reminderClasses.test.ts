import { afterEach, describe, expect, test } from 'vitest';
import { cyclesLeft, dateLimit, hoursLeft, item, status } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { read, scheduleAt, sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { sparesIn } from '#e2e/fixtures/samples/samplePlanning.ts';
import { slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { setReminderClasses } from '#domain/maintenance/reminderClass.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import { attentionOf, limitsAhead } from '#domain/overview/findAttention.ts';
import { dispatchCheckOf } from './check.ts';
import { mayGo } from './fitness.ts';
import { readinessIndex } from './readinessIndex.ts';

afterEach(() => setReminderClasses({}));

const flight = slot('flight', '14:00', '15:30');

function assess(items: readonly DueItem[], reservations = [flight]) {
  const given = sources(reservations, { reminders: new Map([['a1', read(...items)]]) });
  const index = readinessIndex(given);
  const line = dispatchCheckOf(reservations[0]!, index)?.lines.find(({ subject }) => subject === 'aircraft fit');
  const fitness = index.aircraft.get('a1')!.fitness!;
  const ahead = limitsAhead(given, scheduleAt(reservations)).get('a1') ?? [];
  return {
    line: line && `${line.level}: ${line.words}`,
    beside: line?.details[1]?.words,
    mark: line?.level === 'no findings' ? null : line?.mark,
    kind: fitness.kind,
    mayGo: mayGo(fitness),
    ahead: ahead.map((limit) => limit.item.name),
  };
}

const expired = (name: string) => item({ name, status: status(3), dateOptions: dateLimit('2026-05-03', 3) });

describe('an Expired reminder', () => {
  test('of airworthiness, and one of an unknown name, stops the flight', () => {
    expect(assess([expired('Annual')])).toMatchObject({
      line: 'stop: Annual expired Sun 3 May',
      kind: 'grounded',
      mayGo: false,
    });
    expect(assess([expired('Frobnicator')])).toMatchObject({
      line: 'stop: Frobnicator expired Sun 3 May',
      mayGo: false,
    });
  });

  test.each([
    ['Transponder Test (91.413)', 'IFR or transponder airspace'],
    ['VOR Check (91.171)', 'IFR only'],
  ])('%s is a caution that says for what, and the aircraft may go', (name, onlyFor) => {
    expect(assess([expired(name)])).toMatchObject({
      line: `check: ${name} expired Sun 3 May, ${onlyFor}`,
      mark: `${name.split(' ')[0]} expired`,
      kind: 'warning',
      mayGo: true,
      ahead: [name, name],
    });
  });

  test('that is advisory is listed without a mark', () => {
    expect(assess([expired('Aircraft wash')])).toMatchObject({
      line: 'no findings: Fit; Aircraft wash expired Sun 3 May, advisory',
      mark: null,
      kind: 'fit',
      mayGo: true,
      ahead: [],
    });
  });

  test('of another class beside it changes nothing', () => {
    const found = assess([expired('Aircraft wash'), expired('VOR check'), expired('Annual')]);
    expect(found).toMatchObject({ line: 'stop: Annual expired Sun 3 May', kind: 'grounded', mayGo: false });
  });

  test('grounds, or does not, as a manager set the class of its name', () => {
    setReminderClasses({ 'vor check': 'airworthiness', annual: 'advisory' });
    expect(assess([expired('VOR check')])).toMatchObject({
      kind: 'grounded',
      line: 'stop: VOR check expired Sun 3 May',
    });
    expect(assess([expired('Annual')])).toMatchObject({ kind: 'fit' });
  });
});

test('a conditional reminder that has expired is on the overview, an advisory one is not', () => {
  const matters = (name: string) => {
    const given = sources([flight], { reminders: new Map([['a1', read(expired(name))]]) });
    const limits = limitsAhead(given, scheduleAt([flight]));
    const items = attentionOf({ index: readinessIndex(given), limits, reservations: [flight], connection: null });
    return items.filter(({ of: about }) => about === 'a1').map(({ kind, words, at }) => [kind, words, at]);
  };
  expect(matters('VOR check')).toEqual([
    ['limit near', 'VOR check expired Sun 3 May, IFR only; no shop visit before it', null],
  ]);
  expect(matters('Aircraft wash')).toEqual([]);
});

test('what is not known of a conditional reminder is a caution, not harmless', () => {
  const odd = item({ name: 'VOR check', status: { id: 9, name: 'Pending review' } });
  expect(assess([odd])).toMatchObject({
    line: 'check: VOR check: status Pending review, IFR only',
    mark: 'Not known',
    kind: 'warning',
  });
});

test('a 100-hour inspection that is past by less than ten hours stops the flight, and the regulation is shown', () => {
  const past = item({ name: '100-Hour Inspection', status: status(3), timeOptions: hoursLeft(-3, 3) });
  const found = assess([past]);
  expect(found.line).toBe('stop: 100-Hour Inspection expired, 3.0 h past due');
  expect(found.beside).toBe(
    '100-Hour Inspection: 14 CFR 91.409(b) allows up to 10 h only to reach a place where it can be done; not granted here',
  );
});

test.each([
  ['VOR check', 1],
  ['Aircraft wash', 1],
  ['Annual', 0],
  ['Frobnicator', 0],
])('an aircraft with an Expired %s is offered %i times', (name, count) => {
  const fleet = ['a1', 'a2'].map((aircraftId) => ({
    aircraftId,
    tailNumber: aircraftId,
    model: { name: '172S' },
    status: status(1),
  }));
  const due = [
    item(
      { name, status: status(3), dateOptions: dateLimit('2026-05-03', 3), cycleOptions: cyclesLeft(0, 3) },
      fleet[1],
    ),
  ];
  const reminders = new Map([
    ['a1', read<DueItem>()],
    ['a2', read(...due)],
  ]);
  const spares = sparesIn(flight, sources([flight], { fleet, reminders, squawks: new Map() }));
  expect(spares).toHaveLength(count);
});
