import { afterEach, describe, expect, test } from 'vitest';
import { forgetSchool, setSchool } from '#domain/school.ts';
import { lesson } from '#e2e/fixtures/samples/sampleDuties.ts';
import { soloOf } from './solo.ts';

const type = (name: string, displayTypeId = 0) => ({ reservationType: { displayTypeId, name } });
const activity = (name: string) => ({ activityType: { name } });
const session = (course: string, name: string) => ({
  training: { sessions: [{ course: { name: course }, lesson: { name } }] },
});
const alone = { instructor: null };
const plain = { ...alone, ...type('Standard Reservation'), ...activity('') };

afterEach(forgetSchool);

describe('a student’s solo', () => {
  test.each([
    ['by its activity', { ...plain, ...activity('Solo Flight Training') }],
    ['supervised by an instructor', activity('Solo Flight Training')],
    ['by its lesson', { ...plain, ...session('Private Pilot', 'First Solo') }],
    ['by its course', { ...plain, ...session('Solo stage', 'Pattern') }],
    ['in German', { ...plain, ...activity('Alleinflug') }],
    ['in German, in one word', { ...plain, ...session('PPL', 'Soloflug Platzrunde') }],
    ['in Spanish', { ...plain, ...activity('Vuelo solo') }],
    ['in French', { ...plain, ...activity('Vol seul à bord') }],
    ['in Portuguese', { ...plain, ...activity('Voo solo') }],
    ['in Italian', { ...plain, ...activity('Volo da solista') }],
    ['in Dutch', { ...plain, ...activity('Solovlucht') }],
    ['in Japanese', { ...plain, ...activity('単独飛行') }],
  ])('is known %s', (_, given) => {
    expect(soloOf(lesson(given))).toBe('solo');
  });

  test.each([
    ['a lesson without an instructor', { ...plain, ...session('Private Pilot', 'Landings') }],
    [
      'a lesson before the first solo, without an instructor',
      { ...plain, ...session('Private Pilot', 'Pre-Solo Review') },
    ],
    ['training without an instructor', { ...alone, ...activity('Flight Training') }],
    ['dual without an instructor', { ...alone }],
    ['training in German', { ...plain, ...type('Schulung') }],
    ['a lesson named solo with an instructor', { ...activity('Flight Training'), ...session('PPL', 'First Solo') }],
  ])('is possible: %s', (_, given) => {
    expect(soloOf(lesson(given))).toBe('may be solo');
  });

  test.each([
    ['a rental', { ...plain, ...activity('Rental') }],
    ['a reservation that says nothing', plain],
    ['a lesson with an instructor', session('Private Pilot', 'Landings')],
    ['a dual flight of a lesson named solo', session('Private Pilot', 'Solo Cross-Country')],
    ['dual or solo with an instructor', activity('Dual/Solo XC')],
    ['recurrent training', { ...plain, ...activity('Recurrent training') }],
    ['a lesson in a simulator', { ...alone, aircraft: { aircraftId: 's', isSimulator: true } }],
    ['maintenance', { ...alone, ...type('Maintenance', 1) }],
  ])('is not: %s', (_, given) => {
    expect(soloOf(lesson(given))).toBe('no');
  });

  test('is known by the school’s own words, as whole words', () => {
    const own = { ...plain, ...activity('Flight S-1 (PIC)') };
    expect(soloOf(lesson(own))).toBe('no');
    forgetSchool();
    setSchool({ soloWords: ['S-1', '単'] });
    expect(soloOf(lesson(own))).toBe('solo');
    expect(soloOf(lesson({ ...plain, ...activity('Flight S-12') }))).toBe('no');
  });
});
