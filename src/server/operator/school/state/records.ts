import type { DatabaseSync } from 'node:sqlite';
import { appender } from './appender.ts';

/** The prepared writes of the rows a school day leaves behind. */
export type Records = ReturnType<typeof recordsOf>;

/** Prepares them once per run. */
export function recordsOf(database: DatabaseSync) {
  const resolve = database.prepare(
    'UPDATE squawk SET resolved_at = ?, corrective_action = ?, work_order_id = ? WHERE id = ?',
  );
  return {
    reservation: appender(
      database,
      'reservation',
      'id start_at end_at out_at in_at type_id display_type activity_id aircraft_id instructor_id',
      'pilot_id copilot_id series display_name enrollment_id lesson_id lesson_outcome',
    ),
    span: appender(database, 'reservation_span', 'id first_minute last_minute'),
    participation: appender(database, 'participation', 'person_id start_at reservation_id capacity'),
    attendee: appender(database, 'attendee', 'reservation_id person_id'),
    flight: appender(
      database,
      'flight',
      'id aircraft_id out_at in_at hobbs_out_tenths hobbs_in_tenths tach_out_tenths',
      'tach_in_tenths landings_out landings_in destination',
    ),
    invoice: appender(
      database,
      'invoice',
      'id person_id at aircraft_tenths aircraft_cents instructor_tenths instructor_cents',
    ),
    memo: appender(database, 'memo', 'person_id at cents reason'),
    enrollment: appender(database, 'enrollment', 'id person_id course_id instructor_id started_at passed_before'),
    compliance: appender(database, 'compliance', 'reminder_id at due_tach_tenths due_at due_landings permanent'),
    squawk: appender(database, 'squawk', 'id aircraft_id reported_by_id description grounds created_at'),
    resolveSquawk: (id: number, at: number, action: string, workOrder: number): void => {
      resolve.run(at, action, workOrder, id);
    },
    workOrder: appender(
      database,
      'work_order',
      'id aircraft_id reservation_id opened_at closed_at hobbs_tenths tach_tenths landings',
    ),
    workItem: appender(
      database,
      'work_item',
      'id work_order_id mechanic_id reminder_id squawk_id description created_at done_at',
    ),
    workLog: appender(database, 'work_log', 'work_item_id mechanic_id at labour_tenths note'),
  };
}
