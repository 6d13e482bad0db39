import { withheldMember } from '#contract/access/roles.ts';
import type { LateAct, LateSheet, Observed } from '#contract/gateway/late.ts';
import type { Weather } from '#contract/gateway/weather.ts';
import type { FreeForm } from '#contract/objects.ts';
import { memberLabel, textOf, valueText } from '#domain/answers/members.ts';
import { type Aircraft, modelText } from '#domain/fleet/fleet.ts';
import { isCompleted, stateAt, stateText } from '#domain/reservations/state.ts';
import { idKey, isFlight, peopleText, tailOf, type TimedReservation } from '#domain/reservations/reservations.ts';
import { tailAndTitle } from '#domain/reservations/reservationTitles.ts';
import { placeOf } from '#domain/reservations/locations.ts';
import { atRiskText, type LateList } from '#domain/schedule/late.ts';
import { doingOf, type ReservationIndex } from '#domain/schedule/reservationIndex.ts';
import { doneSteps } from '#domain/schedule/lateSteps.ts';
import { type At, type Clock, durationText, whenText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { categoryBand, partText } from '#domain/weather/forecastBand.ts';
import { airportAt } from '#domain/weather/reports.ts';
import { airportWords } from '#domain/weather/weatherWords.ts';

/** A name and its value; null if no record says it. */
export type SheetFact = readonly [name: string, value: string | null];

/** An instant by both clocks, with its day where that is another: `1030L · 1630Z`. */
function bothClocks(instant: Instant, { now, clock }: At): string {
  const by = (mode: Clock['mode']) => whenText(instant, now, { zone: clock.zone, mode });
  return `${by('L')} · ${by('Z')}`;
}

/** Why the page shows no sheet, in a sentence; null while the flight is, or may be, still out. */
export function notLateText(
  reservation: TimedReservation,
  sheet: Pick<LateSheet, 'backAt'> | null,
  { now, clock }: At,
): string | null {
  const state = stateAt(reservation, now);
  const tail = tailOf(reservation) ?? 'This aircraft';
  if (isCompleted(reservation)) {
    const since = sheet?.backAt ? ` since ${whenText(Date.parse(sheet.backAt), now, clock)}` : '';
    return `${tail} is back${since}: the flight service shows this flight as ${reservation.status}.`;
  }
  if (state.kind === 'not back' || state.kind === 'out' || state.kind === 'may be out') return null;
  return `${tail} is not out on this flight: ${stateText(state)}.`;
}

/** The times of a flight by both clocks, and the minutes since its planned return. */
export function timeFacts(reservation: TimedReservation, at: At): SheetFact[] {
  const { start, end } = reservation;
  const past = at.now - end;
  return [
    ['Left, as booked', bothClocks(start, at)],
    ['Due back', bothClocks(end, at)],
    [past >= 0 ? 'Since then' : 'In', past >= 0 ? minutesText(past) : durationText(-past)],
  ];
}

/** `35 min`; from an hour on also in hours: `95 min (1 h 35)`. */
function minutesText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  return minutes < 60 ? `${minutes} min` : `${minutes} min (${durationText(milliseconds)})`;
}

const routeMembers = ['route', 'destination', 'alternate'] as const;
const remarkMembers = ['comments', 'comment', 'notes', 'note', 'remarks'] as const;

/** Where the flight goes, as far as its record says. */
export function routeFacts(reservation: TimedReservation, record: FreeForm | null): SheetFact[] {
  const texts = (names: readonly string[]) =>
    record === null ? null : names.flatMap((name) => textOf(record, name) ?? []).join('. ') || null;
  return [
    ['Activity', [reservation.type, reservation.activity].filter(Boolean).join(', ') || null],
    ['From', placeOf(reservation)?.name ?? null],
    ['Route', texts(routeMembers)],
    ['Remarks', texts(remarkMembers)],
  ];
}

/** What is missing is not always unrecorded: some members are not for every role. */
export function missingText(record: FreeForm | null): string {
  const withheld: unknown = record?.[withheldMember];
  return Array.isArray(withheld) && withheld.length > 0 ? 'not recorded, or not shown to your role' : 'not recorded';
}

/** Words in names of members, of which no specification tells the names. */
const colourWords = new Set(['color', 'colors', 'colour', 'colours', 'paint']);
const fuelWords = new Set(['fuel', 'endurance']);
const equipmentWords = new Set(
  'elt beacon transponder hex equipment callsign raft rafts vest vests survival adsb'.split(' '),
);

/** The aircraft as its records describe it, whatever names a service gives to such members. */
export function aircraftFacts(
  reservation: TimedReservation,
  aircraft: Aircraft | null,
  records: readonly (FreeForm | null)[],
): SheetFact[] {
  const booked = reservation.record.aircraft;
  const described = aircraft
    ? modelText(aircraft)
    : [booked?.make?.name, booked?.model?.name].filter(Boolean).join(' ');
  const found = (words: ReadonlySet<string>) => describedBy([aircraft, ...records], words);
  return [
    ['Type', described || null],
    ['Colour', found(colourWords)],
    ['Fuel', found(fuelWords)],
    ['Equipment', found(equipmentWords)],
  ];
}

