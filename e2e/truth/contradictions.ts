import type { FleetGroup } from '#domain/readiness/fleetAssessment.ts';
import { countedWord } from '#domain/readiness/fleetLists.ts';
import { clockText } from '#domain/time/clock.ts';
import { dayOf, daySpan } from '#domain/time/time.ts';
import type { FleetTile } from '#web/pages/wall/screens/fleetTiles.ts';
import type { Said } from './screens.ts';
import { minute } from './school.ts';

/** One question that two screens answer differently. */
export type Contradiction = { readonly question: string; readonly words: string };

/** Asks every screen the same questions, and returns the differences. */
export function contradictions(said: Said): Contradiction[] {
  return [
    ...ofCounts(said),
    ...ofTiles(said),
    ...ofNotBack(said),
    ...ofAttention(said),
    ...ofChecks(said),
    ...ofWave(said),
    ...ofStops(said),
    ...ofInstructors(said),
  ];
}

function differ(question: string, a: string, b: string): Contradiction[] {
  return a === b ? [] : [{ question, words: `“${a}” and “${b}”` }];
}

const isSimulator = ({ aircraft }: Said['rows'][number]) => aircraft.isSimulator === true;

/** The number of aircraft in each group: overview, models of the overview, brief; of those grounded: also the board. */
function ofCounts({ rows, brief, models, board }: Said): Contradiction[] {
  const groups = Map.groupBy(
    rows.filter(({ group }) => group !== null),
    ({ group }) => group,
  );
  const grounded = rows.filter(({ group, fitness: { kind } }) => {
    return group !== null && group !== 'inactive' && kind === 'grounded';
  });
  const tiles = board.model.tiles.filter(({ isGrounded }) => isGrounded);
  if (grounded.length > 0) groups.set('grounded', grounded);
  const counted = Array.from(groups, ([group, ownRows]) => `${ownRows.length} ${group && countedWord(group, ownRows)}`)
    .toSorted()
    .join(', ');
  const ofBrief = (brief.lines.find(({ name }) => name === 'Aircraft now')?.text ?? '')
    .split(' · ')
    .toSorted()
    .join(', ');
  const available = models.reduce((sum, model) => sum + model.available, 0);
  return [
    ...differ('aircraft by group: fleet, brief', counted, ofBrief),
    ...differ('grounded: fleet, board', String(grounded.length), String(tiles.length)),
    ...differ('available: fleet, models', String(groups.get('available')?.length ?? 0), String(available)),
  ];
}

const tileWords: { readonly [Group in FleetGroup]: readonly FleetTile['activity'][] } = {
  available: ['available'],
  flying: ['flying'],
  'may be out': ['may be out'],
  'not back': ['not back'],
  'due out': ['due out'],
  'in the shop': ['in the shop'],
  grounded: ['grounded'],
  'not known': ['not known'],
  inactive: ['inactive'],
  simulators: [],
};

/** What each aircraft is doing: fleet, board. */
function ofTiles({ rows, board }: Said): Contradiction[] {
  const tiles = new Map(board.model.tiles.map((tile) => [tile.id, tile]));
  return rows.flatMap((row) => {
    const tile = tiles.get(row.aircraft.aircraftId);
    if (!row.group || isSimulator(row) || !tile || tileWords[row.group].includes(tile.activity)) return [];
    return [
      {
        question: 'what it is doing: fleet, board',
        words: `${row.aircraft.tailNumber}: ${row.group}, ${tile.activity}`,
      },
    ];
  });
}

/** Which aircraft are not back, or may not be: fleet, attention of the page and of the gateway, board. */
function ofNotBack({ rows, attention, board }: Said): Contradiction[] {
  const inOrder = (tails: readonly string[]) => tails.toSorted().join(' ');
  const late = rows.filter((row) => {
    const doing = row.present?.doing;
    return !isSimulator(row) && (doing?.kind === 'not back' || doing?.kind === 'may be out') && doing.step > 0;
  });
  const fleet = inOrder(late.map(({ aircraft }) => aircraft.tailNumber ?? ''));
  const listed = ({ kind }: { readonly kind: string }) => kind === 'not back' || kind === 'may be out';
  const simulators = new Set(rows.filter(isSimulator).map(({ aircraft }) => aircraft.tailNumber ?? ''));
  const alerted = board.alerts.find(({ label }) => label === 'Not back')?.tails ?? [];
  return [
    ...differ(
      'not back: fleet, attention',
      fleet,
      inOrder(attention.page.filter(listed).map(({ subject }) => subject)),
    ),
    ...differ(
      'not back: fleet, gateway',
      fleet,
      inOrder(attention.gateway.filter(listed).map(({ subject }) => subject)),
    ),
    ...differ('not back: fleet, board', fleet, inOrder(alerted.filter((tail) => !simulators.has(tail)))),
  ];
}

/** What needs attention: page, gateway. */
function ofAttention({ attention: { page, gateway } }: Said): Contradiction[] {
  const own = new Map(page.map(({ key, words }) => [key, words]));
  const other = new Map(gateway.map(({ key, words }) => [key, words]));
  const keys = [...new Set([...own.keys(), ...other.keys()])];
  return keys.flatMap((key) =>
    differ('attention: page, gateway', own.get(key) ?? `no ${key}`, other.get(key) ?? `no ${key}`),
  );
}

