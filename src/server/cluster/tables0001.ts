/** A step of the tables. Earlier versions of Flightline that still run must be able to work with them. */
export type Migration = {
  readonly number: number;
  readonly name: string;
  /** SQL that makes the step, and SQL that takes it back. */
  readonly forward: string;
  readonly back: string;
};

/**
 * The tables of one school. Those of the copy and of access have the columns of the same tables in SQLite
 * (`replica/storage/sqliteTables.ts`, `access/store/accessFile.ts`), and the revision of their last change. Times `..._at`
 * are epoch milliseconds written by gateways; `timestamptz` is the database's own clock.
 */
const tables = `
-- One row for each part of the store: its revision counts writes. Deletions up to gone_before are no longer known.
CREATE TABLE head (
  part text PRIMARY KEY, revision bigint NOT NULL DEFAULT 0, gone_before bigint NOT NULL DEFAULT 0,
  identity uuid NOT NULL DEFAULT gen_random_uuid(), service text, is_begun boolean NOT NULL DEFAULT false
);
INSERT INTO head (part) VALUES ('copy'), ('access');

-- Which gateway plans. The term grows with every change; what an earlier term writes is refused.
CREATE TABLE planner (one integer PRIMARY KEY CHECK (one = 1), term bigint NOT NULL, holder text, pid integer, seen_at timestamptz NOT NULL);
INSERT INTO planner VALUES (1, 0, NULL, NULL, '2000-01-01');
CREATE TABLE gateway (id text PRIMARY KEY, seen_at timestamptz NOT NULL);

-- Calls to the service. A slot is free again a window after its call has ended: so many slots, so many calls in any window.
CREATE TABLE call_slot (n integer PRIMARY KEY, call bigint NOT NULL DEFAULT 0, free_at timestamptz NOT NULL DEFAULT '2000-01-01', taken_by text);
-- The first slots belong to the planner, which may use them while the database is gone.
CREATE TABLE call_share (one integer PRIMARY KEY CHECK (one = 1), holder text, seen_at timestamptz NOT NULL);
INSERT INTO call_share VALUES (1, NULL, '2000-01-01');
-- What people at other gateways want the planner to refresh.
CREATE TABLE wish (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, wish json NOT NULL, at timestamptz NOT NULL DEFAULT now());

CREATE TABLE shared_table (part text NOT NULL, name text PRIMARY KEY, key_columns text[] NOT NULL);
CREATE TABLE gone (
  part text NOT NULL, name text NOT NULL, key text NOT NULL, written bigint NOT NULL, PRIMARY KEY (name, key)
);
CREATE INDEX gone_written ON gone (part, written);

CREATE TABLE about (key text PRIMARY KEY, value json NOT NULL, written bigint NOT NULL);
CREATE TABLE note (key text PRIMARY KEY, value text NOT NULL, written bigint NOT NULL);
CREATE TABLE part (
  id bigint PRIMARY KEY, set_name text NOT NULL, scope text NOT NULL, as_of_at bigint NOT NULL, revision bigint NOT NULL,
  facts_json text NOT NULL, written bigint NOT NULL
);
CREATE TABLE record (
  part_id bigint NOT NULL, position bigint NOT NULL, id text NOT NULL, hash text NOT NULL, json text NOT NULL,
  written bigint NOT NULL, PRIMARY KEY (part_id, position)
);
CREATE TABLE cell (
  from_at bigint PRIMARY KEY, to_at bigint NOT NULL, as_of_at bigint NOT NULL, revision bigint NOT NULL, count bigint NOT NULL,
  facts_json text NOT NULL, written bigint NOT NULL
);
CREATE TABLE reservation (
  row_id bigint PRIMARY KEY, id text NOT NULL, start_at bigint, end_at bigint, position bigint NOT NULL, cell_at bigint NOT NULL,
  hash text NOT NULL, slim text NOT NULL, written bigint NOT NULL
);
CREATE TABLE reservation_record (row_id bigint PRIMARY KEY, json text NOT NULL, written bigint NOT NULL);
CREATE TABLE change (
  seq bigint PRIMARY KEY, at bigint NOT NULL, set_name text NOT NULL, scope text NOT NULL, id text NOT NULL, kind text NOT NULL,
  before_json text, after_json text, written bigint NOT NULL
);
CREATE TABLE entry (seq bigint PRIMARY KEY, at bigint NOT NULL, text text NOT NULL, written bigint NOT NULL);
CREATE TABLE entry_json (seq bigint PRIMARY KEY, json text NOT NULL, written bigint NOT NULL);
CREATE TABLE entry_key (key text NOT NULL, seq bigint NOT NULL, written bigint NOT NULL, PRIMARY KEY (key, seq));
CREATE TABLE alert (seq bigint PRIMARY KEY, id text NOT NULL, at bigint NOT NULL, json text NOT NULL, written bigint NOT NULL);
CREATE TABLE pending (
  recipient text NOT NULL, alert text NOT NULL, send_at bigint NOT NULL, written bigint NOT NULL, PRIMARY KEY (recipient, alert)
);
CREATE TABLE message (
  seq bigint PRIMARY KEY, id text NOT NULL, recipient text NOT NULL, name text NOT NULL, channel text NOT NULL, state text NOT NULL,
  attempts bigint NOT NULL, at bigint NOT NULL, tried_at bigint, next_at bigint, answer text, alerts_json text NOT NULL,
  written bigint NOT NULL
);
CREATE TABLE meter_move (
  aircraft text NOT NULL, at bigint NOT NULL, before double precision NOT NULL, after double precision NOT NULL,
  written bigint NOT NULL, PRIMARY KEY (aircraft, at)
);
CREATE TABLE flown (
  id text PRIMARY KEY, aircraft text NOT NULL, activity text NOT NULL, start_at bigint NOT NULL, end_at bigint NOT NULL,
  out_at bigint, closed_at bigint, written bigint NOT NULL
);

CREATE TABLE handed_out (
  id text PRIMARY KEY, kind text NOT NULL, name text NOT NULL, role text NOT NULL, user_id text, shows_names bigint NOT NULL,
  subject_json text, hash text, created_at bigint NOT NULL, expires_at bigint, used_at bigint, reason text, reads_json text,
  from_service bigint NOT NULL DEFAULT 0, written bigint NOT NULL
);
CREATE TABLE session (
  hash text PRIMARY KEY, id text NOT NULL, grant_id text NOT NULL, name text NOT NULL, begun_at bigint NOT NULL,
  extended_at bigint NOT NULL, cookie_at bigint NOT NULL, device text, network text, sub text, sid text, written bigint NOT NULL
);
CREATE TABLE opened_column (
  report text NOT NULL, member text NOT NULL, role text NOT NULL, written bigint NOT NULL, PRIMARY KEY (report, member, role)
);
-- Random bytes in hexadecimal.
CREATE TABLE own_secret (name text PRIMARY KEY, value text NOT NULL);

-- The audit: each line has the hash of the one before.
CREATE TABLE audit (seq bigint PRIMARY KEY, event text NOT NULL, at text NOT NULL, line text NOT NULL);
CREATE TABLE audit_head (one integer PRIMARY KEY CHECK (one = 1), seq bigint NOT NULL, hash text NOT NULL);
INSERT INTO audit_head VALUES (1, 0, '');
CREATE TABLE audit_base (one integer PRIMARY KEY CHECK (one = 1), seq bigint NOT NULL, hash text NOT NULL);
INSERT INTO audit_base VALUES (1, 0, '');
`;

