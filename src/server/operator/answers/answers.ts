import type { OperationId } from '#contract/operations.ts';
import { listAircraft, listEquipment, listMaintenanceReminders, listSquawks } from './fleet.ts';
import type { Answerer, Asking } from './list.ts';
import { listInstructors, getUser, getUserByExternalId, listUsers } from './people.ts';
import { reportAnswers } from './reports.ts';
import { listReservations } from './reservations.ts';
import { readRows } from '#server/operator/rows.ts';

/** Who answers each of the operations; the compiler sees to it that none is left out. */
export const answers: { readonly [Id in OperationId]: Answerer } = {
  getOperator,
  listAircraft,
  listMaintenanceReminders,
  listSquawks,
  listEquipment,
  listInstructors,
  listUsers,
  getUser,
  getUserByExternalId,
  listReservations,
  ...reportAnswers,
};

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
