import { lifeOf } from '#contract/statuses.ts';
import { aircraftConflicts } from '#domain/conflicts/aircraftConflicts.ts';
import type { Conflict } from '#domain/conflicts/conflict.ts';
import { conflictText } from '#domain/conflicts/conflictText.ts';
import { instructorFinding } from '#domain/readiness/checkPeople.ts';
import { groundedIn } from '#domain/readiness/readinessIndex.ts';
import { isVisitAhead } from '#domain/maintenance/shopVisit.ts';
import { type Certainty, certaintyOf } from '#domain/reservations/state.ts';
import { idKey, instructorOf, type TimedReservation } from '#domain/reservations/reservations.ts';
import { titleOf } from '#domain/reservations/reservationTitles.ts';
import { overlaps } from '#domain/time/time.ts';
import { type BriefDay, mark, noneUnless, rest, type Row, startCell, time } from './briefDay.ts';
import type { Draft } from './sheet.ts';

/** A finding against a reservation. */
type BriefConflict = {
  readonly key: string;
  readonly reservation: TimedReservation;
  readonly certainty: Certainty;
  readonly words: string;
};

/** The conflicts of the day's reservations: definite ones first, each group by start. */
export function conflictDraft(brief: BriefDay): Draft {
  const { clock, now } = brief;
  const ofRecords = conflictsOf(brief).map((conflict): BriefConflict => {
    // The heading says once that forecasts assume flights as booked.
    return { ...conflict, words: conflictText(conflict, clock, now, conflict.reservation, 'without') };
  });
  const rows = [...ofRecords, ...inactiveInstructors(brief)].toSorted(byCertainty).map((conflict): Row => {
    const { reservation, certainty, words } = conflict;
    const isDefinite = certainty === 'definite';
    return {
      cells: [
        startCell(reservation.start, brief),
        isDefinite ? 'Definite' : 'Possible',
        `${titleOf(reservation)}: ${words}`,
      ],
      level: isDefinite ? 'stop' : 'check',
    };
  });
  const note = 'limits are forecasts, if flown as booked';
  const none = noneUnless('None', brief, ['fleet', 'records', 'people', 'reservations', 'other days']);
  return { id: 'conflicts', title: 'Conflicts', note, columns: [time, mark(4.8), rest], rows, none };
}

function conflictsOf({ index, span, states }: BriefDay): readonly Conflict[] {
  const { fleet, reminders, now } = index.sources;
  // A shop visit before the day may settle a finding by then.
  const visits = index.reservations.all.filter(
    (entry) => isVisitAhead(entry.reservation, now) && !states.includes(entry),
  );
  const due = Array.from(reminders.values(), ({ items }) => items ?? []).flat();
  const records = { fleet, due, horizons: index.horizons, grounding: groundedIn(index.sources.squawks), now };
  const ofAircraft = aircraftConflicts([...visits, ...states], records);
  const ofPairs = states.flatMap(({ reservation }) => index.conflicts.get(reservation.key) ?? []);
  const all = new Map([...ofPairs, ...ofAircraft].map((conflict) => [conflict.key, conflict]));
  return [...all.values()].filter(
    ({ reservation, other }) => overlaps(reservation, span) || (other !== null && overlaps(other, span)),
  );
}

/** Booked instructors whom the list of instructors shows as inactive or deleted. */
function inactiveInstructors({ index, states, now }: BriefDay): BriefConflict[] {
  return states.flatMap(({ reservation, state }): BriefConflict[] => {
    const instructor = instructorOf(reservation);
    const certainty = certaintyOf(state);
    if (!instructor || certainty === null || reservation.end <= now || reservation.kind === 'Instructor Time Off')
      return [];
    const record = instructor.userId === null ? undefined : index.instructors?.get(idKey(instructor.userId));
    const life = lifeOf(record?.instructorStatus);
    const found = life === 'inactive' || life === 'deleted' ? instructorFinding(instructor, index) : null;
    return found ? [{ key: `instructor ${reservation.key}`, reservation, certainty, words: found.words }] : [];
  });
}

function byCertainty(a: BriefConflict, b: BriefConflict): number {
  return (
    Number(a.certainty === 'possible') - Number(b.certainty === 'possible') ||
    a.reservation.start - b.reservation.start ||
    (a.key < b.key ? -1 : 1)
  );
}
