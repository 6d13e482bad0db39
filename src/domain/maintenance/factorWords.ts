import type { Horizon } from './horizon.ts';
import { counted, numberText } from '#domain/words.ts';
import { thresholds } from '#domain/thresholds.ts';
import type { FactorUsed } from '#domain/schedule/hoursFactor.ts';

/** `0.78`: a factor has two digits. */
export function factorFigure(value: number): string {
  return value.toFixed(2);
}

/** The factor of one aircraft in words, with its basis, and what counts for the earliest date (`earliestUse`). */
export function factorText(used: FactorUsed): string {
  const { value, basis } = used;
  const counts = `A booked hour counts as ${basis === 'setting' || basis === 'address' ? numberText(value) : factorFigure(value)} meter hours`;
  const earliest = value < 1 ? ' For the earliest date, it counts in full.' : '';
  return `${counts}, ${basisText(used)}.${earliest}`;
}

function basisText({ basis, measured }: FactorUsed): string {
  if (basis === 'address') return 'as chosen here';
  if (basis === 'setting') return 'as set: too few flights are measured';
  const flights = counted(measured?.flights ?? 0, 'flight');
  return basis === 'aircraft'
    ? `measured on ${flights} of this aircraft`
    : `measured on ${flights} of all aircraft: too few are measured of this one`;
}

/** The factors of the aircraft of some horizons in a sentence. `chosen`: the one that replaces them. */
export function factorsText(chosen: number | null, horizons: ReadonlyMap<string, Horizon> | null): string {
  if (chosen !== null) return `Forecasts use ${numberText(chosen)} meter hours per booked hour, as chosen here.`;
  const used = new Map(Array.from(horizons?.values() ?? [], ({ item, factor }) => [item.aircraft.aircraftId, factor]));
  const own = [...used.values()].filter(({ basis }) => basis === 'aircraft').map(({ value }) => value);
  const others = [...used.values()].filter(({ basis }) => basis !== 'aircraft');
  const [other] = others;
  const set = numberText(thresholds().hoursFactor);
  if (own.length === 0 && (!other || other.basis === 'setting'))
    return `Forecasts use ${set} meter hours per booked hour: too few flights are measured.`;
  const range = [Math.min(...own), Math.max(...own)].map(factorFigure);
  const measured = `the measured meter hours per booked hour of ${counted(own.length, 'aircraft', 'aircraft')} (${[...new Set(range)].join('–')})`;
  if (!other) return `Forecasts use ${measured}.`;
  const rest = `${factorFigure(other.value)}, ${other.basis === 'setting' ? 'as set' : 'measured on all aircraft'}`;
  if (own.length === 0) return `Forecasts use ${rest}, for each booked hour.`;
  return `Forecasts use ${measured}; ${rest}, for ${counted(others.length, 'other')}.`;
}
