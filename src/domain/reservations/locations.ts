import { type FreeForm, isRecord } from '#contract/objects.ts';
import { isVoid } from '#domain/readiness/standing.ts';
import type { Instant } from '#domain/time/time.ts';
import { type Booking, idKey, isTimed } from './bookings.ts';

/** A place of the school's, as far as answers mention one: the API has no list of them. */
export type Location = { readonly id: string; readonly name: string };

/**
 * The locations mentioned anywhere in an answer, each once, by name: objects with an id and a name below a member called
 * `location` or `locations`, whose form the specification does not show (section 2.9).
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
  for (const [name, member] of Object.entries(value)) collect(member, /^locations?$/i.test(name), found);
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

/** Where a reservation itself says that its aircraft, or else the reservation, is: by id and name, or by a name alone, which is its id then. */
export function placeOf({ record }: Pick<Booking, 'record'>): Location | null {
  return readPlace(record.aircraft?.location) ?? readPlace(isRecord(record) ? record['location'] : null);
}

function readPlace(given: unknown): Location | null {
  const place = isRecord(given) ? locationOf(given) : null;
  if (place) return place;
  const text = isRecord(given) ? given['name'] : given;
  const name = typeof text === 'string' ? text.trim() : '';
  return name === '' ? null : { id: name, name };
}

type LocationSources = {
  readonly bookings: readonly Booking[];
  /** The operator's record as it came. */
  readonly operator: unknown;
  /** What was chosen before: a quiet location is in no reservation of today. */
  readonly before?: readonly Location[];
};

/**
 * The locations of a school, each once, by name. None where no reservation says where its aircraft is: then nothing could be
 * told apart by them, whatever else mentions some.
 */
export function schoolLocations({ bookings, operator, before = [] }: LocationSources): readonly Location[] {
  const placed = bookings.flatMap((booking) => placeOf(booking) ?? []);
  if (placed.length === 0) return [];
  const named = [...locationsIn(bookings.map(({ record }) => record)), ...locationsIn(operator)];
  const called = [...before, ...named].filter(({ id, name }) => name !== id);
  const names = new Map(called.map(({ id, name }) => [idKey(id), name]));
  const found = new Map<string, Location>();
  const seen = new Set<string>();
  for (const { id, name } of [...placed, ...named, ...before]) {
    // One that a reservation names by its id alone goes by the name that another answer gives it.
    const known = name === id ? (names.get(idKey(id)) ?? name) : name;
    if (found.has(idKey(id)) || seen.has(idKey(known))) continue;
    found.set(idKey(id), { id, name: known });
    seen.add(idKey(known));
  }
  return [...found.values()].toSorted(byName);
}

/** Where aircraft are, by `idKey` of their ids; one of which nobody says it is not in it. */
export type AircraftPlaces = ReadonlyMap<string, Location>;

/** Where each aircraft is by its bookings: the latest that has begun and is not void, else the next one. */
export function aircraftPlaces(bookings: readonly Booking[], now: Instant): AircraftPlaces {
  const best = new Map<string, { readonly start: Instant; readonly place: Location }>();
  for (const booking of bookings) {
    const place = booking.aircraftId === null || !isTimed(booking) || isVoid(booking) ? null : placeOf(booking);
    if (!place || booking.aircraftId === null || booking.start === null) continue;
    const key = idKey(booking.aircraftId);
    const { start } = booking;
    const known = best.get(key)?.start;
    if (known === undefined || isNearer(start, known, now)) best.set(key, { start, place });
  }
  return new Map(Array.from(best, ([key, { place }]) => [key, place]));
}

/** True where the first of two starts says more of where an aircraft is now. */
function isNearer(start: Instant, known: Instant, now: Instant): boolean {
  if (start <= now) return known > now || start > known;
  return known > now && start < known;
}

/** What was known, and what is known now, which counts more; the very same map where nothing is new. */
export function joinedPlaces(before: AircraftPlaces, now: AircraftPlaces): AircraftPlaces {
  const isOld = Array.from(now).every(
    ([key, { id, name }]) => before.get(key)?.id === id && before.get(key)?.name === name,
  );
  return isOld ? before : new Map([...before, ...now]);
}

/** How a record stands to the location that is chosen; each record is in one of the three. */
export type Whereabouts = 'here' | 'elsewhere' | 'not known';

/**
 * The location that everything shown is narrowed to, null for all. What has no location is shown: only what is known to be
 * elsewhere is left out. It says what is shown and nothing else: checks and conflicts are made from the whole school.
 */
export type Narrowing = {
  readonly chosen: Location | null;
  /** Of a reservation, or of an aircraft by its id; all are here while no location is chosen. */
  readonly whereIs: (of: Booking | string) => Whereabouts;
};

export const everywhere: Narrowing = { chosen: null, whereIs: () => 'here' };

/** A reservation is where it says, else where its aircraft is. */
export function narrowingTo(chosen: Location | null, places: AircraftPlaces): Narrowing {
  if (!chosen) return everywhere;
  const placeOfAircraft = (id: string | null) => (id === null ? null : (places.get(idKey(id)) ?? null));
  const whereIs = (of: Booking | string) =>
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

/** Who is where by the API's own filter of instructors: the user ids that it answers for each location. */
export type InstructorLists = readonly { readonly location: Location; readonly userIds: readonly string[] }[];

/** Of an instructor, who may be at several locations; not known of one whom the filter finds at none. */
export function whereIsInstructor(userId: string, lists: InstructorLists, chosen: Location | null): Whereabouts {
  if (!chosen) return 'here';
  const own = lists.filter(({ userIds }) => userIds.includes(userId));
  if (own.length === 0) return 'not known';
  return own.some(({ location }) => idKey(location.id) === idKey(chosen.id)) ? 'here' : 'elsewhere';
}

/** What is shown of a list, in its order, and how many of it are shown without a known location, or left out. */
export type Narrowed<Item> = { readonly shown: readonly Item[]; readonly notKnown: number; readonly elsewhere: number };

/** Takes away what is elsewhere. The very same list where no location is chosen. */
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

/** The letters of a location's name that stand beside a count: more have no room beside the tools of a list. */
const mostLetters = 16;

/** `12 of 51 · Pueblo`: a count, with the location that it is narrowed to; a long name is cut, because a note has all of it. */
export function countAt(count: string, { chosen }: Pick<Narrowing, 'chosen'>): string {
  return chosen ? `${count} · ${shortName(chosen, mostLetters)}` : count;
}

/** The name of a location in so many letters at most. */
export function shortName({ name }: Location, most: number): string {
  const letters = Array.from(name);
  const cut = letters.slice(0, most - 1).join('');
  return letters.length > most ? `${cut.trimEnd()}…` : name;
}

/** The mark of a record that is shown although nobody says where it is. */
export const placeNotKnown = 'location not known';

/** What a narrowed list covers, in a sentence: `At Pueblo; 5 shown with location not known, 34 elsewhere not shown.` Null for all locations. */
export function locationNote(
  { notKnown, elsewhere }: Pick<Narrowed<unknown>, 'notKnown' | 'elsewhere'>,
  { chosen }: Pick<Narrowing, 'chosen'>,
): string | null {
  if (!chosen) return null;
  const parts = [
    ...(notKnown > 0 ? [`${notKnown.toLocaleString('en')} shown with ${placeNotKnown}`] : []),
    elsewhere > 0 ? `${elsewhere.toLocaleString('en')} elsewhere not shown` : 'none elsewhere',
  ];
  return `At ${chosen.name}; ${parts.join(', ')}.`;
}
