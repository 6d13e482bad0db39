import type { Aircraft } from '#domain/fleet/fleet.ts';
import type { ReadinessSources } from '#domain/readiness/readinessIndex.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { aircraft, clock, hour, hoursLeft, item, now, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { read, scheduleAt } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { person, reserved } from '#e2e/fixtures/samples/sampleSchedule.ts';
import { addDays, dayOf, daySpan } from '#domain/time/time.ts';

const days = 14;
const active = { id: 1, name: 'active' };

/**
 * For measurements: two weeks of a school in which each aircraft flies about 13 of 16 hours a day; always the same. `minLeft`:
 * the least hours left of any reminder.
 */
export function busySchool(aircraftCount: number, minLeft = 200): ReadinessSources {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return Math.floor((seed / 0x80000000) * below);
  };
  const fleet = Array.from({ length: aircraftCount }, (_, number) => aircraftOf(number));
  const instructorCount = Math.ceil(aircraftCount * 0.8);
  const reservations: TimedReservation[] = [];
  for (let day = 0; day < days; day++) {
    const { start } = daySpan(addDays(dayOf(now, zone.name), day), zone.name);
    fleet.forEach((sampleAircraft, place) => {
      for (let slot = 6; slot < 22; slot++) {
        if (random(16) >= 13) continue;
        const key = `${day} ${place} ${slot}`;
        const hasInstructor = random(3) > 0;
        reservations.push(
          reserved(key, start + slot * hour, start + (slot + 1) * hour, {
            aircraft: {
              aircraftId: sampleAircraft.aircraftId,
              tailNumber: sampleAircraft.tailNumber,
              make: sampleAircraft.make,
              model: sampleAircraft.model,
            },
            pilots: [person(`Pilot ${random(aircraftCount * 10)}`)],
            // Each instructor flies one hour in three, each time with a different part of the fleet.
            instructor: hasInstructor
              ? person(
                  `Instructor ${(place + slot * 7) % instructorCount}`,
                  `instructor ${(place + slot * 7) % instructorCount}`,
                )
              : null,
          }),
        );
      }
    });
  }
  return {
    schedule: scheduleAt(reservations),
    fleet,
    reminders: new Map(
      fleet.map((sampleAircraft, place) => [
        sampleAircraft.aircraftId,
        read(...remindersOf(sampleAircraft, place, minLeft)),
      ]),
    ),
    squawks: new Map(fleet.map((sampleAircraft) => [sampleAircraft.aircraftId, read<never>()])),
    instructors: Array.from({ length: instructorCount }, (_, place) => ({
      userId: `instructor ${place}`,
      firstName: 'Instructor',
      lastName: String(place),
      instructorStatus: active,
    })),
    users: [],
    isWithoutUsers: true,
    position: { latitude: 39.57, longitude: -104.85 },
    now,
    zone,
    clock,
  };
}

function aircraftOf(place: number): Aircraft {
  const name = place % 3 === 0 ? '172S' : place % 3 === 1 ? '172R' : 'PA-28';
  return aircraft({
    aircraftId: `plane-${place}`,
    tailNumber: `N${1000 + place}`,
    make: { name: 'Cessna' },
    model: { modelId: '172', name },
  });
}

function remindersOf(sampleAircraft: Aircraft, place: number, minLeft: number) {
  return ['100-hour', 'Oil', 'Annual', 'Engine'].map((name, which) =>
    item(
      {
        maintenanceReminderId: `${sampleAircraft.aircraftId} ${name}`,
        name,
        timeOptions: hoursLeft(minLeft + ((place * 17 + which * 31) % 300)),
      },
      sampleAircraft,
    ),
  );
}
