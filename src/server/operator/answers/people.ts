import { roles } from '#server/operator/reports/people.ts';
import type { Asking, PagedList } from './list/asking.ts';
import { listOf } from './list/paging.ts';

type PersonRow = {
  userGuidId: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  role: string;
};

/** The people as live services list them besides the specification's users, with their roles. */
export function listPeople(asking: Asking): PagedList {
  const selection = {
    columns: 'guid AS userGuidId, first_name AS firstName, last_name AS lastName, email, phone, role',
    from: 'person',
    order: 'id',
  };
  return listOf<PersonRow>(asking, selection, ({ role, ...person }) => ({
    ...person,
    roles: [{ name: roles[role] ?? role }],
  }));
}