/** `red and white`, `Elt type: 406 MHz, Callsign: SPIKE 12`: the texts and figures of records whose names hold one of these words. */
function describedBy(records: readonly (FreeForm | null)[], words: ReadonlySet<string>): string | null {
  const found = records.flatMap((record) => Object.entries(record ?? {}));
  const told = found.flatMap(([name, value]) => {
    const label = memberLabel(name);
    const isTold = (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
    const isMeant = label
      .toLowerCase()
      .split(/[^a-z]+/)
      .some((word) => words.has(word));
    return isTold && isMeant ? [{ label, text: valueText(value) }] : [];
  });
  const [only] = told;
  if (only && told.length === 1) return only.text;
  return told.map(({ label, text }) => `${label}: ${text}`).join(', ') || null;
}

/** The last closed flight of the aircraft before this one, as far as reservations are kept. */
export function lastClosedText(
  reservation: TimedReservation,
  reservations: readonly TimedReservation[],
  at: At,
): string | null {
  const { aircraftId } = reservation;
  if (aircraftId === null) return null;
  const closed = reservations.filter(
    (other) =>
      other.aircraftId !== null &&
      idKey(other.aircraftId) === idKey(aircraftId) &&
      other.start < reservation.start &&
      isFlight(other) &&
      isCompleted(other),
  );
  const last = closed.toSorted((a, b) => b.end - a.end)[0];
  if (!last) return null;
  const { now, clock } = at;
  return [`${whenText(last.start, now, clock)} to ${whenText(last.end, now, clock)}`, peopleText(last)]
    .filter(Boolean)
    .join(', ');
}

/**
 * Who waits: the next reservation of this aircraft, and those of its people and aircraft that are at risk, in words; and how many more
 * are at risk.
 */
export function waitingTexts(
  reservation: TimedReservation,
  index: ReservationIndex,
  late: LateList,
  { now, clock }: At,
): { readonly texts: readonly string[]; readonly more: number } {
  const found = late.notBack.find((entry) => entry.reservation.key === reservation.key);
  const atRisk = found?.atRisk ?? [];
  const { next } = doingOf(index, reservation.aircraftId);
  const isListed = next !== null && atRisk.some((risk) => risk.reservation.key === next.key);
  const own =
    next && !isListed ? [`${whenText(next.start, now, clock)} ${tailAndTitle(next)}: next on this aircraft`] : [];
  return { texts: [...own, ...atRisk.map((risk) => atRiskText(risk, now, clock))], more: found?.more ?? 0 };
}

/** Why there is no weather: it is off, not read yet, or read of other places. */
export function noWeatherText(isRead: boolean, weather: Weather | null): string {
  if (!isRead) return 'No weather is read here.';
  return weather === null ? 'Not known yet.' : 'No station is set for the place of this flight.';
}

/** The weather before departure, now, and before the planned return. Null if none is read of its place. */
export function weatherFacts(
  reservation: TimedReservation,
  weather: Weather | null,
  past: LateSheet['weather'] | null,
  at: At,
): SheetFact[] | null {
  if (!weather) return null;
  const { now, clock } = at;
  const airport = airportAt(weather.airports, placeOf(reservation)?.name);
  if (!airport) return null;
  const { station, title, facts, age } = airportWords(airport, now, clock);
  const [band] = categoryBand(airport, { start: reservation.end, end: reservation.end + 1 }, now);
  const since = past?.since
    ? `not kept: this server has read the weather since ${whenText(Date.parse(past.since), now, clock)}`
    : 'not kept';
  const observed = (all: readonly Observed[] | undefined) => all?.find((one) => one.station === station)?.raw ?? since;
  const made = weather.isMadeUp ? ', made up' : '';
  return [
    [`At departure, ${station}${made}`, observed(past?.departure)],
    [
      `Now, ${station}${made}`,
      [age === null ? title : `${title}, ${age}`, ...facts.map(({ text }) => text)].join(' · '),
    ],
    reservation.end <= now
      ? [`At the planned return, ${station}${made}`, observed(past?.due)]
      : [`Forecast for the planned return, ${station}${made}`, band ? partText(band) : 'not known'],
  ];
}

/** A step of the school with who ticked it, and when by both clocks. */
export type SheetStep = {
  readonly step: string;
  readonly done: { readonly by: string; readonly when: string } | null;
};

/** The school's steps in its order, each with who ticked it and when. */
export function sheetSteps({ steps, acts }: Pick<LateSheet, 'steps' | 'acts'>, at: At): SheetStep[] {
  const done = doneSteps(acts);
  return steps.map((step) => {
    const act = done.get(step);
    return { step, done: act ? { by: act.by, when: bothClocks(Date.parse(act.at), at) } : null };
  });
}

/** `2 of 5 done`. */
export function stepsCount(steps: readonly SheetStep[]): string {
  return `${steps.filter(({ done }) => done !== null).length} of ${steps.length} done`;
}

/** One thing done, in words: `0912L · 1512Z Kim Lee: Call the pilot`, `… took back: Call the pilot`. */
export function actText({ step, isDone, by, at }: LateAct, shown: At): string {
  return `${bothClocks(Date.parse(at), shown)} ${by}${isDone ? '' : ' took back'}: ${step}`;
}
