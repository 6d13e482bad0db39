/** What a column of a report holds. */
type Kind = 'text' | 'number' | 'money' | 'instant' | 'guid' | 'boolean';
export type Column = { readonly key: string; readonly kind: Kind };
export type Row = Readonly<Record<string, string | number | boolean | null>>;

const kinds: readonly (readonly [key: string, kind: Kind])[] = [
  ['flightId', 'guid'],
  ['tailNumber', 'text'],
  ['model', 'text'],
  ['pilot', 'text'],
  ['instructor', 'text'],
  ['activity', 'text'],
  ['departure', 'instant'],
  ['arrival', 'instant'],
  ['from', 'text'],
  ['to', 'text'],
  ['hobbsOut', 'number'],
  ['hobbsIn', 'number'],
  ['tachOut', 'number'],
  ['tachIn', 'number'],
  ['hours', 'number'],
  ['landings', 'number'],
  ['fuel', 'number'],
  ['oil', 'number'],
  ['rate', 'money'],
  ['charge', 'money'],
  ['isPaid', 'boolean'],
  ['isSolo', 'boolean'],
  ['invoice', 'text'],
  ['remarks', 'text'],
  ['userId', 'guid'],
];
export const columns: readonly Column[] = kinds.map(([key, kind]) => ({ key, kind }));

const names = ['Garcia', 'Lee', 'Chen', 'Patel', 'Kim', 'Lopez', 'Ng', 'Okafor', 'Silva', 'Novak', 'Weber', 'Rossi'];
const models = ['C152', 'C172S', 'C182T', 'PA-28', 'PA-44', 'DA40'];
const activities = ['Dual', 'Solo', 'Rental', 'Checkride', 'Ferry'];
const airports = ['KCOS', 'KAPA', 'KBJC', 'KPUB', 'KFLY', 'KLHX'];
const minute = 60_000;
const firstDay = Date.UTC(2024, 0, 1);

/** Flights as parsed from one answer, always the same for a count; with the size of that answer in megabytes. */
export function readReport(count: number): { readonly rows: readonly Row[]; readonly megabytes: number } {
  const text = JSON.stringify(Array.from({ length: count }, (_, number) => rowOf(number)));
  return { rows: JSON.parse(text) as Row[], megabytes: text.length / 1024 / 1024 };
}

function rowOf(number: number): Row {
  const spread = spreader(number);
  const minutes = 30 + spread(150);
  const start = firstDay + number * 9 * minute + spread(9) * minute;
  const hours = Math.round(minutes / 6) / 10;
  const out = 1000 + spread(70_000) / 10;
  const rate = 120 + spread(120);
  return {
    flightId: guidOf(spread),
    tailNumber: `N${100 + spread(150)}SP`,
    model: pick(models, spread),
    pilot: `${pick(names, spread)}, Sam ${spread(400)}`,
    instructor: spread(4) === 0 ? null : `${pick(names, spread)}, Kim ${spread(40)}`,
    activity: pick(activities, spread),
    departure: new Date(start).toISOString(),
    arrival: new Date(start + minutes * minute).toISOString(),
    from: pick(airports, spread),
    to: pick(airports, spread),
    hobbsOut: out,
    hobbsIn: Math.round((out + hours) * 10) / 10,
    tachOut: out - 200,
    tachIn: Math.round((out - 200 + hours * 0.8) * 10) / 10,
    hours,
    landings: 1 + spread(8),
    fuel: spread(400) / 10,
    oil: spread(3),
    rate,
    charge: Math.round(rate * hours * 100) / 100,
    isPaid: spread(5) > 0,
    isSolo: spread(4) === 0,
    invoice: `INV-${10_000 + number}`,
    remarks: spread(3) === 0 ? `Crosswind ${spread(20)} kt, ${spread(9)} touch and goes, returned early` : '',
    userId: guidOf(spread),
  };
}

type Spread = (below: number) => number;

/** Numbers below a limit, in a separate sequence for each row. */
function spreader(seed: number): Spread {
  let state = Math.imul(seed + 1, 2_654_435_761);
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e_37_79_b9;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

function pick(words: readonly string[], spread: Spread): string {
  return words[spread(words.length)]!;
}

function guidOf(spread: Spread): string {
  const digits = Array.from({ length: 4 }, () => spread(0xff_ff_ff_ff).toString(16).padStart(8, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
