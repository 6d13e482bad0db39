import { TZDate } from '@date-fns/tz/date';
import { tzOffset } from '@date-fns/tz/tzOffset';
import { addDays as daysLater } from 'date-fns/addDays';
import { millisecondsInDay } from '#domain/units.ts';
import { addDays, dayOf, isDay, mondayOf, zoneOffset } from '#domain/time/time.ts';
import { type Outcome, quantile } from './outcome.ts';

const zone = 'America/Denver';
const from = Date.UTC(2026, 0, 1);
/** A year of instants, a few hours apart, including both clock changes. */
const instants = Array.from({ length: 2_000 }, (_, index) => from + index * (millisecondsInDay / 5.47));
const [rounds, warmUp] = [61, 20];

/** The cost of a day and an offset: with the functions of the screens, and with the libraries' own zone functions. */
export function daysBench(): Promise<Outcome> {
  const named = instants.map((instant) => ({ instant, day: dayOf(instant, zone) }));
  const microseconds = (work: (one: (typeof named)[number]) => unknown): number => {
    const times: number[] = [];
    for (let round = -warmUp; round < rounds; round++) {
      const start = performance.now();
      for (const one of named) work(one);
      if (round >= 0) times.push(((performance.now() - start) * 1000) / named.length);
    }
    return quantile(times, 0.5);
  };
  const figures = {
    'an offset by blocks, µs': microseconds(({ instant }) => zoneOffset(zone, instant)),
    'an offset by tzOffset, µs': microseconds(({ instant }) => tzOffset(zone, new Date(instant))),
    'a day later, µs': microseconds(({ day }) => addDays(day, 1)),
    'a day later by TZDate, µs': microseconds(({ instant }) => daysLater(new TZDate(instant, zone), 1)),
    'the Monday before, µs': microseconds(({ day }) => mondayOf(day)),
    'whether a day exists, µs': microseconds(({ day }) => isDay(day)),
  };
  const ratios = {
    'an offset by blocks, to tzOffset': figures['an offset by blocks, µs'] / figures['an offset by tzOffset, µs'],
    'a day later, to TZDate': figures['a day later, µs'] / figures['a day later by TZDate, µs'],
  };
  const table = Object.entries(figures).map(([name, figure]) => [name, figure.toFixed(2)]);
  return Promise.resolve({ table: [['days', 'median'], ...table], figures, ratios });
}
