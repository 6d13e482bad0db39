import type { GeneratedSchool } from '#e2e/bench/school.ts';

/** Seconds from now: checked out, and due back some time ago. */
const [start, end, back] = [-130 * 60, -70 * 60, 10 * 86_400];

/**
 * Makes a generated school hostile: each of its reservations gets the aircraft, the instructor, the pilot and the hours of one of
 * them, is checked out, and is late.
 */
export function shareEverything({ database, now }: GeneratedSchool): void {
  const at = Math.floor(now().getTime() / 1000);
  const [startAt, endAt] = [at + start, at + end];
  database.exec(`
    UPDATE reservation SET
      (type_id, display_type, activity_id, aircraft_id, instructor_id, pilot_id) = (
        SELECT type_id, display_type, activity_id, aircraft_id, instructor_id, pilot_id FROM reservation
        WHERE aircraft_id IS NOT NULL AND instructor_id IS NOT NULL AND pilot_id IS NOT NULL AND lesson_id IS NOT NULL
        ORDER BY id LIMIT 1),
      start_at = ${startAt}, end_at = ${endAt}, out_at = ${startAt}, in_at = ${at + back},
      copilot_id = NULL, series = NULL, display_name = NULL, enrollment_id = NULL, lesson_id = NULL, lesson_outcome = NULL;
    DELETE FROM attendee;
    DELETE FROM participation;
    INSERT INTO participation SELECT pilot_id, start_at, id, 0 FROM reservation;
    INSERT INTO participation SELECT instructor_id, start_at, id, 1 FROM reservation;
    DELETE FROM reservation_span;
    INSERT INTO reservation_span SELECT id, start_at / 60, (end_at + 59) / 60 FROM reservation;
  `);
}
