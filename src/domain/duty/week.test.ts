import { describe, expect, test } from 'vitest';
import { wallText } from '#domain/time/time.ts';
import { dutyAt, hour, zone } from './sampleDuties.ts';
import { dutyWeek } from './week.ts';

const duty = (from: string, hours: number) => dutyAt(Date.parse(from), Date.parse(from) + hours * hour);
const wallHours = (week: ReturnType<typeof dutyWeek>) =>
  week.map(
    ({ hours }) => `${wallText(hours.start, zone.name).slice(11, 16)}–${wallText(hours.end, zone.name).slice(11, 16)}`,
  );

describe('a week of duties', () => {
  test('has each day with its own, on the same hours of the wall clock', () => {
    // 0730L to 0930L on Monday, 1900L to 2115L on Thursday.
    const week = dutyWeek(
      [duty('2026-05-11T13:30:00Z', 2), duty('2026-05-15T01:00:00Z', 2.25)],
      '2026-05-11',
      zone.name,
    );
    expect(week.map(({ date }) => date)).toEqual(Array.from({ length: 7 }, (_, index) => `2026-05-${11 + index}`));
    expect(week.map(({ own }) => own.duties.length)).toEqual([1, 0, 0, 1, 0, 0, 0]);
    expect(new Set(wallHours(week))).toEqual(new Set(['07:00–22:00']));
  });

  test('keeps to the wall clock over the change of clocks', () => {
    // Saturday 0800L before, Monday 0800L would be an hour off if hours were counted from midnight on Sunday.
    const week = dutyWeek([duty('2026-03-07T15:00:00Z', 2), duty('2026-03-08T14:00:00Z', 2)], '2026-03-02', zone.name);
    expect(new Set(wallHours(week))).toEqual(new Set(['08:00–10:00']));
  });

  test('shows whole days where nothing is booked, or something reaches over midnight', () => {
    expect(new Set(wallHours(dutyWeek([], '2026-05-11', zone.name)))).toEqual(new Set(['00:00–00:00']));
    const night = dutyWeek([duty('2026-05-13T04:00:00Z', 4)], '2026-05-11', zone.name);
    expect(new Set(wallHours(night))).toEqual(new Set(['00:00–00:00']));
  });

  test('says on which of its days there is an advisory', () => {
    // Five hours on Sunday evening before the week, five on Monday morning.
    const duties = [duty('2026-05-11T00:00:00Z', 5), duty('2026-05-11T13:00:00Z', 5)];
    const week = dutyWeek(duties, '2026-05-11', zone.name);
    expect(week.map(({ advisory }) => advisory !== null)).toEqual([true, ...Array.from({ length: 6 }, () => false)]);
  });
});
