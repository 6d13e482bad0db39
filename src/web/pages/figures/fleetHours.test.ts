import { describe, expect, it } from 'vitest';
import { fleetHours } from './fleetHours.ts';

type Given = Parameters<typeof fleetHours>;
const aircraft = ['A', 'B', 'C'].map((aircraftId) => ({ aircraftId })) as unknown as Given[0];
const item = (aircraftId: string, remaining: number | null, more: object = {}) => ({
  aircraft: { aircraftId },
  isComplied: false,
  isActive: true,
  reminderClass: 'airworthiness',
  axes: [{ name: 'hours', remaining }],
  ...more,
});
const ahead = (...rates: readonly (readonly [string, number | null])[]) =>
  new Map(rates.map(([aircraftId, rate]) => [aircraftId, { item: item(aircraftId, 1), rate }])) as unknown as Given[2];
const items = (...all: readonly object[]) => all as unknown as Given[1];

describe('the hours left across the fleet', () => {
  it('go down at the recent rate of each aircraft, from its nearest limit, and never below none', () => {
    const { bars, assumes } = fleetHours(
      aircraft,
      items(item('A', 21), item('A', 90), item('B', 14), item('C', -3)),
      ahead(['A', 1], ['B', 2], ['C', 1]),
    );
    expect(bars.map(({ value }) => value)).toEqual([35, 14, 7, 0, 0, 0, 0, 0, 0]);
    expect(bars.map(({ name }) => name).join(' ')).toBe('now +1 +2 +3 +4 +5 +6 +7 +8');
    expect(assumes).not.toContain('Left out');
  });

  it('leave out, and count, aircraft whose hours are not known', () => {
    const { bars, assumes } = fleetHours(
      aircraft,
      items(item('A', 21), item('A', null), item('B', 14), item('C', 5, { isActive: false })),
      ahead(['A', 1], ['B', null]),
    );
    expect(bars[0]?.value).toBe(14);
    expect(bars[8]?.value).toBe(14);
    expect(assumes).toContain('Left out: 2 aircraft');
  });

  it('are not known before the reservations are read', () => {
    expect(fleetHours(aircraft, items(item('A', 21)), null)).toMatchObject({ bars: [], isNotKnown: true });
    expect(fleetHours([], items(), ahead())).toMatchObject({ bars: [], isNotKnown: false });
  });
});
