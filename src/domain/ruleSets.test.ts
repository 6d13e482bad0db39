import { afterEach, expect, test } from 'vitest';
import { lessonAt, now, hour, zone } from '#e2e/fixtures/samples/sampleDuties.ts';
import { hoursLeft, item, status } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { read, sources } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { person, slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { dutiesByPerson } from '#domain/duty/duties.ts';
import { flightAdvisory, flightTimeLeft } from '#domain/duty/flightHours.ts';
import { attentionOf } from '#domain/overview/findAttention.ts';
import { dispatchCheckOf } from '#domain/readiness/check.ts';
import { readinessIndex } from '#domain/readiness/readinessIndex.ts';
import { daySpan } from '#domain/time/time.ts';
import { rules, ruleSetOf } from './ruleSets.ts';
import { forgetSchool, setSchool } from './school.ts';

afterEach(forgetSchool);

const use = (ruleSet: 'faa' | 'easa' | 'casa' | 'none') => {
  forgetSchool();
  setSchool({ ruleSet });
};

test.each([
  ['America/Denver', 'faa'],
  ['America/Indiana/Knox', 'faa'],
  ['Pacific/Honolulu', 'faa'],
  ['America/Toronto', 'none'],
  ['America/Mexico_City', 'none'],
  ['Europe/Berlin', 'easa'],
  ['Europe/London', 'easa'],
  ['Atlantic/Reykjavik', 'easa'],
  ['Europe/Istanbul', 'none'],
  ['Europe/Moscow', 'none'],
  ['Australia/Sydney', 'casa'],
  ['Asia/Kolkata', 'none'],
  ['UTC', 'none'],
])('the usual rules of %s are %s', (zoneName, set) => {
  expect(ruleSetOf(zoneName)).toBe(set);
});

/** Ten hours of lessons of one instructor in a day, and a student's solo into the night. */
function school() {
  const lee = { userId: 'Kim Lee', instructorStatus: { id: 1, name: 'Active' } };
  const lesson = (start: string, end: string) =>
    slot(start, start, end, { instructor: person('Kim Lee'), pilots: [person('Sam Garcia')] });
  const solo = slot('solo', '19:00', '21:00', {
    reservationType: { displayTypeId: 0, name: 'Student Solo' },
    pilots: [person('Ana Garcia')],
  });
  const reservations = [lesson('06:00', '12:00'), lesson('13:00', '17:00'), solo];
  const index = readinessIndex(sources(reservations, { instructors: [lee] }));
  const lines = reservations.flatMap((reservation) => dispatchCheckOf(reservation, index)?.lines ?? []);
  const matters = attentionOf({ index, limits: null, reservations: null, connection: null });
  const past = item({ name: '100-Hour Inspection', timeOptions: hoursLeft(-3, 3), status: status(3) });
  lines.push(
    ...(dispatchCheckOf(solo, readinessIndex(sources([solo], { reminders: new Map([['a1', read(past)]]) })))?.lines ??
      []),
  );
  return { lines, words: JSON.stringify([lines, matters]), matters };
}

test('the FAA’s rules are cited where they are the school’s', () => {
  use('faa');
  const { words, matters } = school();
  expect(words).toContain('(14 CFR 61.195(a): 8 h)');
  expect(words).toContain('(14 CFR 61.87(o))');
  expect(words).toContain('14 CFR 91.409(b) allows up to 10 h');
  expect(matters.some(({ kind }) => kind === 'instructor hours')).toBe(true);
});

test.each(['easa', 'casa', 'none'] as const)('no law of the FAA is cited or checked under %s', (set) => {
  use(set);
  const { lines, words, matters } = school();
  expect(words).not.toMatch(/CFR|91\.|flight instruction/);
  expect(matters.some(({ kind }) => kind === 'instructor hours')).toBe(false);
  const night = lines.find(({ subject, level }) => subject === 'daylight' && level === 'check');
  expect(night?.words).toMatch(/^Student solo at night: ends after evening civil twilight, 203\dL$/);
  expect(JSON.stringify(rules())).not.toContain('CFR');
});

test('hours of instruction have no limit under rules without one', () => {
  const lessons = [lessonAt(now, now + 6 * hour), lessonAt(now + 7 * hour, now + 11 * hour)];
  const [duties = []] = dutiesByPerson(lessons, now).values();
  const day = daySpan('2026-05-12', zone.name);
  expect([flightAdvisory(duties, day) !== null, flightTimeLeft(duties, now + 12 * hour)]).toEqual([true, 0]);
  use('easa');
  expect([flightAdvisory(duties, day), flightTimeLeft(duties, now + 12 * hour)]).toEqual([null, Infinity]);
});

test('the rules never change once they are in use', () => {
  use('easa');
  expect(() => setSchool({ ruleSet: 'faa' })).toThrow('cannot change');
  expect(() => setSchool({ ruleSet: 'easa', soloWords: ['S-1'] })).toThrow('cannot change');
});
