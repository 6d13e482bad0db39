import { type FreeForm, isRecord } from '#contract/objects.ts';
import { isVoid } from './state.ts';
import type { Instant } from '#domain/time/time.ts';
import { idKey, isTimed, type Reservation } from './reservations.ts';
import { numberText } from '#domain/words.ts';

/** One of the school's locations, as far as answers mention it: the API has no list of them. */
export type Location = { readonly id: string; readonly name: string };

/**
 * All locations in an answer, each once, by name. They are objects with an id and a name under a member called
 * `location` or `locations`. The specification does not show their form (section 2.9).
 */
export function locationsIn(answer: unknown): Location[] {
  const found = new Map<string, Location>();
  collect(answer, false, found);
  return [...found.values()].toSorted(byName);
}

function collect(value: unknown, isPlace: boolean, found: Map<string, Location>): void {
  if (Array.isArray(value)) {
    for (const item of value) collect(item, isPlace, found);
    return;
  }
  if (!isRecord(value)) return;
  const place = isPlace ? locationOf(value) : null;
  if (place) found.set(place.id, place);
  // Every record of a list passes here, so this must be fast. Most members are words and figures, which hold no
  // location.
  for (const name of Object.keys(value)) {
    const member = value[name];
    if (typeof member === 'object' && member !== null) collect(member, /^locations?$/i.test(name), found);
  }
}

function locationOf(record: FreeForm): Location | null {
  const id = record['locationId'] ?? record['id'];
  const { name } = record;
  if ((typeof id !== 'string' && typeof id !== 'number') || id === '') return null;
  return { id: String(id), name: typeof name === 'string' && name !== '' ? name : String(id) };
}

function byName(a: Location, b: Location): number {
  return a.name.localeCompare(b.name);
}

/**
 * The location of the reservation's aircraft, otherwise of the reservation, as the record gives it. It has id and name,
 * or only a name, which then serves as the id.
 */
export function placeOf({ record }: Pick<Reservation, 'record'>): Location | null {
  return readPlace(record.aircraft?.location) ?? readPlace(isRecord(record) ? record['location'] : null);
}

function readPlace(given: unknown): Location | null {
  const place = isRecord(given) ? locationOf(given) : null;
  if (place) return place;
  const text = isRecord(given) ? given['name'] : given;
  const name = typeof text === 'string' ? text.trim() : '';
  return name === '' ? null : { id: name, name };
}

/**
 * The locations that some reservations mention, each once: `placed` are those of their aircraft or of the reservations
 * themselves.
 */
export type Mentions = { readonly placed: readonly Location[]; readonly named: readonly Location[] };

/** The locations in these reservations, in the form that `schoolLocations` takes. */
export function mentionsIn(reservations: readonly Reservation[]): Mentions {
  const placed = new Map(
    reservations
      .flatMap((reservation) => placeOf(reservation) ?? [])
      .map((location) => [`${location.id} ${location.name}`, location]),
  );
  return { placed: [...placed.values()], named: locationsIn(reservations.map(({ record }) => record)) };
}

type LocationSources = {
  readonly mentions: Mentions;
  /** The operator's record as it arrived. */
  readonly operator: unknown;
  /** Earlier choices: a quiet location may have no reservation today. */
  readonly before?: readonly Location[];
};

/**
 * A school's locations, each once, by name. None if no reservation gives its aircraft's location: then no location
 * could narrow anything, even if other records mention some.
 */
export function schoolLocations({ mentions, operator, before = [] }: LocationSources): readonly Location[] {
  const { placed } = mentions;
  if (placed.length === 0) return [];
  const named = [...mentions.named, ...locationsIn(operator)];
  const called = [...before, ...named].filter(({ id, name }) => name !== id);
  const names = new Map(called.map(({ id, name }) => [idKey(id), name]));
  const found = new Map<string, Location>();
  const seen = new Set<string>();
  for (const { id, name } of [...placed, ...named, ...before]) {
    // If a reservation gives only a location's id, the name comes from another answer.
    const known = name === id ? (names.get(idKey(id)) ?? name) : name;
    if (found.has(idKey(id)) || seen.has(idKey(known))) continue;
    found.set(idKey(id), { id, name: known });
    seen.add(idKey(known));
  }
  return [...found.values()].toSorted(byName);
}

/** Where aircraft are, by `idKey` of their ids; aircraft without a known location are absent. */
export type AircraftPlaces = ReadonlyMap<string, Location>;

/** Each aircraft's location by its reservations: the latest that has begun and is not void, otherwise the next one. */
export function aircraftPlaces(reservations: readonly Reservation[], now: Instant): AircraftPlaces {
  const best = new Map<string, { readonly start: Instant; readonly place: Location }>();
  for (const reservation of reservations) {
    const place =
      reservation.aircraftId === null || !isTimed(reservation) || isVoid(reservation) ? null : placeOf(reservation);
    if (!place || reservation.aircraftId === null || reservation.start === null) continue;
    const key = idKey(reservation.aircraftId);
    const { start } = reservation;
    const known = best.get(key)?.start;
    if (known === undefined || isNearer(start, known, now)) best.set(key, { start, place });
  }
  return new Map(Array.from(best, ([key, { place }]) => [key, place]));
}

