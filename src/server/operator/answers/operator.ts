import type { Asking } from './list/asking.ts';
import { readRows } from './list/rows.ts';

type LocationRow = { locationId: string; name: string; airport: string };

/** The operator. Its members are not shown in the specification (section 2.9); these are ours. */
export function getOperator({ database, school }: Asking): object {
  const sql = 'SELECT guid AS locationId, name, airport FROM location ORDER BY id';
  return {
    operatorId: school.operatorId,
    operatorGuid: school.guid,
    name: school.name,
    timeZone: school.zone,
    locations: readRows<LocationRow>(database, sql),
  };
}
