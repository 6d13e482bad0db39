/** The airports the school works from; the first is its main base. */
export const locations = [
  { name: 'Colorado Springs', airport: 'KCOS' },
  { name: 'Meadow Lake', airport: 'KFLY' },
  { name: 'Pueblo', airport: 'KPUB' },
] as const;

/** Where its cross-countries go. */
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

/** Display types of section 3, with the name the school gives them. */
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

const activityIds = new Map<string, number>(activityTypes.map(({ name }, index) => [name, index + 1]));
const typeIds = new Map<number, number>(reservationTypes.map(({ displayType }, index) => [displayType, index + 1]));

/** Row ids of an activity and of a display type's reservation type. */
export const activityId = (name: ActivityName): number => activityIds.get(name) as number;
export const reservationTypeId = (displayType: DisplayType): number => typeIds.get(displayType) as number;

/** Kind and name. */
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
