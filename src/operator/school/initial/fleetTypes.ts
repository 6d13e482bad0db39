/** A type of aircraft or simulator that a school flies. */
export type FleetType = {
  readonly make: string;
  readonly model: string;
  readonly categoryClass: 'ASEL' | 'AMEL' | 'AATD' | 'FTD';
  readonly complex?: true;
  readonly highPerformance?: true;
  readonly tailWheel?: true;
  /** Has a glass panel with a database that expires every 28 days. */
  readonly glass?: true;
  /** Has a combustion heater with its own meter, as light twins do. */
  readonly heater?: true;
  /** US dollars per Hobbs hour. */
  readonly rate: number;
  /** Digits and final letters of the first tail number; for a simulator its product name. */
  readonly tail: readonly [digits: number, letters: string] | string;
  /** The lowest Hobbs reading, in hours, of such an aircraft when the school gets it. */
  readonly hours: number;
};

/** Category and class in words, as in section 2.6 of the specification. */
export const categoryClasses = {
  ASEL: { category: 'Airplane', class: 'Single Engine Land' },
  AMEL: { category: 'Airplane', class: 'Multi Engine Land' },
  AATD: { category: 'Training Device', class: 'Advanced Aviation Training Device' },
  FTD: { category: 'Training Device', class: 'Flight Training Device' },
} as const;

const skyhawk: FleetType = {
  make: 'Cessna',
  model: 'C172S Skyhawk SP',
  categoryClass: 'ASEL',
  glass: true,
  rate: 189,
  tail: [512, 'SP'],
  hours: 3200,
};
const archer: FleetType = {
  make: 'Piper',
  model: 'PA-28-181 Archer',
  categoryClass: 'ASEL',
  rate: 176,
  tail: [284, 'PA'],
  hours: 5100,
};
const star: FleetType = {
  make: 'Diamond',
  model: 'DA40 NG',
  categoryClass: 'ASEL',
  glass: true,
  rate: 215,
  tail: [341, 'DS'],
  hours: 1400,
};
const commuter: FleetType = {
  make: 'Cessna',
  model: 'C152',
  categoryClass: 'ASEL',
  rate: 138,
  tail: [674, 'CB'],
  hours: 9800,
};
const seminole: FleetType = {
  make: 'Piper',
  model: 'PA-44-180 Seminole',
  categoryClass: 'AMEL',
  complex: true,
  heater: true,
  rate: 385,
  tail: [304, 'ME'],
  hours: 4100,
};
const skylane: FleetType = {
  make: 'Cessna',
  model: 'C182T Skylane',
  categoryClass: 'ASEL',
  highPerformance: true,
  glass: true,
  rate: 248,
  tail: [182, 'HP'],
  hours: 2100,
};
const cirrus: FleetType = {
  make: 'Cirrus',
  model: 'SR20',
  categoryClass: 'ASEL',
  highPerformance: true,
  glass: true,
  rate: 275,
  tail: [874, 'CD'],
  hours: 1900,
};
const citabria: FleetType = {
  make: 'American Champion',
  model: '7GCBC Citabria',
  categoryClass: 'ASEL',
  tailWheel: true,
  rate: 168,
  tail: [513, 'GC'],
  hours: 2700,
};

/** 24 aircraft, ordered so that a small fleet is mixed; a larger fleet repeats the order. */
export const fleetOrder: readonly FleetType[] = [
  skyhawk, archer, skyhawk, star, commuter, skyhawk, seminole, archer, skyhawk, cirrus, commuter, skyhawk,
  citabria, star, skyhawk, archer, skylane, skyhawk, commuter, star, archer, seminole, skyhawk, cirrus,
]; // prettier-ignore

export const simulatorOrder: readonly FleetType[] = [
  { make: 'Redbird', model: 'FMX', categoryClass: 'AATD', rate: 95, tail: 'Redbird FMX', hours: 2600 },
  { make: 'Frasca', model: 'Mentor', categoryClass: 'FTD', rate: 110, tail: 'Frasca Mentor', hours: 1800 },
];

/** A maintenance item as schools track it, with intervals in tach hours, days, calendar months and landings. */
export type ReminderKind = {
  readonly name: string;
  readonly hours?: number;
  readonly days?: number;
  readonly months?: number;
  readonly landings?: number;
  /** How far before its limit it becomes a Warning. */
  readonly warn?: { readonly hours?: number; readonly days?: number; readonly landings?: number };
  /** Once expired, it grounds the aircraft. */
  readonly grounds?: true;
  /** Done on the ramp before the first flight, without a maintenance block. */
  readonly quick?: true;
  /** Done once, then permanently complied with. */
  readonly once?: true;
  /** Days in the shop; 0 means a morning. */
  readonly shopDays: number;
};

const everyAircraft: readonly ReminderKind[] = [
  { name: 'Annual Inspection', months: 12, grounds: true, shopDays: 4 },
  { name: '100-Hour Inspection', hours: 100, grounds: true, shopDays: 1 },
  { name: 'Oil and Filter Change', hours: 50, months: 4, warn: { hours: 10, days: 14 }, shopDays: 0 },
  { name: 'Transponder Test (91.413)', months: 24, warn: { days: 60 }, grounds: true, shopDays: 0 },
  { name: 'Pitot-Static Test (91.411)', months: 24, warn: { days: 60 }, shopDays: 0 },
  { name: 'ELT Inspection (91.207)', months: 12, grounds: true, shopDays: 0 },
];

/** Optional items. Each aircraft takes a few, starting at a different place in the list. */
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

/** The six to ten items of an aircraft or simulator; `turn` selects the optional ones. */
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

/** The kind of a stored reminder. Throws `RangeError` for an unknown name. */
export function reminderKind(name: string): ReminderKind {
  const kind = byName.get(name);
  if (!kind) throw new RangeError(`There is no maintenance item "${name}".`);
  return kind;
}