/** Part, name, key columns. */
const shared = [
  ['copy', 'about', 'key'],
  ['copy', 'note', 'key'],
  ['copy', 'part', 'id'],
  ['copy', 'record', 'part_id,position'],
  ['copy', 'cell', 'from_at'],
  ['copy', 'reservation', 'row_id'],
  ['copy', 'reservation_record', 'row_id'],
  ['copy', 'change', 'seq'],
  ['copy', 'entry', 'seq'],
  ['copy', 'entry_json', 'seq'],
  ['copy', 'entry_key', 'key,seq'],
  ['copy', 'alert', 'seq'],
  ['copy', 'pending', 'recipient,alert'],
  ['copy', 'message', 'seq'],
  ['copy', 'meter_move', 'aircraft,at'],
  ['copy', 'flown', 'id'],
  ['access', 'handed_out', 'id'],
  ['access', 'session', 'hash'],
  ['access', 'opened_column', 'report,member,role'],
] as const;

const indexes = shared
  .map(
    ([part, name, keys]) =>
      `INSERT INTO shared_table VALUES ('${part}', '${name}', '{${keys}}'); CREATE INDEX ${name}_written ON ${name} (written);`,
  )
  .join('\n');

/**
 * The ways to write and read shared rows. Each is one statement and one transaction, so a slow connection costs one
 * wait. A key is a JSON array of its columns. `write_rows` returns the new revision, or null for a past term. It
 * changes rows of `old_rows` only if they still exist, so a row that another gateway deleted stays deleted. `read_rows`
 * returns the writes of revisions after `since`, up to a limit. `whole` means that earlier deletions are no longer
 * known.
 */