const ofAircraft = new Set(['aircraft fit', 'aircraft there']);

/** The result of a check: reservations, overview, board. The board has no list of people, and judges only aircraft. */
function ofChecks({ checks, flights, board }: Said): Contradiction[] {
  const rows = [...flights.departures.rows, ...flights.notOutYet, ...flights.neverCheckedOut];
  const ofRows = rows.flatMap(({ key, check }) =>
    checks.has(key)
      ? differ('check: reservations, overview', checks.get(key)?.level ?? 'none', check?.level ?? 'none')
      : [],
  );
  const ofBoard = Array.from(checks).flatMap(([key, { lines, level }]) => {
    const mark = board.marks.get(key);
    const isStopped = lines.some((line) => ofAircraft.has(line.subject) && line.level === 'stop');
    const isMarked = lines.some((line) => ofAircraft.has(line.subject) && line.level === 'check');
    const isOdd = (isStopped && mark !== 'stop') || (isMarked && !mark) || (mark === 'stop' && level !== 'stop');
    return isOdd ? [{ question: 'check: reservations, board', words: `${key}: ${level}, ${mark}` }] : [];
  });
  return [...ofRows, ...ofBoard];
}

/** The check of a first flight: reservations, brief. */
function ofWave({ brief, index, checks, now }: Said): Contradiction[] {
  const { clock, zone } = index.sources;
  const today = daySpan(dayOf(now, zone.name), zone.name);
  const rows = brief.top.filter(({ id }) => id.startsWith('wave')).flatMap((block) => block.rows);
  return rows.flatMap(({ cells, level }) => {
    const [at, tail, , word] = cells;
    // For an aircraft that has left, the brief first says that it is not back.
    if (word === 'Not back' || word === 'May be out') return [];
    const found = index.reservations.all.filter(({ reservation }) => {
      const isToday = reservation.start >= today.start && reservation.start < today.end;
      return isToday && reservation.record.aircraft?.tailNumber === tail && clockText(reservation.start, clock) === at;
    });
    const levels = found.map(({ reservation }) => checks.get(reservation.key)?.level ?? null);
    return levels.length === 0 || levels.includes(level)
      ? []
      : [{ question: 'check: reservations, brief', words: `${at} ${tail}: ${levels.join(', ')}, ${level}` }];
  });
}

/** Whether a flight must not go: check, attention. */
function ofStops({ checks, index, attention, now }: Said): Contradiction[] {
  const { zone } = index.sources;
  const until = daySpan(dayOf(now, zone.name), zone.name, 2).end;
  const listed = new Set(
    attention.page.flatMap(({ evidence, behind }) => [
      ...evidence.map(({ id }) => id),
      ...behind.map(({ key }) => key),
    ]),
  );
  return Array.from(checks).flatMap(([key, { level }]) => {
    const entry = index.reservations.byKey.get(key);
    const isAhead = entry?.state.kind === 'planned' || entry?.state.kind === 'not out yet';
    if (
      level !== 'stop' ||
      !isAhead ||
      !entry ||
      entry.reservation.start >= until ||
      entry.reservation.end <= now + minute
    )
      return [];
    const isFlight = entry.reservation.aircraftId !== null;
    return !isFlight || listed.has(key)
      ? []
      : [{ question: 'stop: check, attention', words: `${key} is stopped, and in no matter` }];
  });
}

/** What instructors are doing, and who has too many hours: overview, roster, check, attention. */
function ofInstructors({ duty, roster, checks, index, attention, now }: Said): Contradiction[] {
  const doing = new Map(roster.lines.map((line) => [line.id, line.doing]));
  const ofFree = [...duty.free, ...duty.idle].flatMap(({ id, name }) =>
    doing.get(id) === 'free' ? [] : [{ question: 'free: overview, roster', words: `${name}: free, ${doing.get(id)}` }],
  );
  const free = new Set([...duty.free, ...duty.idle].map(({ id }) => id));
  const ofRoster = roster.lines.flatMap((line) =>
    line.doing === 'free' && !free.has(line.id)
      ? [{ question: 'free: overview, roster', words: `${line.name}: not free, free` }]
      : [],
  );
  const items = new Set(attention.page.filter(({ kind }) => kind === 'instructor hours').map(({ key }) => key));
  const ofHours = Array.from(checks).flatMap(([key, { lines }]) => {
    const entry = index.reservations.byKey.get(key);
    const isReported = lines.some(({ subject, words }) => subject === 'instructor' && words.includes('61.195(a)'));
    const id = entry?.reservation.record.instructor?.userId;
    if (!isReported || !entry || !id || entry.reservation.end <= now || entry.state.kind === 'never checked out')
      return [];
    return items.has(`hours ${id}`)
      ? []
      : [{ question: 'hours: check, attention', words: `${key}: ${id} in no matter` }];
  });
  return [...ofFree, ...ofRoster, ...ofHours];
}