/** True if the first of two starts says more about the aircraft's location now. */
function isNearer(start: Instant, known: Instant, now: Instant): boolean {
  if (start <= now) return known > now || start > known;
  return known > now && start < known;
}

/** A record's relation to the chosen location; every record has one of the three. */
export type Whereabouts = 'here' | 'elsewhere' | 'not known';

/**
 * The location that all views are narrowed to, null for all. Only records known to be elsewhere are left out, so
 * records without a location are shown. Checks and conflicts use the whole school.
 */
export type Narrowing = {
  readonly chosen: Location | null;
  /** For a reservation, or for an aircraft by its id; always `here` while no location is chosen. */
  readonly whereIs: (of: Reservation | string) => Whereabouts;
};

export const everywhere: Narrowing = { chosen: null, whereIs: () => 'here' };

/** A reservation's location is its own, otherwise its aircraft's. */
export function narrowingTo(chosen: Location | null, places: AircraftPlaces): Narrowing {
  if (!chosen) return everywhere;
  const placeOfAircraft = (id: string | null) => (id === null ? null : (places.get(idKey(id)) ?? null));
  const whereIs = (of: Reservation | string) =>
    whereaboutsOf(
      typeof of === 'string' ? placeOfAircraft(of) : (placeOf(of) ?? placeOfAircraft(of.aircraftId)),
      chosen,
    );
  return { chosen, whereIs };
}

function whereaboutsOf(place: Location | null, { id }: Location): Whereabouts {
  if (!place) return 'not known';
  return idKey(place.id) === idKey(id) ? 'here' : 'elsewhere';
}

/** The user ids that the API's own filter of instructors returns for each location. */
export type InstructorLists = readonly { readonly location: Location; readonly userIds: readonly string[] }[];

/** For an instructor, who may be at several locations; `not known` if the filter returns them for none. */
export function whereIsInstructor(userId: string, lists: InstructorLists, chosen: Location | null): Whereabouts {
  if (!chosen) return 'here';
  const own = lists.filter(({ userIds }) => userIds.includes(userId));
  if (own.length === 0) return 'not known';
  return own.some(({ location }) => idKey(location.id) === idKey(chosen.id)) ? 'here' : 'elsewhere';
}

/** The shown part of a list, in its order. Counts the shown items without a known location, and those left out. */
export type Narrowed<Item> = { readonly shown: readonly Item[]; readonly notKnown: number; readonly elsewhere: number };

/** Removes items that are elsewhere. Returns the same list if no location is chosen. */
export function narrowed<Item>(items: readonly Item[], whereOf: ((item: Item) => Whereabouts) | null): Narrowed<Item> {
  if (!whereOf) return { shown: items, notKnown: 0, elsewhere: 0 };
  const all = items.map((item) => ({ item, where: whereOf(item) }));
  const shown = all.filter(({ where }) => where !== 'elsewhere');
  return {
    shown: shown.map(({ item }) => item),
    notKnown: shown.filter(({ where }) => where === 'not known').length,
    elsewhere: all.length - shown.length,
  };
}

/** Letters of a location's name beside a count: more do not fit next to a list's tools. */
const maxLetters = 16;

/** `12 of 51 · Pueblo`: a count with the chosen location. A long name is cut, because a note shows all of it. */
export function countAt(count: string, { chosen }: Pick<Narrowing, 'chosen'>): string {
  return chosen ? `${count} · ${shortName(chosen, maxLetters)}` : count;
}

/** A location's name, cut to a number of letters. */
export function shortName({ name }: Location, max: number): string {
  const letters = Array.from(name);
  const cut = letters.slice(0, max - 1).join('');
  return letters.length > max ? `${cut.trimEnd()}…` : name;
}

/** The mark of a record that is shown without a known location. */
export const placeNotKnown = 'location not known';

/**
 * What a narrowed list covers, in a sentence: `At Pueblo; 5 shown with location not known, 34 elsewhere not shown.`
 * Null for all locations.
 */
export function locationNote(
  { notKnown, elsewhere }: Pick<Narrowed<unknown>, 'notKnown' | 'elsewhere'>,
  { chosen }: Pick<Narrowing, 'chosen'>,
): string | null {
  if (!chosen) return null;
  const parts = [
    ...(notKnown > 0 ? [`${numberText(notKnown)} shown with ${placeNotKnown}`] : []),
    elsewhere > 0 ? `${numberText(elsewhere)} at other locations not shown` : 'none at other locations',
  ];
  return `At ${chosen.name}; ${parts.join(', ')}.`;
}
