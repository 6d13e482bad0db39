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
  /** Has a gas heater with its own meter, as light twins do. */
  readonly heater?: true;
  /** US dollars per hour of Hobbs. */
  readonly rate: number;
  /** Digits of the first tail number, and the letters it ends with; for a simulator the product's name. */
  readonly tail: readonly [digits: number, letters: string] | string;
  /** Hours the airframe has flown before, at least. */
  readonly hours: number;
};

/** In words, as section 2.6 shows category and class. */
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

/** 24 aircraft in an order that keeps small fleets mixed; larger ones go round again. */
export const fleetOrder: readonly FleetType[] = [
  skyhawk, archer, skyhawk, star, commuter, skyhawk, seminole, archer, skyhawk, cirrus, commuter, skyhawk,
  citabria, star, skyhawk, archer, skylane, skyhawk, commuter, star, archer, seminole, skyhawk, cirrus,
]; // prettier-ignore

export const simulatorOrder: readonly FleetType[] = [
  { make: 'Redbird', model: 'FMX', categoryClass: 'AATD', rate: 95, tail: 'Redbird FMX', hours: 2600 },
  { make: 'Frasca', model: 'Mentor', categoryClass: 'FTD', rate: 110, tail: 'Frasca Mentor', hours: 1800 },
];
