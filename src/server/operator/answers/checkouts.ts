import type { Asking } from './list/asking.ts';
import { readRows } from './list/rows.ts';

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

/** The aircraft a person may take (section 2.4), as given up to now; the expiration is null for one that does not expire. */
export function checkoutsOf({ database, now, clock }: Asking, person: number): object[] {
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
