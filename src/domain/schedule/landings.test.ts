import { describe, expect, test } from 'vitest';
import { aircraftHorizons } from '#domain/maintenance/horizon.ts';
import { limitsOf, limitsOn, limitWords } from '#domain/maintenance/limits.ts';
import { statesAt } from './aircraftNow.ts';
import { clock, cyclesLeft, item, now } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { scheduleAt } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { slot } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { noFactors } from './hoursFactor.ts';
import { landingRate, type LandingRates } from './landings.ts';

const named = (name: string) => ({ activityType: { name }, reservationType: { displayTypeId: 0, name } });

/** What is said of a two-hour flight with so many landings left. */
function said(activity: string, left: number, landings?: LandingRates) {
  const flight = slot('flight', '14:00', '16:00', named(activity));
  const { history, ...schedule } = scheduleAt([flight]);
  const items = [item({ cycleOptions: cyclesLeft(left) })];
  const factors = { ...noFactors, ...(landings && { landings }) };
  const { horizons } = aircraftHorizons(
    items,
    statesAt([flight], now),
    { ...schedule, history: { ...history, factors } },
    { now },
  );
  return limitsOn(flight, limitsOf(items, horizons)).map(
    ({ level, limit }) => `${level} ${limit.certainty}: ${limitWords(limit, now, clock)}`,
  );
}

describe('landings before a limit', () => {
  test.each(['Touch and go', 'Pattern work', 'Dual Flight Training', 'Übungsflug'])(
    'may run out at ten an hour in “%s”, which may stay in the pattern',
    (name) => {
      expect(said(name, 19)).toEqual([
        'check possible: 100-hour: landings may run out about 1554L, 19 landings left, at up to 10 an hour, assumed',
      ]);
      expect(said(name, 20)).toEqual([]);
    },
  );

  test.each(['Cross-Country', 'Ferry flight', 'Instrument training'])('run out at the usual rate in “%s”', (name) => {
    expect(said(name, 5)).toEqual([]);
    expect(said(name, 3)).toEqual([
      'check likely: 100-hour: landings likely run out about 1530L, 3 landings left, at 2 an hour, assumed',
    ]);
  });

  test('run out at the school’s own rate where it is measured: likely by the usual one, perhaps by the worst', () => {
    const rates: LandingRates = new Map([['dual flight training', { flights: 24, usual: 4, worst: 7.26 }]]);
    expect(said('Dual Flight Training', 7, rates)).toEqual([
      'check likely: 100-hour: landings likely run out about 1545L, 7 landings left, at 4 an hour, measured on 24 flights of this kind',
    ]);
    expect(said('Dual Flight Training', 14, rates)).toEqual([
      expect.stringContaining('14 landings left, at up to 7.3 an hour, measured on 24 flights of this kind'),
    ]);
    expect(said('Dual Flight Training', 15, rates)).toEqual([]);
  });
});

test('pattern work on the way somewhere is pattern work', () => {
  expect(landingRate('Cross country and touch-and-goes', undefined)).toMatchObject({ worst: 10, measured: null });
  expect(landingRate('', undefined)).toMatchObject({ worst: 10 });
});
