import { nameOf, reportOf, type ReportSet } from './reportSet.ts';

/** Everyone, with balance and last flight as of now. */
export const peopleReport: ReportSet = reportOf({
  count: 'SELECT count(*) AS total FROM person',
  rows: `SELECT person.*, ${nameOf('person')} AS name, location.name AS location,
      opening_balance_cents + (SELECT coalesce(sum(cents), 0) FROM memo WHERE person_id = person.id AND at <= :now)
        - (SELECT coalesce(sum(aircraft_cents + instructor_cents), 0) FROM invoice WHERE person_id = person.id AND at <= :now)
        AS balance,
      (SELECT in_at FROM participation JOIN flight ON flight.id = reservation_id
        WHERE participation.person_id = person.id AND start_at <= :now AND in_at <= :now ORDER BY start_at DESC LIMIT 1)
        AS last_flight
    FROM person JOIN location ON location.id = location_id ORDER BY person.id LIMIT :limit OFFSET :offset`,
  record: (row, { time, money }) => ({
    userId: row['guid'],
    externalId: row['external_id'],
    firstName: row['first_name'],
    lastName: row['last_name'],
    customerLabel1Name: row['name'],
    email: row['email'],
    phoneNumber: row['phone'],
    role: roles[String(row['role'])],
    location: row['location'],
    status: row['user_status'] === 1 ? 'Active' : 'Inactive',
    currentBalance: money(row['balance']),
    lastFlightDate: time(row['last_flight']),
    createdDate: time(row['created_at']),
    lastUpdated: time(row['last_flight'] ?? row['created_at']),
  }),
});

/** What a person's role is called. */
export const roles: { readonly [role: string]: string } = {
  instructor: 'Instructor',
  dispatcher: 'Dispatcher',
  mechanic: 'Mechanic',
  student: 'Student',
  renter: 'Renter',
};