export const writeRows0001 = `CREATE FUNCTION write_rows(given_part text, given_term bigint, given json) RETURNS bigint LANGUAGE plpgsql AS $f$
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
    END IF;
    SELECT string_agg(quote_ident(c), ', '), string_agg(format('%1$I = excluded.%1$I', c), ', '),
           string_agg(format('%1$I = s.%1$I', c), ', ')
      INTO column_list, new_values, old_values FROM unnest(one.columns) AS c;
    IF json_array_length(one.new_rows) > 0 THEN
      -- A session whose grant was revoked meanwhile does not begin.
      EXECUTE format('INSERT INTO %1$s (%2$s, written) SELECT %2$s, $2 FROM json_populate_recordset(NULL::%1$s, $1) %3$s
        ON CONFLICT (%4$s) DO UPDATE SET %5$s, written = $2', full_name, column_list,
        CASE WHEN one.name = 'session' THEN 'WHERE grant_id IN (SELECT id FROM handed_out)' ELSE '' END,
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

const functions = `
${writeRows0001}
CREATE FUNCTION read_rows(given_part text, since bigint, most bigint) RETURNS json LANGUAGE plpgsql STABLE AS $f$
DECLARE
  state head; up_to bigint; one record; piece json; pieces text[] := '{}';
BEGIN
  SELECT * INTO state FROM head WHERE part = given_part;
  up_to := least(state.revision, since + most);
  FOR one IN SELECT name FROM shared_table WHERE part = given_part LOOP
    EXECUTE format('SELECT json_agg(t) FROM %I t WHERE written > $1 AND written <= $2', one.name) INTO piece USING since, up_to;
    IF piece IS NOT NULL THEN pieces := pieces || (to_json(one.name)::text || ':' || piece::text); END IF;
  END LOOP;
  SELECT json_agg(json_build_array(name, key::json)) INTO piece FROM gone WHERE part = given_part AND written > since AND written <= up_to;
  RETURN format('{"identity":%s,"revision":%s,"upTo":%s,"whole":%s,"isBegun":%s,"gone":%s,"rows":{%s}}', to_json(state.identity),
    state.revision, up_to, to_json(since < state.gone_before), to_json(state.is_begun), coalesce(piece::text, '[]'), array_to_string(pieces, ','))::json;
END $f$;

-- The rows of these keys as they are, for a gateway that must take back what it wrote.
CREATE FUNCTION rows_at(given_part text, given json) RETURNS json LANGUAGE plpgsql STABLE AS $f$
DECLARE
  one record; same text; piece json; pieces text[] := '{}';
BEGIN
  FOR one IN SELECT * FROM json_to_recordset(given) AS g (name text, keys json) LOOP
    SELECT string_agg(format('t.%1$I::text = d.key->>%2$s', c, n - 1), ' AND ')
      INTO same FROM shared_table, unnest(key_columns) WITH ORDINALITY AS k (c, n) WHERE part = given_part AND name = one.name;
    EXECUTE format('SELECT json_agg(t) FROM %I t JOIN json_array_elements($1) AS d (key) ON %s', one.name, same) INTO piece USING one.keys;
    IF piece IS NOT NULL THEN pieces := pieces || (to_json(one.name)::text || ':' || piece::text); END IF;
  END LOOP;
  RETURN format('{%s}', array_to_string(pieces, ','))::json;
END $f$;

-- A gateway lives. With a term it plans: then it keeps its share of the allowance, and takes what people want refreshed.
CREATE FUNCTION beat(given_id text, given_term bigint, share_hours integer) RETURNS json LANGUAGE plpgsql AS $f$
DECLARE
  is_alive boolean := false; has_share boolean := false; wished json;
BEGIN
  INSERT INTO gateway VALUES (given_id, clock_timestamp()) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at;
  UPDATE planner SET seen_at = clock_timestamp() WHERE term = given_term;
  IF FOUND THEN
    is_alive := true;
    UPDATE call_share SET holder = given_id, seen_at = clock_timestamp()
      WHERE holder = given_id OR holder IS NULL OR seen_at < clock_timestamp() - share_hours * interval '1 hour';
    has_share := FOUND;
    WITH wished_rows AS (DELETE FROM wish RETURNING wish) SELECT json_agg(wish) INTO wished FROM wished_rows;
  END IF;
  RETURN json_build_object('isAlive', is_alive, 'hasShare', has_share, 'wishes', coalesce(wished, '[]'),
    'term', (SELECT term FROM planner),
    'gateways', (SELECT count(*) FROM gateway WHERE seen_at > clock_timestamp() - interval '10 seconds'));
END $f$;

-- Forgets deletions of long ago; a gateway that was away for longer reads everything again.
CREATE FUNCTION forget_gone(given_part text, kept bigint) RETURNS void LANGUAGE sql AS $f$
  UPDATE head SET gone_before = greatest(gone_before, revision - kept) WHERE part = given_part;
  DELETE FROM gone USING head WHERE gone.part = given_part AND head.part = given_part AND written <= gone_before;
$f$;
`;

const tableNames = [...tables.matchAll(/CREATE TABLE (\w+)/g)].map(([, name]) => name);
const functionNames = [...functions.matchAll(/CREATE FUNCTION (\w+)/g)].map(([, name]) => name);

export const tables0001: Migration = {
  number: 1,
  name: 'tables',
  forward: `${tables}${indexes}${functions}`,
  back: `DROP FUNCTION ${functionNames.join(', ')}; DROP TABLE ${tableNames.join(', ')};`,
};
