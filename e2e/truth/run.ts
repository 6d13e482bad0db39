import { addDays, type Day, daySpan, type Instant, zoneOffset } from '#domain/time/time.ts';
import { clockText, dayText, shownDay } from '#domain/time/clock.ts';
import { alertContradictions, openSender } from './alerts.ts';
import { type Contradiction, contradictions } from './contradictions.ts';
import { openCopy } from './copy.ts';
import { type Judged, judge, type Statement, type Verdict } from './judge.ts';
import { snapshots } from './oracle.ts';
import { hour, minute, type SchoolOptions, type ZoneName } from './school.ts';
import { openScreens } from './screens.ts';
import { simulate } from './simulate.ts';

export type RunOptions = SchoolOptions & {
  /** Minutes between two instants. */
  readonly every: number;
  /** The number of examples kept for each cell that should be empty. */
  readonly examples: number;
};

export type Cell = { said: number } & { [Of in Verdict]: number };

/** The result of one school. */
export type Tally = {
  readonly cells: { [Of in Statement]?: Cell };
  readonly checks: { departures: number; idle: number; marked: number };
  readonly contradictions: { [question: string]: number };
  instants: number;
  readonly examples: { [cell: string]: string[] };
};

/** The messages from a school's thread: how many instants are done, and finally the result. */
export type ThreadMessage = { readonly done: number } | { readonly tally: Tally };

/** Changes an answer of the gateway, to prove that the harness notices it. */
export type Tamper = (address: string, text: string) => string;

export function emptyTally(): Tally {
  return { cells: {}, checks: { departures: 0, idle: 0, marked: 0 }, contradictions: {}, instants: 0, examples: {} };
}

/** Runs one school through the gateway and the screens, and judges their statements at every instant. */
export async function runSchool(options: RunOptions, onDay: (done: number) => void = () => undefined, tamper?: Tamper) {
  const world = simulate(options);
  const copy = openCopy(world, tamper);
  const screens = openScreens(copy);
  const sender = openSender(copy);
  const look = snapshots(world);
  const tally = emptyTally();
  try {
    for (const [place, now] of instantsOf(options).entries()) {
      copy.fill(now);
      const said = await screens.read(now);
      const { judged, checks, departures } = judge(said, look(now));
      const keep = keeper(tally, options, now);
      for (const one of judged) count(tally, one, keep);
      for (const { isIdle, about, words } of checks) if (isIdle) keep('check, idle', `${about}: ${words}`);
      await sender.run();
      const alerts = sender.sent.splice(0);
      for (const contradiction of [...contradictions(said), ...alertContradictions(alerts, said)])
        contradict(tally, contradiction, keep);
      tally.instants++;
      tally.checks.departures += departures;
      tally.checks.marked += checks.length;
      tally.checks.idle += checks.filter(({ isIdle }) => isIdle).length;
      if (place % 24 === 23) onDay(place + 1);
    }
  } finally {
    sender.close();
    screens.close();
    copy.close();
  }
  return tally;
}

function count({ cells }: Tally, { statement, verdict, isSaid, about, words }: Judged, keep: Keep): void {
  const cell = (cells[statement] ??= { said: 0, true: 0, 'false alarm': 0, missed: 0, 'not knowable': 0 });
  cell[verdict]++;
  if (isSaid) cell.said++;
  if (verdict === 'missed' || verdict === 'false alarm') keep(`${statement}, ${verdict}`, `${about}: ${words}`);
}

function contradict(tally: Tally, { question, words }: Contradiction, keep: Keep): void {
  tally.contradictions[question] = (tally.contradictions[question] ?? 0) + 1;
  keep(`contradiction, ${question}`, words);
}

type Keep = (cell: string, words: string) => void;

/** Keeps a few examples of each cell, at most one per aircraft or flight. */
function keeper(
  { examples: kept }: Tally,
  { seed, zone, size, examples, first, days }: RunOptions,
  now: Instant,
): Keep {
  const clock = { zone, mode: 'L' } as const;
  const local = `${dayText(shownDay(now, clock))} ${clockText(now, clock)}`;
  const where = `seed ${seed}, ${size}, ${zone} from ${first}, ${days} days; ${local}, ${new Date(now).toISOString()}`;
  return (cell, words) => {
    const own = (kept[cell] ??= []);
    const about = words.split(':', 1)[0] ?? '';
    if (own.length < examples && !own.some((text) => text.includes(about))) own.push(`${where}; ${words}`);
  };
}

/** Every so many minutes; five minutes before and after each midnight; and around each clock change. */
export function instantsOf({
  first,
  days,
  zone,
  every,
}: Pick<RunOptions, 'first' | 'days' | 'zone' | 'every'>): Instant[] {
  const span = daySpan(first, zone, days);
  const instants = new Set<Instant>();
  for (let at = span.start; at < span.end; at += every * minute) instants.add(at);
  for (let place = 0; place <= days; place++) {
    const midnight = daySpan(addDays(first, place), zone).start;
    instants.add(midnight - 5 * minute);
    instants.add(midnight + 5 * minute);
  }
  for (let at = span.start; at < span.end; at += hour) {
    if (zoneOffset(zone, at) === zoneOffset(zone, at + hour)) continue;
    for (const by of [-20, 10, 50, 70]) instants.add(at + hour + by * minute);
  }
  const inside = [...instants].filter((at) => at >= span.start && at < span.end);
  return inside.toSorted((a, b) => a - b);
}

/** Days for the middle of the simulated time: the clock changes first. */
const middles: { readonly [Zone in ZoneName]: readonly Day[] } = {
  'America/Denver': ['2026-03-08', '2026-11-01', '2026-05-12', '2026-08-18', '2026-12-22'],
  'Asia/Kolkata': ['2026-05-12', '2026-11-20', '2026-02-03', '2026-07-07', '2026-09-15'],
  'Australia/Sydney': ['2026-04-05', '2026-10-04', '2026-06-09', '2026-01-20', '2026-08-11'],
  'Asia/Tokyo': ['2026-11-20', '2026-03-17', '2026-06-23', '2026-08-25', '2026-12-31'],
};

/** The first day of a school, chosen so that some schools in each zone have a clock change. */
export function firstDay(turn: number, zone: ZoneName, days: number): Day {
  const own = middles[zone];
  return addDays(own[turn % own.length] ?? '2026-05-12', -Math.floor(days / 2));
}
