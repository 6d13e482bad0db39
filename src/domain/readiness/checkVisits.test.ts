import type { FreeForm } from '#contract/objects.ts';
import { describe, expect, test } from 'vitest';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import { dateLimit, hoursLeft, item, status, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import { dispatchCheckOf } from './check.ts';
import type { CheckSubject } from './checkLine.ts';
import { readinessIndex, type ReadinessSources } from './readinessIndex.ts';
import { read, sources } from '#e2e/fixtures/samples/sampleReadiness.ts';

const fleet = [{ aircraftId: 'a1', tailNumber: 'N512SP', status: status(1) }];

function check(reservations: readonly TimedReservation[], more: Partial<ReadinessSources> = {}) {
  const index = readinessIndex(sources(reservations, { fleet, isWithoutUsers: true, ...more }));
  return dispatchCheckOf(reservations[0]!, index);
}
const lineOf = (subject: CheckSubject, ...given: Parameters<typeof check>) => {
  const line = check(...given)?.lines.find((candidate) => candidate.subject === subject);
  return line ? `${line.level}: ${line.words}` : null;
};
const due = (...items: readonly DueItem[]) => ({ reminders: new Map([['a1', read(...items)]]) });
const lesson = (given: Parameters<typeof slot>[3] = {}, start = '14:00', end = '15:30') =>
  slot('lesson', start, end, { pilots: [person('Sam Garcia')], ...given });

describe('a shop visit before the flight', () => {
  const visit = (name: string, start = '12:00', end = '13:00') =>
    slot('visit', start, end, { type: 1, activityType: { name } });
  const annual = due(item({ name: 'Annual', status: status(2), dateOptions: dateLimit('2026-05-11', 2) }));
  const crossing = due(item({ timeOptions: hoursLeft(0.8) }));

  test.each(['Radio swap', 'Wash and wax'])('for “%s” clears neither hours nor an annual', (name) => {
    expect(lineOf('aircraft fit', [lesson(), visit(name)], annual)).toBe(
      `stop: Annual: past due, limit Mon 11 May; shop visit 1200L (${name})`,
    );
    expect(lineOf('aircraft fit', [lesson(), visit(name)], crossing)).toMatch(/^check: 100-hour: .* \(/);
    expect(lineOf('aircraft fit', [lesson(), visit(name)], due(item({ status: status(3) })))).toMatch(
      /^stop: 100-hour expired; /,
    );
  });

  test('without a name is noted if too short for the work, and counts as planned if long enough', () => {
    expect(lineOf('aircraft fit', [lesson(), visit('')], annual)).toBe(
      'stop: Annual: past due, limit Mon 11 May; shop visit 1200L, no work named',
    );
    expect(lineOf('aircraft fit', [lesson(), visit('', '05:00', '13:30')], annual)).toMatch(
      /^check: Annual: past due, limit Mon 11 May; planned: shop visit 0500L/,
    );
  });

  test('that names the work is planned work, and the forecast then has no mark', () => {
    expect(lineOf('aircraft fit', [lesson(), visit('100-hour')], crossing)).toMatch(
      /^no findings: Fit; 100-hour: likely crosses its limit about 1509L, 0.8 h left; planned: shop visit 1200L/,
    );
  });
});

describe('a shop visit whose name is only like the work', () => {
  const visit = (displayName: string) => slot('visit', '12:00', '13:00', { type: 1, displayName });
  const grounding = (record: FreeForm) => ({
    squawks: new Map([['a1', read(toSquawk({ groundAircraft: true, ...record }, 0, zone))]]),
  });
  const magneto = grounding({ description: 'Left magneto dead', referenceNumber: 'SQ-12' });
  const directive = due(
    item({ name: 'AD fuel selector every 50 h', status: status(3), timeOptions: hoursLeft(-1, 3) }),
  );

  test.each(['Left main tire', 'Left magneto', 'Magneto', 'Right magneto dead'])(
    '“%s” does not settle a grounding squawk',
    (name) => {
      expect(lineOf('aircraft fit', [lesson(), visit(name)], magneto)).toBe(
        `stop: Squawk: Left magneto dead; shop visit 1200L (${name})`,
      );
    },
  );

  test.each([
    ['Left magneto dead', 'left magneto dead'],
    ['Fix SQ-12', 'SQ-12'],
  ])('“%s” may settle it, and the line says why', (name, taken) => {
    expect(lineOf('aircraft fit', [lesson(), visit(name)], magneto)).toBe(
      `check: Squawk: Left magneto dead; shop visit 1200L (${name}; taken for it by: ${taken})`,
    );
  });

  test('does not lower a directive, nor does one without a name', () => {
    for (const name of ['Oil change 50 h', 'Fuel selector', 'Annual', ''])
      expect(lineOf('aircraft fit', [lesson(), visit(name)], directive)).toMatch(/^stop: AD fuel selector/);
    const long = slot('visit', '05:00', '13:30', { type: 1 });
    expect(lineOf('aircraft fit', [lesson(), long], directive)).toMatch(/^stop: .*no work named$/);
    expect(lineOf('aircraft fit', [lesson(), visit('AD fuel selector every 50 h')], directive)).toMatch(/^check: /);
  });

  test('does not clear the forecast of a directive', () => {
    const near = due(item({ name: 'AD fuel selector every 50 h', timeOptions: hoursLeft(0.8) }));
    expect(lineOf('aircraft fit', [lesson(), visit('Oil change 50 h')], near)).toMatch(
      /^check: AD fuel selector.*shop visit 1200L \(Oil change 50 h\)$/,
    );
  });

  test('is planned work for the reminder that it names', () => {
    const oil = due(item({ name: 'Oil Change', timeOptions: hoursLeft(0.5) }));
    expect(lineOf('aircraft fit', [lesson(), visit('Oil change 50 h')], oil)).toMatch(
      /^no findings: .*planned: shop visit 1200L \(Oil change 50 h; taken for it by: oil change 50 h\)$/,
    );
  });
});
