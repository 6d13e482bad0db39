import { userStatuses, instructorStatuses } from '#contract/statuses.ts';
import { type AnswerRequest, type PagedList, listOf, statusOf, valueOf } from './list.ts';
import { readRow, readRows } from '#operator/rows.ts';

type UserRow = {
  id: number;
  userId: string;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  externalId: string;
  status: number;
  createdAt: number;
  balanceCents: number;
  lastFlightAt: number | null;
};

// Bills and memos may also be dated in the future; what is not due yet is not owed.
const columns = `id, guid AS userId, first_name AS firstName, last_name AS lastName, email, phone AS phoneNumber,
  external_id AS externalId, user_status AS status, created_at AS createdAt,
  opening_balance_cents
    + (SELECT coalesce(sum(cents), 0) FROM memo WHERE person_id = person.id AND at <= :now)
    - (SELECT coalesce(sum(aircraft_cents + instructor_cents), 0) FROM invoice WHERE person_id = person.id AND at <= :now)
    AS balanceCents,
  (SELECT in_at FROM participation JOIN flight ON flight.id = reservation_id
    WHERE person_id = person.id AND start_at <= :now AND in_at <= :now ORDER BY start_at DESC LIMIT 1) AS lastFlightAt`;

/**
 * The users in the order of their entry. Their members are not shown (section 2.9): here they are those of a User,
 * without the checkouts.
 */
export function listUsers(request: AnswerRequest): PagedList {
  const selection = { columns, from: 'person', columnValues: { now: request.now }, order: 'id' };
  return listOf<UserRow>(request, selection, (row) => userRecord(row, request));
}

/** The User (section 2.4) with this id; null if nobody has it. */
export function getUser(request: AnswerRequest): object | null {
  return findUser(request, 'guid', (request.path['userId'] ?? '').toLowerCase());
}

/** The User (section 2.4) with exactly this external id; null if nobody has it. */
export function getUserByExternalId(request: AnswerRequest): object | null {
  return findUser(request, 'external_id', request.path['externalId'] ?? '');
}

function findUser(request: AnswerRequest, column: 'guid' | 'external_id', value: string): object | null {
  const sql = `SELECT ${columns} FROM person WHERE ${column} = :value`;
  const row = readRow<UserRow>(request.database, sql, { value, now: request.now });
  return row && { ...userRecord(row, request), aircraftCheckouts: checkoutsOf(request, row.id) };
}

function userRecord(row: UserRow, { clock }: AnswerRequest): object {
  return {
    userId: row.userId,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phoneNumber: row.phoneNumber,
    currentBalance: row.balanceCents / 100,
    lastFlightDate: row.lastFlightAt === null ? null : clock.local(row.lastFlightAt),
    externalId: row.externalId,
    status: statusOf(userStatuses, row.status, 'Inactive'),
    createdDate: clock.local(row.createdAt),
  };
}

type CheckoutRow = {
  makeId: string;
  make: string;
  modelId: string;
  model: string;
  userId: string;
  firstName: string;
  lastName: string;
  givenAt: number;
  expiresAt: number | null;
  revoked: number;
};

const sql = `
  SELECT make.guid AS makeId, make.name AS make, model.guid AS modelId, model.name AS model, person.guid AS userId,
    first_name AS firstName, last_name AS lastName, given_at AS givenAt, expires_at AS expiresAt, revoked
  FROM checkout JOIN model ON model.id = model_id JOIN make ON make.id = make_id JOIN person ON person.id = approved_by_id
  WHERE person_id = :person AND given_at <= :now ORDER BY given_at, checkout.id`;

/** A person's checkouts (section 2.4) given up to now. The expiration date is null for one that does not expire. */
function checkoutsOf({ database, now, clock }: AnswerRequest, person: number): object[] {
  return readRows<CheckoutRow>(database, sql, { person, now }).map((row) => ({
    make: { makeId: row.makeId, name: row.make },
    model: { modelId: row.modelId, name: row.model },
    approvedBy: { userId: row.userId, firstName: row.firstName, lastName: row.lastName },
    dateGiven: clock.local(row.givenAt),
    expires: row.expiresAt !== null,
    expirationDate: row.expiresAt === null ? null : clock.local(row.expiresAt),
    revoked: row.revoked === 1,
  }));
}

type InstructorRow = { userId: string; firstName: string; lastName: string; email: string; status: number };

/**
 * Section 2.5: instructors in the order of their entry, with their e-mail in live services. An unknown location has
 * none.
 */
export function listInstructors(request: AnswerRequest): PagedList {
  const selection = {
    columns:
      'person.guid AS userId, first_name AS firstName, last_name AS lastName, email, instructor_status AS status',
    from: 'person JOIN location ON location.id = location_id',
    where: `instructor_status IS NOT NULL AND (:status IS NULL OR instructor_status = :status)
      AND (:location IS NULL OR location.guid = :location)`,
    values: {
      status: valueOf(request.query, 'instructorStatusId'),
      location: valueOf(request.query, 'locationId')?.toLowerCase() ?? null,
    },
    order: 'person.id',
  };
  return listOf<InstructorRow>(request, selection, ({ userId, firstName, lastName, email, status }) => ({
    userId,
    firstName,
    lastName,
    ...(request.isField && { email }),
    instructorStatus: statusOf(instructorStatuses, status),
  }));
}

type PersonRow = {
  id: number;
  userGuidId: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  role: string;
};

/**
 * Roles as live services name them. `Administrator` is in the singular there, and includes dispatchers and mechanics.
 */
const fieldRoles: { readonly [role: string]: string } = {
  student: 'Students',
  instructor: 'Instructors',
  dispatcher: 'Administrator',
  mechanic: 'Administrator',
  renter: 'Renters',
};

/** Every third renter also owns an aircraft. */
const isOwner = ({ id, role }: PersonRow) => role === 'renter' && id % 3 === 0;

/** The people as live services list them besides the specification's users, with their roles. */
export function listPeople(request: AnswerRequest): PagedList {
  const selection = {
    columns: 'id, guid AS userGuidId, first_name AS firstName, last_name AS lastName, email, phone, role',
    from: 'person',
    order: 'id',
  };
  return listOf<PersonRow>(request, selection, (row) => {
    const { id: _, role, ...person } = row;
    const names = [fieldRoles[role] ?? role, ...(isOwner(row) ? ['Owners'] : [])];
    return { ...person, roles: names.map((name) => ({ name })) };
  });
}
