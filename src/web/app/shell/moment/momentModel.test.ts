import { describe, expect, test } from 'vitest';
import { momentSpan } from '#domain/moments/shownMoment.ts';
import { noFactors } from '#domain/schedule/hoursFactor.ts';
import { now, reservationAt, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { aheadWords, comingWords, dayMarks, presentWords, thenWords } from './momentModel.ts';

const hour = 3_600_000;
const back = { at: now - 2 * hour, now, zone: zone.name };
const ahead = { at: now + 30 * hour, now, zone: zone.name };
const nothing = { notBack: [], factors: noFactors };
const measured = { flights: 30, booked: 60, hours: 47, factor: 0.783, spread: null };

describe('the bar says', () => {
  test('that an earlier moment is as known then, since when changes are kept, and what is not kept', () => {
    const { kind, title, when, notes } = thenWords(back, now - 5 * hour);
    expect([kind, title, when]).toEqual(['back', 'As known then', 'Tue 12 May 0905L (1505Z), 2 h 00 ago']);
    expect(notes.join(' ')).toContain('has kept since Tue 12 May 0605L (1205Z)');
    expect(notes.join(' ')).toContain('Not kept: how old the data was, checkouts of people');
  });

  test('that a later one is a forecast, and what it assumes', () => {
    const { kind, title, when, notes } = aheadWords(ahead, nothing);
    expect([kind, title, when]).toEqual(['ahead', 'Forecast', 'Wed 13 May 1705L (2305Z), in 30 h 00']);
    expect(notes[0]).toContain('If reservations go as entered and nothing else is reserved.');
    expect(notes[0]).toContain('by 0.69 hours for each booked hour, as set');
    expect(notes).toHaveLength(1);
  });

  test('by which factor meters move', () => {
    const notes = (factors: typeof noFactors) => aheadWords(ahead, { notBack: [], factors }).notes[0];
    expect(notes({ school: measured, aircraft: new Map() })).toContain('by the measured factor, 0.78 hours');
    expect(notes({ school: null, aircraft: new Map([['a1', measured]]) })).toContain(
      'the measured factor of each aircraft',
    );
  });

  test('which aircraft are not back, three by name', () => {
    const late = ['N1', 'N2', 'N3', 'N4', 'N4'].map((tailNumber, place) =>
      slot(`r${place}`, '08:00', '09:00', { status: 1, aircraft: { aircraftId: tailNumber, tailNumber } }),
    );
    const note = (count: number) => aheadWords(ahead, { ...nothing, notBack: late.slice(0, count) }).notes[1];
    expect(note(2)).toContain('Not back now, and assumed back once a later reservation begins: N1, N2.');
    expect(note(5)).toContain('N1, N2, N3, 1 more.');
    const nameless = reservationAt('2026-05-12T08:00', '2026-05-12T09:00', { statusId: 1 });
    expect(aheadWords(ahead, { ...nothing, notBack: [nameless] }).notes[1]).toContain('without a tail number');
  });

  test('that a moment is loading, and why the present is shown instead', () => {
    expect(comingWords(back).notes).toEqual(['Loading the changes since then…']);
    expect(comingWords(ahead).notes[0]).toContain('Not known yet');
    expect(presentWords(null)).toMatchObject({ kind: 'present', when: null, notes: [] });
    expect(presentWords('The list shows the present only.').notes).toEqual(['The list shows the present only.']);
  });
});

test('each midnight of the span has a mark, with less of its day on a phone', () => {
  const span = momentSpan(now, null);
  const marks = dayMarks(span, zone.name, false);
  expect(marks.map(({ label }) => label)).toEqual([
    'Tue 12',
    'Wed 13',
    'Thu 14',
    'Fri 15',
    'Sat 16',
    'Sun 17',
    'Mon 18',
    'Tue 19',
  ]);
  expect(marks[1]).toEqual({ value: 99, label: 'Wed 13' });
  expect(dayMarks(span, zone.name, true)[1]?.label).toBe('Wed');
});
