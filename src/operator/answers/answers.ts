import { listAircraft, listEquipment, listMaintenanceReminders, listSquawks } from './fleet.ts';
import type { Answerer, AnswerRequest } from './list.ts';
import type { ServedId } from './parameters.ts';
import { listInstructors, getUser, getUserByExternalId, listPeople, listUsers } from './people.ts';
import { isReport, type ReportId, reportAnswer, reportSets } from './reports.ts';
import { listReservations } from './reservations.ts';
import { readRows } from '#operator/rows.ts';

/** The core operations; the compiler ensures that none is missing. */
const coreAnswers: { readonly [Id in Exclude<ServedId, ReportId>]: Answerer } = {
  getOperator,
  listAircraft,
  listMaintenanceReminders,
  listSquawks,
  listEquipment,
  listInstructors,
  listUsers,
  listPeople,
  getUser,
  getUserByExternalId,
  listReservations,
};

/** The function that answers an operation. */
export function answererOf(id: ServedId): Answerer {
  return isReport(id) ? reportAnswer(reportSets[id]) : coreAnswers[id];
}

type LocationRow = { locationId: string; name: string; airport: string };

/** The operator. Its members are not shown in the specification (section 2.9); these are ours. */
function getOperator({ database, school }: AnswerRequest): object {
  const sql = 'SELECT guid AS locationId, name, airport FROM location ORDER BY id';
  return {
    operatorId: school.operatorId,
    operatorGuid: school.guid,
    name: school.name,
    timeZone: school.zone,
    locations: readRows<LocationRow>(database, sql),
  };
}
