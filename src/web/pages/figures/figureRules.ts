import { usualHoursText } from '#domain/calendar/opening.ts';
import { onTimeWithin, unplannedWithin } from '#domain/thresholds.ts';
import { millisecondsInDay, millisecondsInMinute } from '#domain/units.ts';

const minutes = onTimeWithin / millisecondsInMinute;

/** The name of the large figure of departures. */
export const leftInTime = `Left within ${minutes} minutes of their booking`;

/** How a figure or a picture is counted, by its name, where the name alone does not say it. */
const rules: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'Hours flown of hours open': `Hours flown divided by hours open. Open is ${usualHoursText} on each day of the period so far, for each aircraft that is in service now, without simulators. No record says when the school was open, or which aircraft it had then.`,
    Flown:
      'Hours of the flights that left in the period and are closed, as the flight operations report gives them; where it gives none, Hobbs in less Hobbs out. Simulators are not counted.',
    Booked: 'Lengths of the reservations for flights that start in the period and are not cancelled.',
    'Flown of booked': 'Hours flown divided by hours booked. It is above 100 % if flights took longer than booked.',
    'Between reservations':
      'Hours from the end of one reservation of an aircraft to the start of its next on the same day. Shop visits are reservations too, so time in the shop is not among these hours.',
    [leftInTime]: `Of the flights that were to leave: those checked out by ${minutes} minutes after their booked start. Early is in time. Cancelled flights and no-shows did not leave in time.`,
    'Were to leave': `Flights with a booked start in the period, also cancelled ones and no-shows, from ${minutes} minutes after that start. Those whose departure is not recorded are not among them.`,
    'Departure not recorded':
      'The reservation is completed or checked out, but no row of the flight operations report gives the time at which its flight left. These are in no other count.',
    'Not in time, by cause':
      'One cause for each flight, the first of these that records show. Cancelled: by its status. Grounded: a grounding squawk was open at the booked start. Never checked out. Late aircraft: its flight before came back after the booked start. All others are not recorded.',
    'Cancelled of booked':
      'Reservations that start in the period and are cancelled, void, no-shows, or gone from the service, divided by all that start in it. Shop visits and time off are not counted.',
    'No-shows': 'Reservations whose status at the service says no-show.',
    'By cause': 'What the status at the service says. A status that names no cause counts as not recorded.',
    'By weekday and hour':
      'Cancelled reservations and no-shows by their booked start, on the clock of the school. Each field also says how many were booked.',
    'By notice':
      'How long before its booked start the log of changes saw a reservation become cancelled. Not recorded: it was cancelled before the log began, or while the gateway did not run.',
    'Days grounded by squawks, whole fleet':
      'Days of 24 hours in which a grounding squawk of an aircraft was open, added up over the fleet. Squawks that were resolved without a date are not counted. A status or a reminder that grounds an aircraft has no past, so it is not counted either.',
    'Squawks closed': 'Squawks resolved in the period. Those resolved without a date are not counted.',
    'Booked in the shop': 'Lengths of the maintenance reservations that start in the period and are not cancelled.',
    'Shop time, planned and not': `Hours of the maintenance reservations that start in the period. One counts as after a grounding squawk if it began at most ${unplannedWithin / millisecondsInDay} days after such a squawk was found and while it was open. Records do not say when a visit was booked, so one that was planned for that day all the same counts as unplanned. Not told: the squawks of the aircraft are not read, or do not say whether they ground.`,
    'Open squawks by age': 'Squawks that were open when the period ended, by the time since they were found.',
    'Open work orders by age': 'Work orders that were open when the period ended, by the time since they were opened.',
    'Lessons for each student':
      'Lessons divided by the students who had at least one, and by the weeks of the period. A lesson is a completed reservation with a student and an instructor.',
    Students: 'Students with at least one lesson in the period.',
    'Without a booking ahead':
      'Students under way in the student progress report who have no reservation that starts after now.',
    'Weeks since the last lesson':
      'Students under way in the student progress report. Pace: lessons passed for each week since the student began, of the median of all students under way in the same course; not known with fewer than three of them.',
    'Hours booked with each instructor':
      'Lengths of the reservations with the instructor that start in the period and are not cancelled, flights or not. Time off is not counted.',
    'Hours by location':
      'A flight belongs to the location of its reservation; where that names none, to the location of the aircraft’s last reservation.',
  }),
);

/** Null for a figure whose name says all. */
export function ruleOf(name: string): string | null {
  return rules.get(name) ?? null;
}
