import type { Choice } from './filters.ts';

/**
 * The ids and names of section 3, for filter choices and for drawing known statuses. An unknown id is kept and shown
 * under the name that came with it.
 */
const lifeStatuses = [
  { id: 0, name: 'inactive' },
  { id: 1, name: 'active' },
  { id: 2, name: 'deleted' },
] as const satisfies readonly Choice[];

export const aircraftStatuses = lifeStatuses;
export const instructorStatuses = lifeStatuses;

export const reminderStatuses = [
  { id: 1, name: 'OK' },
  { id: 2, name: 'Warning' },
  { id: 3, name: 'Expired' },
] as const satisfies readonly Choice[];

export const displayTypes = [
  { id: 0, name: 'Standard' },
  { id: 1, name: 'Maintenance' },
  { id: 2, name: 'Class' },
  { id: 3, name: 'Meeting' },
  { id: 10, name: 'Instructor Time Off' },
] as const satisfies readonly Choice[];

/**
 * The specification shows only Completed. Live services also send Reserved and Checked Out, so this list is not
 * complete.
 */
export const reservationStatuses = [
  { id: 0, name: 'Reserved' },
  { id: 1, name: 'Checked Out' },
  { id: 2, name: 'Completed' },
] as const satisfies readonly Choice[];

export const trainingSessionStatuses = [{ id: 3, name: 'Passed' }] as const satisfies readonly Choice[];
export const userStatuses = [{ id: 1, name: 'Active' }] as const satisfies readonly Choice[];

/** The name that section 3 gives an id, or null for an unlisted id. */
export function nameOf(statuses: readonly Choice[], id: number | null | undefined): string | null {
  return statuses.find((status) => status.id === id)?.name ?? null;
}

/** An aircraft's, instructor's or person's overall status in the service (section 3). */
export type LifeStatus = 'active' | 'inactive' | 'deleted' | 'unknown';

export type GivenStatus = { readonly id?: number | null | undefined; readonly name?: string | null | undefined };

/** By the name if it is a documented one, in any letter case, otherwise by the id. A record without a status is active. */
export function lifeOf(status: GivenStatus | null | undefined): LifeStatus {
  if (status?.id == null && !status?.name) return 'active';
  const name = status.name?.trim().toLowerCase();
  if (name === 'active' || name === 'inactive' || name === 'deleted') return name;
  return (['inactive', 'active', 'deleted'] as const)[status.id ?? -1] ?? 'unknown';
}
