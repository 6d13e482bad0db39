import { guidOf } from '#server/operator/school/founding/guid.ts';
import { findAircraft } from './aircraft.ts';
import { type Asking, type PagedList, valueOf } from './list/asking.ts';
import { listOf } from './list/paging.ts';

type SquawkRow = {
  id: number;
  description: string;
  grounds: number;
  createdAt: number;
  resolvedAt: number | null;
  correctiveAction: string | null;
  workOrder: number | null;
  userId: string;
  firstName: string;
  lastName: string;
};

/**
 * The squawks of one aircraft, newest first; null for an aircraft that is not there. Their members are not shown in the
 * specification (section 2.9): these are the ones seen in live services, and `resolved` is one of them as a filter.
 */
export function listSquawks(asking: Asking): PagedList | null {
  const aircraft = findAircraft(asking.database, asking.path['aircraftId'] ?? '');
  if (aircraft === null) return null;
  const resolved = valueOf(asking.query, 'resolved');
  const selection = {
    columns: `squawk.id AS id, description, grounds, squawk.created_at AS createdAt,
      iif(resolved_at <= :now, resolved_at, NULL) AS resolvedAt, corrective_action AS correctiveAction,
      work_order_id AS workOrder, guid AS userId, first_name AS firstName, last_name AS lastName`,
    from: 'squawk JOIN person ON person.id = reported_by_id',
    where: `aircraft_id = :aircraft AND squawk.created_at <= :now
      AND (:resolved IS NULL OR (resolved_at IS NOT NULL AND resolved_at <= :now) = :resolved)`,
    values: { aircraft, now: asking.now, resolved: resolved === null ? null : Number(resolved === 'true') },
    order: 'squawk.created_at DESC, squawk.id DESC',
  };
  return listOf<SquawkRow>(asking, selection, (row) => squawkRecord(row, asking));
}

function squawkRecord(row: SquawkRow, { school, clock, path }: Asking): object {
  const isResolved = row.resolvedAt !== null;
  return {
    squawkId: guidOf(school.seed, 'squawk', row.id),
    aircraftId: path['aircraftId']?.toLowerCase(),
    description: row.description,
    created: clock.local(row.createdAt),
    reportedBy: { userId: row.userId, firstName: row.firstName, lastName: row.lastName },
    groundAircraft: row.grounds === 1,
    resolved: isResolved,
    resolvedDate: row.resolvedAt === null ? null : clock.local(row.resolvedAt),
    actionTaken: isResolved ? 'Corrected' : null,
    correctiveAction: isResolved ? row.correctiveAction : null,
    referenceNumber: `SQ-${row.id}`,
    workOrderDisplayNumber: isResolved && row.workOrder !== null ? `WO-${row.workOrder}` : null,
  };
}
