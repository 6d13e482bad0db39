import { DatabaseSync } from 'node:sqlite';

/**
 * The tables behind every answer. Units: `..._at` are instants in epoch seconds (UTC); `..._tenths` are tenths of an
 * hour; `..._cents` are US cents; flags are 0 or 1. Rows may be before or after the present of the school's clock;
 * those up to now have happened. Guids of people, aircraft and the like are stored; those of the many rows
 * (reservations, flights, series, work) follow from the id (`school/random.ts`).
 */
const schema = `
-- seed, operatorId, zone, name, guid, firstDay and lastDay (generated, as YYYY-MM-DD, both inclusive)
CREATE TABLE school (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

CREATE TABLE location (id INTEGER PRIMARY KEY, guid TEXT NOT NULL UNIQUE, name TEXT NOT NULL, airport TEXT NOT NULL) STRICT;

-- user_status as section 3; instructor_status (section 3) is null for people who are not instructors.
CREATE TABLE person (
  id INTEGER PRIMARY KEY, guid TEXT NOT NULL UNIQUE, external_id TEXT NOT NULL UNIQUE,
  first_name TEXT NOT NULL, last_name TEXT NOT NULL, email TEXT NOT NULL, phone TEXT NOT NULL,
  role TEXT NOT NULL,                      -- student, renter, instructor, mechanic, dispatcher
  user_status INTEGER NOT NULL, created_at INTEGER NOT NULL, opening_balance_cents INTEGER NOT NULL,
  instructor_status INTEGER, location_id INTEGER NOT NULL REFERENCES location (id)
) STRICT;

CREATE TABLE make (id INTEGER PRIMARY KEY, guid TEXT NOT NULL UNIQUE, name TEXT NOT NULL) STRICT;
CREATE TABLE model (
  id INTEGER PRIMARY KEY, guid TEXT NOT NULL UNIQUE, make_id INTEGER NOT NULL REFERENCES make (id), name TEXT NOT NULL,
  category TEXT NOT NULL, class TEXT NOT NULL, category_class TEXT NOT NULL,  -- Airplane, Single Engine Land, ASEL
  is_simulator INTEGER NOT NULL, is_complex INTEGER NOT NULL, is_high_performance INTEGER NOT NULL,
  is_tail_wheel INTEGER NOT NULL, engines INTEGER NOT NULL, hourly_cents INTEGER NOT NULL
) STRICT;

-- status as section 3. The base meters are those before the first generated flight.
CREATE TABLE aircraft (
  id INTEGER PRIMARY KEY, guid TEXT NOT NULL UNIQUE, tail TEXT NOT NULL, model_id INTEGER NOT NULL REFERENCES model (id),
  location_id INTEGER NOT NULL REFERENCES location (id), status INTEGER NOT NULL,
  has_hobbs INTEGER NOT NULL, has_airtime_meter INTEGER NOT NULL, has_heater_hobbs INTEGER NOT NULL,
  base_hobbs_tenths INTEGER NOT NULL, base_tach_tenths INTEGER NOT NULL, base_landings INTEGER NOT NULL,
  ttis_over_tach_tenths INTEGER NOT NULL   -- airframe total time in service = tach + this
) STRICT;

-- An aircraft of this model that this person may take; expires_at is null when it does not expire.
CREATE TABLE checkout (
  id INTEGER PRIMARY KEY, person_id INTEGER NOT NULL REFERENCES person (id), model_id INTEGER NOT NULL REFERENCES model (id),
  approved_by_id INTEGER NOT NULL REFERENCES person (id), given_at INTEGER NOT NULL, expires_at INTEGER, revoked INTEGER NOT NULL
) STRICT;
CREATE INDEX checkout_by_person ON checkout (person_id);

CREATE TABLE equipment (
  id INTEGER PRIMARY KEY, guid TEXT NOT NULL UNIQUE, name TEXT NOT NULL, kind TEXT NOT NULL, serial TEXT NOT NULL,
  location_id INTEGER NOT NULL REFERENCES location (id), status INTEGER NOT NULL  -- 0 inactive, 1 active
) STRICT;

CREATE TABLE reservation_type (id INTEGER PRIMARY KEY, guid TEXT NOT NULL UNIQUE, display_type INTEGER NOT NULL, name TEXT NOT NULL) STRICT;
CREATE TABLE activity_type (
  id INTEGER PRIMARY KEY, guid TEXT NOT NULL UNIQUE, display_type INTEGER NOT NULL, name TEXT NOT NULL,
  track_training_mismatch INTEGER NOT NULL
) STRICT;

CREATE TABLE course (id INTEGER PRIMARY KEY, guid TEXT NOT NULL UNIQUE, name TEXT NOT NULL) STRICT;
CREATE TABLE lesson (
  id INTEGER PRIMARY KEY, guid TEXT NOT NULL UNIQUE, course_id INTEGER NOT NULL REFERENCES course (id),
  ordinal INTEGER NOT NULL, name TEXT NOT NULL, UNIQUE (course_id, ordinal)
) STRICT;
CREATE TABLE enrollment (
  id INTEGER PRIMARY KEY, person_id INTEGER NOT NULL REFERENCES person (id), course_id INTEGER NOT NULL REFERENCES course (id),
  instructor_id INTEGER NOT NULL REFERENCES person (id), started_at INTEGER NOT NULL,
  passed_before INTEGER NOT NULL           -- lessons passed before the first generated day
) STRICT;

-- Status at now: 0 Reserved before out_at, 1 Checked Out before in_at, 2 Completed from in_at on. What is never checked
-- out (class, meeting, time off, maintenance) has both at its end. What is cancelled has out_at at its
-- end and in_at, which is before that, when it is cancelled. Ids ascend with the day of start, not with the start.
-- A training session is a reservation with a lesson; lesson_outcome is the session status once completed.
CREATE TABLE reservation (
  id INTEGER PRIMARY KEY, start_at INTEGER NOT NULL, end_at INTEGER NOT NULL,  -- end exclusive
  out_at INTEGER NOT NULL, in_at INTEGER NOT NULL,
  type_id INTEGER NOT NULL REFERENCES reservation_type (id), display_type INTEGER NOT NULL,
  activity_id INTEGER REFERENCES activity_type (id), aircraft_id INTEGER REFERENCES aircraft (id),
  instructor_id INTEGER REFERENCES person (id), pilot_id INTEGER REFERENCES person (id), copilot_id INTEGER REFERENCES person (id),
  series INTEGER, display_name TEXT,
  enrollment_id INTEGER REFERENCES enrollment (id), lesson_id INTEGER REFERENCES lesson (id), lesson_outcome INTEGER
) STRICT;
CREATE INDEX reservation_by_start ON reservation (start_at);
CREATE INDEX reservation_by_end ON reservation (end_at);
CREATE INDEX reservation_by_display_type ON reservation (display_type, start_at);
CREATE INDEX reservation_by_aircraft ON reservation (aircraft_id, start_at);
CREATE INDEX session_by_in ON reservation (in_at) WHERE lesson_id IS NOT NULL;
CREATE INDEX reservation_by_enrollment ON reservation (enrollment_id, in_at) WHERE enrollment_id IS NOT NULL;

-- Coarse filter of overlap windows, in minutes since the epoch (32 bits hold minutes far beyond 2038): first_minute is
-- start_at / 60 rounded down, last_minute end_at / 60 rounded up. Join to reservation for the exact comparison.
CREATE VIRTUAL TABLE reservation_span USING rtree_i32 (id, first_minute, last_minute);

-- Everyone in a reservation, for the userId filter. capacity: 0 pilot, 1 instructor, 2 attendee of a class or meeting.
CREATE TABLE participation (
  person_id INTEGER NOT NULL REFERENCES person (id), start_at INTEGER NOT NULL,
  reservation_id INTEGER NOT NULL REFERENCES reservation (id), capacity INTEGER NOT NULL,
  PRIMARY KEY (person_id, start_at, reservation_id)
) STRICT, WITHOUT ROWID;

-- Those who attend a class or a meeting (its pilots are these; pilot_id is null then).
CREATE TABLE attendee (
  reservation_id INTEGER NOT NULL REFERENCES reservation (id), person_id INTEGER NOT NULL REFERENCES person (id),
  PRIMARY KEY (reservation_id, person_id)
) STRICT, WITHOUT ROWID;

-- One per reservation that flies an aircraft (simulators log hours too, but no landings); the id is the reservation's.
-- Out and in are the meters at check-out and check-in. destination is null for a flight that stays local.
CREATE TABLE flight (
  id INTEGER PRIMARY KEY REFERENCES reservation (id), aircraft_id INTEGER NOT NULL REFERENCES aircraft (id),
  out_at INTEGER NOT NULL, in_at INTEGER NOT NULL,
  hobbs_out_tenths INTEGER NOT NULL, hobbs_in_tenths INTEGER NOT NULL,
  tach_out_tenths INTEGER NOT NULL, tach_in_tenths INTEGER NOT NULL,
  landings_out INTEGER NOT NULL, landings_in INTEGER NOT NULL, destination TEXT
) STRICT;
CREATE INDEX flight_by_aircraft ON flight (aircraft_id, in_at);
CREATE INDEX flight_by_in ON flight (in_at, id, destination);
CREATE INDEX flight_by_out ON flight (out_at);

-- The bill for a reservation, made at its check-in; the id is the reservation's. Hours are the flight's by Hobbs and the
-- instructor's; a cost is its hours times the hourly rate, exactly.
CREATE TABLE invoice (
  id INTEGER PRIMARY KEY REFERENCES reservation (id), person_id INTEGER NOT NULL REFERENCES person (id), at INTEGER NOT NULL,
  aircraft_tenths INTEGER NOT NULL, aircraft_cents INTEGER NOT NULL,
  instructor_tenths INTEGER NOT NULL, instructor_cents INTEGER NOT NULL
) STRICT;
CREATE INDEX invoice_by_at ON invoice (at, id, aircraft_cents, instructor_cents);
CREATE INDEX invoice_by_person ON invoice (person_id, at, aircraft_cents, instructor_cents);

-- A credit (cents > 0: a payment, a goodwill) or a debit (cents < 0) to an account.
CREATE TABLE memo (
  id INTEGER PRIMARY KEY, person_id INTEGER NOT NULL REFERENCES person (id), at INTEGER NOT NULL,
  cents INTEGER NOT NULL, reason TEXT NOT NULL
) STRICT;
CREATE INDEX memo_by_at ON memo (at);
CREATE INDEX memo_by_person ON memo (person_id, at, cents);

-- A recurring or one-time item on up to three axes; an axis it does not have is null.
CREATE TABLE reminder (
  id INTEGER PRIMARY KEY, guid TEXT NOT NULL UNIQUE, aircraft_id INTEGER NOT NULL REFERENCES aircraft (id), name TEXT NOT NULL,
  every_tenths INTEGER, every_days INTEGER, every_months INTEGER, every_cycles INTEGER,  -- months end on their last day
  warn_tenths INTEGER NOT NULL, warn_days INTEGER NOT NULL, warn_cycles INTEGER NOT NULL
) STRICT;
CREATE INDEX reminder_by_aircraft ON reminder (aircraft_id);

-- The limits in force are those of the latest row at or before now. due_at is the last second of the operator's day.
CREATE TABLE compliance (
  id INTEGER PRIMARY KEY, reminder_id INTEGER NOT NULL REFERENCES reminder (id), at INTEGER NOT NULL,
  due_tach_tenths INTEGER, due_at INTEGER, due_landings INTEGER,
  permanent INTEGER NOT NULL               -- complied for good: no limit any more
) STRICT;
CREATE INDEX compliance_by_reminder ON compliance (reminder_id, at);

CREATE TABLE squawk (
  id INTEGER PRIMARY KEY, aircraft_id INTEGER NOT NULL REFERENCES aircraft (id), reported_by_id INTEGER NOT NULL REFERENCES person (id),
  description TEXT NOT NULL, grounds INTEGER NOT NULL, created_at INTEGER NOT NULL,
  resolved_at INTEGER, corrective_action TEXT, work_order_id INTEGER REFERENCES work_order (id)
) STRICT;
CREATE INDEX squawk_by_aircraft ON squawk (aircraft_id, created_at);

-- Shop work on an aircraft, with the meters at which it was closed. reservation_id is its maintenance block.
CREATE TABLE work_order (
  id INTEGER PRIMARY KEY, aircraft_id INTEGER NOT NULL REFERENCES aircraft (id), reservation_id INTEGER REFERENCES reservation (id),
  opened_at INTEGER NOT NULL, closed_at INTEGER NOT NULL,
  hobbs_tenths INTEGER NOT NULL, tach_tenths INTEGER NOT NULL, landings INTEGER NOT NULL
) STRICT;
CREATE INDEX work_order_by_opened ON work_order (opened_at);
-- One job of a work order, for a reminder or for a squawk; done, it makes a logbook entry.
CREATE TABLE work_item (
  id INTEGER PRIMARY KEY, work_order_id INTEGER NOT NULL REFERENCES work_order (id), mechanic_id INTEGER NOT NULL REFERENCES person (id),
  reminder_id INTEGER REFERENCES reminder (id), squawk_id INTEGER REFERENCES squawk (id),
  description TEXT NOT NULL, created_at INTEGER NOT NULL, done_at INTEGER NOT NULL
) STRICT;
CREATE INDEX work_item_by_created ON work_item (created_at);
CREATE INDEX work_item_by_done ON work_item (done_at);
CREATE INDEX work_item_by_order ON work_item (work_order_id);
-- A mechanic's time on a work item.
CREATE TABLE work_log (
  id INTEGER PRIMARY KEY, work_item_id INTEGER NOT NULL REFERENCES work_item (id), mechanic_id INTEGER NOT NULL REFERENCES person (id),
  at INTEGER NOT NULL, labour_tenths INTEGER NOT NULL, note TEXT NOT NULL
) STRICT;
CREATE INDEX work_log_by_at ON work_log (at);
`;

/**
 * Opens the operator's database, with its tables. A file keeps its school. Without a path the database is in memory.
 */
export function openDatabase(path = ':memory:'): DatabaseSync {
  const database = new DatabaseSync(path);
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536; PRAGMA foreign_keys = OFF',
  );
  const exists = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'school'`).get();
  if (!exists) database.exec(`BEGIN; ${schema}; COMMIT`);
  return database;
}
