import type { FleetType } from './fleetTypes.ts';

/** A maintenance item as schools track it. Intervals in hours of tach, days, whole months, landings. */
export type ReminderKind = {
  readonly name: string;
  readonly hours?: number;
  readonly days?: number;
  readonly months?: number;
  readonly landings?: number;
  /** How long before the limit it is a Warning: hours, days, landings. */
  readonly warn?: { readonly hours?: number; readonly days?: number; readonly landings?: number };
  /** The aircraft is not booked once it has expired. */
  readonly grounds?: true;
  /** Done on the ramp before the first flight, without a maintenance block. */
  readonly quick?: true;
  /** Done once and for good. */
  readonly once?: true;
  /** Days in the shop; 0 is a morning. */
  readonly shopDays: number;
};

/** What every aircraft has. */
const everyAircraft: readonly ReminderKind[] = [
  { name: 'Annual Inspection', months: 12, grounds: true, shopDays: 4 },
  { name: '100-Hour Inspection', hours: 100, grounds: true, shopDays: 1 },
  { name: 'Oil and Filter Change', hours: 50, months: 4, warn: { hours: 10, days: 14 }, shopDays: 0 },
  { name: 'Transponder Test (91.413)', months: 24, warn: { days: 60 }, grounds: true, shopDays: 0 },
  { name: 'Pitot-Static Test (91.411)', months: 24, warn: { days: 60 }, shopDays: 0 },
  { name: 'ELT Inspection (91.207)', months: 12, grounds: true, shopDays: 0 },
];

/** What some have besides: the first fitting ones of a list turned by the aircraft's number. */
const someAircraft: readonly ReminderKind[] = [
  { name: 'VOR Check (91.171)', days: 30, warn: { days: 7 }, quick: true, shopDays: 0 },
  { name: 'Main Tires and Brakes', landings: 600, warn: { landings: 50 }, shopDays: 0 },
  { name: 'Engine Overhaul', hours: 2000, warn: { hours: 100 }, shopDays: 9 },
  { name: 'AD 2019-25-06 Recurring Inspection', hours: 100, grounds: true, shopDays: 0 },
  { name: 'Aircraft Registration', months: 84, shopDays: 0, quick: true, warn: { days: 60 } },
  { name: 'AD 2020-26-16 Wing Spar Inspection', once: true, hours: 100, shopDays: 1 },
  { name: 'Propeller Overhaul', hours: 2400, months: 72, warn: { hours: 100, days: 90 }, shopDays: 4 },
  { name: 'Nose Gear Shimmy Damper', landings: 1200, warn: { landings: 100 }, shopDays: 0 },
];

const navigationDatabase: ReminderKind = {
  name: 'Navigation Database',
  days: 28,
  warn: { days: 3 },
  quick: true,
  shopDays: 0,
};
const heater: ReminderKind = { name: 'Combustion Heater Pressure Test', hours: 100, months: 24, shopDays: 0 };

const everySimulator: readonly ReminderKind[] = [
  { name: 'FAA Letter of Authorization', months: 60, grounds: true, quick: true, warn: { days: 60 }, shopDays: 0 },
  { name: 'Functional Preflight Audit', days: 30, warn: { days: 5 }, quick: true, shopDays: 0 },
  { name: 'Navigation Database', days: 28, warn: { days: 5 }, quick: true, shopDays: 0 },
  { name: 'Control Loading Calibration', months: 6, warn: { days: 14 }, shopDays: 0 },
  { name: 'Projector Lamps', hours: 1000, warn: { hours: 50 }, shopDays: 0 },
  { name: 'Visual System Cleaning', hours: 100, quick: true, shopDays: 0 },
];

/** The six to ten items of one aircraft; `turn` decides which of the optional ones. */
export function remindersFor(type: FleetType, turn: number): readonly ReminderKind[] {
  if (typeof type.tail === 'string') return everySimulator;
  const special = [...(type.glass ? [navigationDatabase] : []), ...(type.heater ? [heater] : [])];
  const start = turn % someAircraft.length;
  const turned = [...someAircraft.slice(start), ...someAircraft.slice(0, start)];
  const optional = 1 + ((turn * 5) % 4) - special.length;
  return [...everyAircraft, ...special, ...turned.slice(0, Math.max(0, optional))];
}

const kinds = [...everyAircraft, ...someAircraft, navigationDatabase, heater, ...everySimulator];
const byName = new Map(kinds.map((kind) => [kind.name, kind]));

/** The kind of a stored reminder. Throws `RangeError` on a name no kind has. */
export function reminderKind(name: string): ReminderKind {
  const kind = byName.get(name);
  if (!kind) throw new RangeError(`There is no maintenance item "${name}".`);
  return kind;
}
