/** The school's airports; the first is its main base. */
const locations = [
  { name: 'Colorado Springs', airport: 'KCOS' },
  { name: 'Meadow Lake', airport: 'KFLY' },
  { name: 'Pueblo', airport: 'KPUB' },
] as const;

/** The airports of a school. With the option 0 it has all of them, but its reservations name none. */
export function locationsOf({
  locations: count,
}: {
  readonly locations: number;
}): readonly (typeof locations)[number][] {
  return count === 0 ? locations : locations.slice(0, count);
}

/** Destinations of its cross-country flights. */
export const destinations = [
  'KAPA',
  'KBJC',
  'KGJT',
  'KALS',
  'KLAA',
  'KLHX',
  'KSAF',
  'KGUC',
  'KCYS',
  'KABQ',
  'KGLD',
  'KTAD',
] as const;

/** The display types in section 3 of the specification, with the school's own names. */
export const reservationTypes = [
  { name: 'Standard Reservation', displayType: 0 },
  { name: 'Maintenance', displayType: 1 },
  { name: 'Class', displayType: 2 },
  { name: 'Meeting', displayType: 3 },
  { name: 'Instructor Time Off', displayType: 10 },
] as const;
export type DisplayType = (typeof reservationTypes)[number]['displayType'];

export const activityTypes = [
  { name: 'Dual Flight Training', displayType: 0, training: true },
  { name: 'Solo Flight Training', displayType: 0, training: true },
  { name: 'Rental', displayType: 0, training: false },
  { name: 'Simulator Training', displayType: 0, training: true },
  { name: 'Ground Training', displayType: 0, training: true },
  { name: 'Introductory Flight', displayType: 0, training: false },
  { name: 'Check Ride', displayType: 0, training: false },
  { name: 'Scheduled Maintenance', displayType: 1, training: false },
  { name: 'Unscheduled Maintenance', displayType: 1, training: false },
  { name: 'Ground School', displayType: 2, training: false },
  { name: 'Staff Meeting', displayType: 3, training: false },
  { name: 'Time Off', displayType: 10, training: false },
] as const;
export type ActivityName = (typeof activityTypes)[number]['name'];

/** Row ids: rows are written in the order of the lists above. */
export const activityId = (name: ActivityName): number => activityTypes.findIndex((type) => type.name === name) + 1;
export const reservationTypeId = (displayType: DisplayType): number =>
  reservationTypes.findIndex((type) => type.displayType === displayType) + 1;

export const equipmentList: readonly (readonly [kind: string, name: string])[] = [
  ['Headset', 'David Clark H10-13.4 #1'],
  ['Headset', 'David Clark H10-13.4 #2'],
  ['Headset', 'Bose A30 #1'],
  ['Headset', 'Bose A30 #2'],
  ['Tablet', 'iPad mini #1'],
  ['Tablet', 'iPad mini #2'],
  ['Receiver', 'Sentry ADS-B receiver #1'],
  ['Receiver', 'Sentry ADS-B receiver #2'],
  ['View limiter', 'Foggles'],
  ['View limiter', 'Instrument hood'],
  ['Oxygen', 'Portable oxygen, four place'],
  ['Radio', 'Icom A25N handheld'],
  ['Survival', 'Mountain survival kit #1'],
  ['Survival', 'Mountain survival kit #2'],
  ['Beacon', 'Personal locator beacon'],
  ['Classroom', 'Briefing room 1'],
  ['Classroom', 'Briefing room 2'],
  ['Classroom', 'Ground school classroom'],
];

/** A course and the names of its lessons, in order. */
export type Course = { readonly name: string; readonly lessons: readonly string[] };

const numbered = (topics: readonly string[]): readonly string[] =>
  topics.map((topic, index) => `Lesson ${index + 1}: ${topic}`);

/** The courses in the order students take them; the last one repeats. */
export const courses: readonly Course[] = [
  {
    name: 'Private Pilot Certificate (ASEL)',
    lessons: numbered([
      'Introduction to Flight', 'Four Fundamentals', 'Slow Flight', 'Power-Off Stalls', 'Power-On Stalls',
      'Ground Reference Maneuvers', 'Traffic Pattern', 'Normal Landings', 'Go-Arounds', 'Emergency Procedures',
      'Crosswind Landings', 'Pre-Solo Review', 'First Solo', 'Steep Turns', 'Short-Field Operations',
      'Soft-Field Operations', 'Basic Instruments', 'Unusual Attitudes', 'Pilotage and Dead Reckoning',
      'Dual Cross-Country', 'Radio Navigation', 'Night Operations', 'Night Cross-Country', 'Solo Cross-Country',
      'Long Solo Cross-Country', 'Performance Maneuvers', 'Practical Test Review', 'Stage Check',
    ]),
  },
  {
    name: 'Instrument Rating',
    lessons: numbered([
      'Attitude Instrument Flying', 'Partial Panel', 'Holding', 'VOR Approaches', 'ILS Approaches', 'RNAV Approaches',
      'Circling', 'Missed Approaches', 'DME Arcs', 'IFR Clearances', 'Lost Communications', 'IFR Cross-Country',
      'Long IFR Cross-Country', 'Icing and Weather Decisions', 'Practical Test Review', 'Stage Check',
    ]),
  },
  {
    name: 'Commercial Pilot Certificate',
    lessons: numbered([
      'Chandelles', 'Lazy Eights', 'Eights on Pylons', 'Steep Spirals', 'Power-Off 180', 'Complex Transition',
      'Accelerated Stalls', 'Commercial Cross-Country', 'Night Cross-Country', 'Practical Test Review', 'Stage Check',
    ]),
  },
  {
    name: 'Multi-Engine Rating',
    lessons: numbered([
      'Systems and Procedures', 'Single-Engine Aerodynamics', 'Vmc Demonstration', 'Engine-Out Landings',
      'Single-Engine Approaches', 'Practical Test Review',
    ]),
  },
  {
    name: 'Flight Instructor Certificate',
    lessons: numbered([
      'Right-Seat Transition', 'Teaching the Fundamentals', 'Teaching Maneuvers', 'Teaching Landings',
      'Spin Endorsement', 'Lesson Planning', 'Practical Test Review', 'Stage Check',
    ]),
  },
  {
    name: 'Recurrent Training',
    lessons: numbered(['Flight Review', 'Instrument Proficiency Check', 'Mountain Flying', 'Upset Recovery']),
  },
]; // prettier-ignore
