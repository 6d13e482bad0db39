/** What the service says of an aircraft, an instructor or a person as a whole (section 3). */
export type LifeStatus = 'active' | 'inactive' | 'deleted' | 'unknown';

type GivenStatus = { readonly id?: number | null | undefined; readonly name?: string | null | undefined };

/** By the name where it is a documented one, in any letter case, else by the id. One that gives no status is active. */
export function lifeOf(status: GivenStatus | null | undefined): LifeStatus {
  if (status?.id == null && !status?.name) return 'active';
  const name = status.name?.trim().toLowerCase();
  if (name === 'active' || name === 'inactive' || name === 'deleted') return name;
  return (['inactive', 'active', 'deleted'] as const)[status.id ?? -1] ?? 'unknown';
}
