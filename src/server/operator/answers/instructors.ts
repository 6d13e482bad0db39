import { instructorStatuses } from '#contract/statuses.ts';
import { type Asking, type PagedList, valueOf } from './list/asking.ts';
import { listOf } from './list/paging.ts';
import { statusOf } from './list/values.ts';

type InstructorRow = { userId: string; firstName: string; lastName: string; email: string; status: number };

/** Section 2.5, in the order of their entry; with the email in live services. A location that is not there has no instructors. */
export function listInstructors(asking: Asking): PagedList {
  const selection = {
    columns:
      'person.guid AS userId, first_name AS firstName, last_name AS lastName, email, instructor_status AS status',
    from: 'person JOIN location ON location.id = location_id',
    where: `instructor_status IS NOT NULL AND (:status IS NULL OR instructor_status = :status)
      AND (:location IS NULL OR location.guid = :location)`,
    values: {
      status: valueOf(asking.query, 'instructorStatusId'),
      location: valueOf(asking.query, 'locationId')?.toLowerCase() ?? null,
    },
    order: 'person.id',
  };
  return listOf<InstructorRow>(asking, selection, ({ userId, firstName, lastName, email, status }) => ({
    userId,
    firstName,
    lastName,
    ...(asking.isField && { email }),
    instructorStatus: statusOf(instructorStatuses, status),
  }));
}
