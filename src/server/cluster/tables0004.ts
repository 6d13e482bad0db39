import type { Migration } from './tables0001.ts';

/**
 * `read_rows` also says on which timeline the server is. PostgreSQL begins another one when a standby takes over. That standby may lack
 * the last writes of the server before it, and gives their revisions to others, so a revision says nothing beyond its timeline.
 */
const readRows = `
CREATE FUNCTION timeline() RETURNS text LANGUAGE plpgsql STABLE AS $f$
BEGIN
  -- The first eight digits of a WAL file's name.
  RETURN CASE WHEN pg_is_in_recovery() THEN NULL ELSE left(pg_walfile_name(pg_current_wal_lsn()), 8) END;
EXCEPTION WHEN OTHERS THEN
  -- Some hosted servers have no files of their own.
  RETURN NULL;
END $f$;
ALTER FUNCTION read_rows RENAME TO read_rows_alone;
CREATE FUNCTION read_rows(given_part text, since bigint, most bigint) RETURNS json LANGUAGE sql STABLE AS $f$
  SELECT (left(found, -1) || ',"timeline":' || coalesce(to_json(timeline())::text, 'null') || '}')::json
  FROM (SELECT read_rows_alone(given_part, since, most)::text AS found) AS r
$f$;
`;

export const tables0004: Migration = {
  number: 4,
  name: 'timeline of the server',
  forward: readRows,
  back: `DROP FUNCTION read_rows; ALTER FUNCTION read_rows_alone RENAME TO read_rows; DROP FUNCTION timeline;`,
};
