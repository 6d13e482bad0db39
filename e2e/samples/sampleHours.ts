import type { MeasuredHours } from '#contract/gateway/hours.ts';

/** Aircraft of the demo school. */
const aircraft = {
  N512SP: 'fd9a106b-ac39-430a-84b3-241732068ae6',
  N284PA: '93fd30f6-0b90-42b4-8aea-c06181e2d876',
  N341DS: '61c1c1d4-7143-494a-8b09-633ef1d37833',
} as const;

type Row = MeasuredHours['rows'][number];

function row(aircraftId: string | null, activity: string | null, flights: number, factor: number): Row {
  const booked = flights * 2;
  return { aircraftId, activity, flights, booked, hours: booked * factor, factor, spread: 0.17 };
}

/**
 * Measurements as if the gateway had watched the demo school for two months. In tests the school's clock is fixed, so it measures
 * nothing itself.
 */
export const sampleHours: MeasuredHours = {
  rows: [
    row(null, null, 241, 0.73),
    row(null, 'Dual Flight Training', 150, 0.76),
    row(null, 'Rental', 91, 0.68),
    row(aircraft.N512SP, null, 128, 0.74),
    row(aircraft.N512SP, 'Dual Flight Training', 90, 0.77),
    row(aircraft.N512SP, 'Rental', 38, 0.66),
    row(aircraft.N284PA, null, 101, 0.72),
    row(aircraft.N284PA, 'Dual Flight Training', 60, 0.75),
    row(aircraft.N341DS, null, 12, 0.7),
  ],
  leftOut: {
    count: 3,
    newest: [
      { aircraftId: aircraft.N512SP, at: '2026-05-10T22:05:00.000Z', before: 4193.8, after: 4093.9, why: 'backward' },
      { aircraftId: aircraft.N512SP, at: '2026-05-10T20:35:00.000Z', before: 4092.5, after: 4193.8, why: 'jumped' },
      {
        aircraftId: aircraft.N284PA,
        at: '2026-04-28T16:10:00.000Z',
        before: 8120.4,
        after: 8120.9,
        why: 'no reservation',
      },
    ],
  },
  reported: 'tach',
  from: '2026-03-13T14:00:00.000Z',
};
