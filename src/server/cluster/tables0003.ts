import { type Migration, writeRows0001 } from './tables0001.ts';

/** What is revoked stays revoked: `write_rows` also ends sessions that the revoker did not know, and brings no row back. */
const writeRows = `
CREATE OR REPLACE FUNCTION write_rows(given_part text, given_term bigint, given json) RETURNS bigint LANGUAGE plpgsql AS $f$
DECLARE
  next_revision bigint; one record; full_name text; same text; key_list text; column_list text; new_values text; old_values text;
BEGIN
  IF given_term IS NOT NULL THEN
    PERFORM 1 FROM planner WHERE term = given_term FOR SHARE;
    IF NOT FOUND THEN RETURN NULL; END IF;
  END IF;
  UPDATE head SET revision = revision + 1, is_begun = true WHERE part = given_part RETURNING revision INTO next_revision;
  FOR one IN SELECT * FROM json_to_recordset(given) AS g (name text, columns text[], gone json, new_rows json, old_rows json) LOOP
    -- With its schema, because "record" alone is a type of PostgreSQL's own.
    full_name := format('%I.%I', current_schema(), one.name);
    SELECT string_agg(quote_ident(c), ', '), string_agg(format('t.%1$I::text = d.key->>%2$s', c, n - 1), ' AND ')
      INTO key_list, same FROM shared_table, unnest(key_columns) WITH ORDINALITY AS k (c, n)
      WHERE part = given_part AND name = one.name;
    IF json_array_length(one.gone) > 0 THEN
      EXECUTE format('DELETE FROM %s t USING json_array_elements($1) AS d (key) WHERE %s', full_name, same) USING one.gone;
      INSERT INTO gone SELECT given_part, one.name, key::text, next_revision FROM json_array_elements(one.gone) AS d (key)
        ON CONFLICT (name, key) DO UPDATE SET written = next_revision;
      -- The gateway that revokes a grant may not know all of its sessions yet.
      IF one.name = 'handed_out' THEN
        WITH ended AS (
          DELETE FROM session WHERE grant_id IN (SELECT key->>0 FROM json_array_elements(one.gone) AS d (key)) RETURNING hash)
        INSERT INTO gone SELECT given_part, 'session', json_build_array(hash)::text, next_revision FROM ended
          ON CONFLICT (name, key) DO UPDATE SET written = next_revision;
      END IF;
    END IF;
    SELECT string_agg(quote_ident(c), ', '), string_agg(format('%1$I = excluded.%1$I', c), ', '),
           string_agg(format('%1$I = s.%1$I', c), ', ')
      INTO column_list, new_values, old_values FROM unnest(one.columns) AS c;
    IF json_array_length(one.new_rows) > 0 THEN
      -- A session whose grant was revoked meanwhile does not begin. What was revoked does not come back if a gateway
      -- writes it again because the answer to its first write was lost.
      EXECUTE format('INSERT INTO %1$s (%2$s, written) SELECT %2$s, $2 FROM json_populate_recordset(NULL::%1$s, $1) %3$s
        ON CONFLICT (%4$s) DO UPDATE SET %5$s, written = $2', full_name, column_list,
        CASE one.name
          WHEN 'session' THEN 'WHERE grant_id IN (SELECT id FROM handed_out) AND json_build_array(hash)::text NOT IN
            (SELECT key FROM gone WHERE name = ''session'')'
          WHEN 'handed_out' THEN 'WHERE json_build_array(id)::text NOT IN (SELECT key FROM gone WHERE name = ''handed_out'')'
          ELSE '' END,
        key_list, new_values) USING one.new_rows, next_revision;
    END IF;
    IF json_array_length(one.old_rows) > 0 THEN
      SELECT string_agg(format('t.%1$I = s.%1$I', c), ' AND ') INTO same FROM shared_table, unnest(key_columns) AS c
        WHERE part = given_part AND name = one.name;
      EXECUTE format('UPDATE %1$s t SET %2$s, written = $2 FROM json_populate_recordset(NULL::%1$s, $1) s WHERE %3$s',
        full_name, old_values, same) USING one.old_rows, next_revision;
    END IF;
  END LOOP;
  PERFORM pg_notify(current_schema(), given_part || ' ' || next_revision);
  RETURN next_revision;
END $f$;
`;

export const tables0003: Migration = {
  number: 3,
  name: 'revocations stay',
  forward: writeRows,
  back: `DROP FUNCTION write_rows; ${writeRows0001}`,
};
