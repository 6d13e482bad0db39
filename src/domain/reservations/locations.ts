import { type FreeForm, isRecord } from '#contract/objects.ts';

/** A place of the school's, as far as answers mention one: the API has no list of them. */
export type Location = { readonly id: string; readonly name: string };

/**
 * The locations mentioned anywhere in an answer, each once, by name: objects with an id and a name below a member called
 * `location` or `locations`, whose form the specification does not show (section 2.9).
 */
export function locationsIn(answer: unknown): Location[] {
  const found = new Map<string, Location>();
  collect(answer, false, found);
  return [...found.values()].toSorted((a, b) => a.name.localeCompare(b.name));
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
