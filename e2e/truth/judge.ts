import { dayOf, daySpan } from '#domain/time/time.ts';
import type { DispatchCheck } from '#domain/readiness/check.ts';
import type { AssessedAircraft } from '#domain/readiness/fleetAssessment.ts';
import type { Said } from './screens.ts';
import type { Snapshot } from './oracle.ts';
import { type FlightTruth, flightTruths, type Subject } from './oracleFlights.ts';
import { judgeBrief, judgeConflicts, judgeGroups, judgeHours, judgeLimits } from './judgeLists.ts';
import { aircraftTruth, type AircraftTruth } from './oraclePlanes.ts';

export const statements = [
  'not back',
  'may be out',
  'available',
  'grounded',
  'stop',
  'no findings',
  'limit near',
  'conflict',
  'instructor’s hours',
  'no aircraft yet',
  'counts of the brief',
] as const;
export type Statement = (typeof statements)[number];

/** The verdict on a statement; `not knowable`: no record could tell at that instant. */
export type Verdict = 'true' | 'false alarm' | 'missed' | 'not knowable';

export type Judged = {
  readonly statement: Statement;
  readonly verdict: Verdict;
  /** False if nothing was said although something was true. */
  readonly isSaid: boolean;
  /** The id of the aircraft or reservation; and the statement with the truth, in words. */
  readonly about: string;
  readonly words: string;
};

/** A check at level `check`, and whether it had no reason. */
type JudgedCheck = { readonly isIdle: boolean; readonly about: string; readonly words: string };

export type JudgedInstant = {
  readonly judged: readonly Judged[];
  readonly checks: readonly JudgedCheck[];
  /** The number of departures still ahead. */
  readonly departures: number;
};

/** Judges every statement of one instant. */
export function judge(said: Said, snapshot: Snapshot): JudgedInstant {
  const fleet = snapshot.world.school.fleet;
  const ofAircraft = said.rows.flatMap((row) => {
    const place = fleet.findIndex(({ id }) => id === row.aircraft.aircraftId);
    return fleet[place]?.isSimulator
      ? []
      : judgeAircraft(row, aircraftTruth(snapshot, place), fleet[place]?.tail ?? '');
  });
  const zone = snapshot.world.school.zone;
  const until = daySpan(dayOf(said.now, zone), zone, 2).end;
  const flights = [...flightTruths(snapshot, until)].map(([id, truth]) => judgeFlight(said.checks.get(id), truth));
  return {
    judged: [
      ...ofAircraft,
      ...flights.flatMap(({ judged }) => judged),
      ...judgeConflicts(said, snapshot),
      ...judgeHours(said, snapshot, until),
      ...judgeLimits(said, snapshot),
      ...judgeGroups(said, snapshot, until),
      ...judgeBrief(said, snapshot),
    ],
    checks: flights.flatMap(({ check }) => check ?? []),
    departures: flights.length,
  };
}

function judgeAircraft(row: AssessedAircraft, truth: AircraftTruth, tail: string): Judged[] {
  const doing = row.present?.doing.kind ?? 'not known';
  const words = `${tail} is said to be ${row.group} (${doing}, ${row.fitness.kind}: ${row.fitness.worst?.words ?? '–'}); really ${truthWords(truth)}`;
  const one = (statement: Statement, isSaid: boolean, verdict: Verdict | null): Judged[] =>
    verdict ? [{ statement, verdict, isSaid, about: row.aircraft.aircraftId, words }] : [];
  const isNotBack = doing === 'not back';
  const isGrounded = row.fitness.kind === 'grounded';
  return [
    ...one('not back', isNotBack, notBackVerdict(isNotBack, truth)),
    ...one('may be out', doing === 'may be out', mayBeOutVerdict(doing, truth)),
    ...one('available', row.group === 'available', availableVerdict(row, truth)),
    ...one('grounded', isGrounded, groundedVerdict(row, truth)),
  ];
}

function truthWords({ airborne, against }: AircraftTruth): string {
  const facts = against.map(({ what, isKnowable }) => (isKnowable ? what : `${what} (which no record tells)`));
  const over = airborne?.isOver ? ['past its booked end'] : [];
  return [...facts, ...over].join(', ') || 'there and fit';
}

