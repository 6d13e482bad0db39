import { reminderStatuses } from '#contract/statuses.ts';
import { type ReminderAxis, type ReminderReading, remindersOf } from '#server/operator/school/state/remindersAt.ts';
import { findAircraft } from './aircraft.ts';
import type { Asking, PagedList } from './list/asking.ts';
import { pagedList, sliceOf } from './list/paging.ts';
import { statusOf } from './list/values.ts';

/** Section 2.3: the reminders of one aircraft as they stand now; null for an aircraft that is not there. */
export function listMaintenanceReminders(asking: Asking): PagedList | null {
  const aircraft = findAircraft(asking.database, asking.path['aircraftId'] ?? '');
  if (aircraft === null) return null;
  const asked = asking.query.filters?.['statusId']?.values;
  const all = remindersOf(asking.database, asking.clock, aircraft, asking.now);
  const matching = asked ? all.filter(({ status }) => asked.includes(String(status))) : all;
  const slice = sliceOf(asking.query, null);
  const page = slice.count < 0 ? matching : matching.slice(slice.first, slice.first + slice.count);
  return pagedList(
    slice,
    matching.length,
    page.map((reading) => reminderRecord(reading, asking)),
  );
}

function reminderRecord(reading: ReminderReading, { clock }: Asking): object {
  const { date, hours, cycles } = reading;
  return {
    maintenanceReminderId: reading.guid,
    name: reading.name,
    status: statusOf(reminderStatuses, reading.status),
    permanentlyComplied: reading.permanentlyComplied,
    dateOptions: date && {
      ...spoken(date),
      currentDate: clock.local(date.current),
      expirationDate: clock.local(date.expiration),
    },
    timeOptions: hours && { ...spoken(hours), currentHours: hours.current, expirationHours: hours.expiration },
    cycleOptions: cycles && { ...spoken(cycles), currentCycles: cycles.current, expirationCycles: cycles.expiration },
  };
}

function spoken({ status, message }: ReminderAxis): object {
  return { typeStatus: statusOf(reminderStatuses, status), message };
}
