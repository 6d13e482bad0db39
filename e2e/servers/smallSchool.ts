import { guid, newStubSchool, stubReservation, type StubSchool } from './testCopy.ts';

/** A school of six aircraft and three instructors at 1105L on Tuesday 12 May 2026, small enough to count by hand. */
export function smallSchool(): StubSchool {
  const instructors = staff.map(([number, firstName, lastName]) => ({
    userId: guid(number),
    firstName,
    lastName,
    instructorStatus: active,
  }));
  return {
    ...newStubSchool(),
    aircraft: [
      sampleAircraft(1, skyhawk),
      sampleAircraft(2, skyhawk),
      sampleAircraft(3, archer),
      sampleAircraft(4, archer),
      sampleAircraft(5, archer),
      sampleAircraft(6, skylane),
    ],
    users: [...pilots, ...staff].map(([number, firstName, lastName]) => ({
      userId: guid(number),
      firstName,
      lastName,
      status: active,
      aircraftCheckouts: [],
    })),
    reminders: { [guid(4)]: [annual(4, '2026-05-10', 3)], [guid(6)]: [annual(6, '2026-05-15', 2)] },
    reservations: [
      flight(11, 1, '14:00', '15:30', { pilot: 0 }),
      flight(12, 2, '10:00', '12:00', { pilot: 1, instructor: 0, status: checkedOut }),
      flight(13, 3, '08:00', '10:30', { pilot: 0, instructor: 1, status: checkedOut }),
      flight(14, 3, '11:00', '12:30', { pilot: 2 }),
      flight(15, 4, '13:00', '14:00', { pilot: 2, instructor: 1 }),
      flight(16, 6, '09:00', '10:00', { pilot: 1 }),
      flight(17, 6, '17:00', '18:00', { pilot: 1, instructor: 0 }),
      stubReservation(18, atDenver('08:00'), atDenver('17:00'), {
        reservationType: { displayTypeId: 10, name: 'Instructor Time Off' },
        aircraft: null,
        pilots: [],
        instructor: person(staff[2]),
      }),
    ],
    instead: {
      '/instructors': { totalItems: instructors.length, offset: 0, limit: 100, items: instructors },
      [`${guid(5)}/squawks`]: [squawk(5, 'Left brake soft', '2026-05-11T16:00:00')],
    },
  };
}

const active = { id: 1, name: 'Active' };
const checkedOut = { id: 1, name: 'Checked Out' };
const skyhawk = ['Cessna', '172S'] as const;
const archer = ['Piper', 'PA-28'] as const;
const skylane = ['Cessna', '182T'] as const;

type Named = readonly [number: number, firstName: string, lastName: string];
const pilots = [
  [900, 'Sam', 'Garcia'],
  [901, 'Ana', 'Cruz'],
  [902, 'Bo', 'Diaz'],
] as const;
const staff = [
  [910, 'Kim', 'Lee'],
  [911, 'Eva', 'Ruiz'],
  [912, 'Cy', 'Mann'],
] as const;

function person([number, firstName, lastName]: Named) {
  return { userId: guid(number), firstName, lastName };
}

function sampleAircraft(number: number, [make, model]: readonly [string, string]) {
  const named = { make: { makeId: make, name: make }, model: { modelId: model, name: model } };
  return { aircraftId: guid(number), tailNumber: `N10${number}SP`, status: active, isSimulator: false, ...named };
}

type FlightOptions = {
  readonly pilot: 0 | 1 | 2;
  readonly instructor?: 0 | 1 | 2;
  readonly status?: { readonly id: number; readonly name: string };
};

/** A flight by that day's wall clock. */
export function flight(
  number: number,
  aircraft: number,
  start: string,
  end: string,
  { pilot, instructor, status = { id: 0, name: 'Reserved' } }: FlightOptions,
) {
  return stubReservation(number, atDenver(start), atDenver(end), {
    aircraft: { aircraftId: guid(aircraft), tailNumber: `N10${aircraft}SP` },
    pilots: [person(pilots[pilot])],
    instructor: instructor === undefined ? null : person(staff[instructor]),
    reservationStatus: status,
  });
}

function atDenver(time: string): string {
  return new Date(`2026-05-12T${time}:00-06:00`).toISOString().replace('.000Z', 'Z');
}

/** The annual of an aircraft, with its due day; status 2 is Warning, 3 is Expired. */
export function annual(aircraft: number, due: string, status: 1 | 2 | 3) {
  const named = { id: status, name: ['', 'OK', 'Warning', 'Expired'][status] };
  return {
    maintenanceReminderId: guid(100 + aircraft),
    name: 'Annual',
    active: true,
    status: named,
    dateOptions: {
      typeStatus: named,
      message: '',
      currentDate: '2026-05-12T00:00:00',
      expirationDate: `${due}T00:00:00`,
    },
  };
}

/** A squawk that grounds its aircraft. */
export function squawk(aircraft: number, description: string, created: string) {
  return { squawkId: guid(200 + aircraft), aircraftId: guid(aircraft), description, created, groundAircraft: true };
}
