import { isRecord } from '#contract/objects.ts';

/** The external id of a user whose record has no checkouts; null if it has some, or has no external id. */
export function externalIdOf(json: string): string | null {
  const user: unknown = JSON.parse(json);
  if (!isRecord(user) || Array.isArray(user['aircraftCheckouts'])) return null;
  const { externalId } = user;
  return typeof externalId === 'string' && externalId !== '' ? externalId : null;
}

/** The id of a participant in a reservation; null if it names nobody. */
export function personOf(json: string): string | null {
  const reservation: unknown = JSON.parse(json);
  if (!isRecord(reservation)) return null;
  const { pilots, instructor } = reservation;
  const people: readonly unknown[] = [...(Array.isArray(pilots) ? pilots : []), instructor];
  const ids = people.map((person) => (isRecord(person) ? person['userId'] : null));
  return ids.find((id) => typeof id === 'string') ?? null;
}
