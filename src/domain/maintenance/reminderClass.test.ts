import { afterEach, describe, expect, test } from 'vitest';
import { hoursLeft, item, status } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { classByName, classWords, reminderClassOf, setReminderClasses } from './reminderClass.ts';
import { ferryWords } from './limits.ts';

afterEach(() => setReminderClasses({}));

describe('a name tells the class', () => {
  test.each([
    'Annual Inspection',
    '100-Hour Inspection',
    'AD 2019-25-06 Recurring Inspection',
    'ELT Inspection (91.207)',
    'Oil and Filter Change',
    'Something new',
    '',
    // One known word proves nothing.
    'AD 2011-10-09 transponder',
    'Transponder mounting bolts life limit',
    'Annual and transponder check',
    'Static wicks 100 hour',
    'Pitot heat AD',
    'Fuel injector cleaning',
    'Engine wash and 50 hour',
    'Compass',
    'Compass light replacement',
    'Windshield inspection and cleaning',
    'Night vision mount life limit',
    'Cleaning of spark plugs',
  ])('%j grounds', (name) => {
    expect(classByName(name)).toEqual({ reminderClass: 'airworthiness', onlyFor: null });
  });

  test.each([
    ['Transponder Test (91.413)', 'IFR or transponder airspace'],
    ['Pitot-static / transponder, 24 months', 'IFR or transponder airspace'],
    ['XPDR check', 'IFR or transponder airspace'],
    ['Pitot-Static/Altimeter 91.411', 'IFR only'],
    ['IFR certification', 'IFR only'],
    ['VOR Check (91.171)', 'IFR only'],
    ['GPS database update', 'IFR only'],
    ['Navigation database subscription', 'IFR only'],
    ['Night lighting check', 'night only'],
  ])('%j is conditional: %s', (name, onlyFor) => {
    expect(classByName(name)).toEqual({ reminderClass: 'conditional', onlyFor });
  });

  test.each([
    'Aircraft wash',
    'Interior cleaning',
    'Compass swing',
    'Compass card swap',
    'ForeFlight subscription',
    'Wax and polish',
  ])('%j is advisory', (name) => {
    expect(classByName(name)).toMatchObject({ reminderClass: 'advisory' });
  });
});

test('a manager’s class counts for all spellings of the name, and says so', () => {
  setReminderClasses({ 'seat covers': 'advisory', 'vor check': 'airworthiness', strobe: 'conditional' });
  expect(reminderClassOf(' Seat  Covers ')).toEqual({
    reminderClass: 'advisory',
    onlyFor: 'advisory',
    isClassSet: true,
  });
  expect(classWords(reminderClassOf('VOR check'))).toBe('Airworthiness: grounds (set by a manager)');
  expect(classWords(reminderClassOf('Strobe'))).toBe('Conditional: IFR or night only (set by a manager)');
  expect(classWords(reminderClassOf('Annual'))).toBe('Airworthiness: grounds');
  expect(item({ name: 'Seat covers', status: status(3) })).toMatchObject({
    worst: 'expired',
    counts: 'ok',
    status: 'Expired',
  });
});

test.each([
  [-0.1, '100-Hour Inspection', true],
  [0, '100 hour', true],
  [-10, '100 h insp', true],
  [-10.1, '100-Hour Inspection', false],
  [0.1, '100-Hour Inspection', false],
  [-3, 'Oil Change 50 h', false],
  [-3, 'AD 2019-25-06 each 100 hours', false],
  [-3, 'Annual', false],
])('%f hours left on %s: 91.409(b) is shown, never granted: %s', (left, name, isShown) => {
  const words = ferryWords(item({ name, timeOptions: hoursLeft(left, 3), status: status(3) }));
  expect(words !== null).toBe(isShown);
  if (words) expect(words).toContain('not granted here');
});