function notBackVerdict(isSaid: boolean, { airborne, open }: AircraftTruth): Verdict | null {
  const isTrue = airborne?.isOver === true && !airborne.entry.isUnclear;
  if (isSaid && isTrue) return 'true';
  // The records do not show whether it came back: one flight is out, and no later one has been closed.
  if (isSaid) return open.some(({ isUnclear }) => !isUnclear) ? 'not knowable' : 'false alarm';
  if (!isTrue) return null;
  return airborne.entry.status === 'out' && open.includes(airborne.entry) ? 'missed' : 'not knowable';
}

/** An aircraft in the air on a flight of unclear status may be out, from its booked start until it is shown back. */
function mayBeOutVerdict(doing: string, { airborne, open, isBegun }: AircraftTruth): Verdict | null {
  const isTrue = airborne !== null && airborne.entry.isUnclear && isBegun;
  if (doing === 'may be out')
    return isTrue ? 'true' : open.some((entry) => entry.isUnclear) ? 'not knowable' : 'false alarm';
  if (!isTrue) return null;
  // An older flight that nobody closed, or a visit that nobody kept, may stand in front of it.
  return doing === 'free' || doing === 'due out' || doing === 'in use' ? 'missed' : 'not knowable';
}

function availableVerdict({ group, aircraft }: AssessedAircraft, { against, said }: AircraftTruth): Verdict | null {
  const isSaid = group === 'available';
  if (isSaid && against.length === 0) return 'true';
  if (isSaid) return against.some(({ isKnowable }) => isKnowable) ? 'false alarm' : 'not knowable';
  if (against.length > 0 || aircraft.isSimulator) return null;
  return said.busy || said.grounded || said.doubt ? 'not knowable' : 'missed';
}

function groundedVerdict({ fitness }: AssessedAircraft, { grounded, said }: AircraftTruth): Verdict | null {
  const isSaid = fitness.kind === 'grounded';
  if (isSaid && grounded.length > 0) return 'true';
  if (isSaid) return said.grounded ? 'not knowable' : 'false alarm';
  if (grounded.length === 0) return null;
  // Before the flights are closed, nobody can say more than that it may have passed.
  const isHinted = fitness.evidence.some(({ mayHavePassed }) => mayHavePassed === true);
  if (isHinted) return 'true';
  return grounded.some(({ isKnowable }) => isKnowable) ? 'missed' : 'not knowable';
}

type JudgedFlight = { readonly judged: readonly Judged[]; readonly check: JudgedCheck | null };

function judgeFlight(check: DispatchCheck | undefined, truth: FlightTruth): JudgedFlight {
  const { causes, entry } = truth;
  const about = entry.made.id;
  const lines = check
    ? check.lines.map(({ subject, level, words }) => `${subject}: ${level}, ${words}`).join(' | ')
    : 'no check';
  const words = `${check?.level ?? 'no check'} [${lines}]; really ${causes.map(({ what, needs }) => `${what} (${needs})`).join(', ') || 'nothing against it'}`;
  const one = (statement: Statement, verdict: Verdict, isSaid = true): Judged => ({
    statement,
    verdict,
    isSaid,
    about,
    words,
  });
  const judged: Judged[] = [];
  const levelOf = (subjects: readonly Subject[]) =>
    check?.lines
      .filter(({ subject, level }) => subjects.includes(subject) && level !== 'no findings')
      .map(({ level }) => level) ?? [];
  const stops = check?.lines.filter(({ level }) => level === 'stop') ?? [];
  if (stops.length > 0) {
    const isTrue = stops.some(({ subject }) => causes.some(({ subjects }) => subjects.includes(subject)));
    const isSaid = stops.some(({ subject }) => truth.saidFalsely.has(subject));
    judged.push(one('stop', isTrue ? 'true' : isSaid ? 'not knowable' : 'false alarm'));
  }
  const isUnstopped = causes.some(({ needs, isKnowable, subjects }) => {
    return needs === 'stop' && isKnowable && !levelOf(subjects).includes('stop');
  });
  if (isUnstopped) judged.push(one('stop', 'missed', false));
  const unseen = causes.filter(({ subjects }) => levelOf(subjects).length === 0);
  if (check?.level === 'no findings' && causes.length === 0) judged.push(one('no findings', 'true'));
  if (unseen.length > 0)
    judged.push(one('no findings', unseen.some(({ isKnowable }) => isKnowable) ? 'missed' : 'not knowable', false));
  const isIdle = causes.length === 0 && !truth.isTouched;
  return { judged, check: check?.level === 'check' ? { isIdle, about, words } : null };
}
