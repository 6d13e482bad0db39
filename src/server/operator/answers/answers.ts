import type { OperationId } from '#contract/operations.ts';
import { listAircraft } from './aircraft.ts';
import type { Answerer } from './list/asking.ts';
import { listEquipment } from './equipment.ts';
import { listInstructors } from './instructors.ts';
import { getOperator } from './operator.ts';
import { listMaintenanceReminders } from './reminders.ts';
import { reportAnswers } from './reports.ts';
import { listReservations } from './reservations/reservations.ts';
import { listSquawks } from './squawks.ts';
import { getUser, getUserByExternalId, listUsers } from './users.ts';

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
