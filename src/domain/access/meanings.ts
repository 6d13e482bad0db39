import { valueKind } from '#domain/reports/columns/values.ts';
import { holdsMoney } from './amounts.ts';

/** What a report may show besides the columns that are harmless in every report. */
export type Expected = {
  /** Free text about aircraft and the work on them. */
  readonly prose: boolean;
  /** People's e-mail addresses and phone numbers. */
  readonly contact: boolean;
};

/**
 * Columns of reports that are harmless by these exact names. No document names a column, so these are the names that
 * services were seen to send, with those of the specification's filters and those by which `people/training.ts` reads the
 * same facts: without its instructor a flight would count as solo. All others are for a manager to open.
 * `fits` checks the value too: a date is a date, a count is a whole number, and a person's name has no digits.
 */
type Columns = {
  readonly names: string;
  readonly fits: (value: unknown) => boolean;
  /** The kind of report that may have these columns; any report if omitted. */
  readonly where?: keyof Expected;
};

const columns: readonly Columns[] = [
  {
    names: `
      date start end startTime endTime startDate endDate flightDate flightDateRangeEndDate checkedOutOn checkedInOn
      startedOn lastFlightDate lastSessionOn lastLessonDate trainingSessionDate sessionDate entryDate loggedOn opened
      closed createdDate completedDate expirationDate lastUpdated`,
    fits: isTime,
  },
  {
    names: `
      airframeTtis airframeHobbs airframeAirTime airframeFlightTime engineTach hobbsOut hobbsIn tachOut tachIn
      flightHours hobbsHours hours sessionHours labourHours laborHours currentHours expirationHours remainingHours
      percentComplete`,
    fits: isMeasure,
  },
  {
    names: `
      landings totalLandings currentCycles expirationCycles openSquawks lessons lessonCount totalLessons lessonsPassed
      completedLessons items itemsDone`,
    fits: isCount,
  },
  { names: 'workOrderDisplayNumber segmentNumber reservationNumber', fits: isReference },
  {
    names: `
      aircraftId flightId flightSegmentId flightOperationId reservationId customerId customerUserId studentId
      studentUserId pilotId instructorId userId personId externalId enrollmentId trainingSessionId logbookEntryId
      maintenanceReminderId squawkId workOrderId workItemId workLogId`,
    fits: isId,
  },
  {
    names: `
      tailNumber registrationTail make model category class aircraftAvailability airframeTtisBasedOn name displayName
      status kind role location activityType reservationType reservationStatus trainingSessionStatus course courseName
      lesson lessonName logbook departureAirport arrivalAirport destination`,
    fits: isLabel,
  },
  { names: 'firstName lastName customerLabelName instructor instructorName student mechanic signedBy', fits: isName },
  { names: 'isSimulator permanentlyComplied airframeHasHobbs engineHasTach', fits: isFlag },
  { names: 'description message note correctiveAction', fits: isProse, where: 'prose' },
  { names: 'email phone phoneNumber', fits: isContact, where: 'contact' },
];

const columnByName: ReadonlyMap<string, Columns> = new Map(
  columns.flatMap((column) =>
    column.names
      .trim()
      .split(/\s+/)
      .map((name) => [name.toLowerCase(), column] as const),
  ),
);

/** Longer names are not examined: no service uses them. */
const longestName = 200;

/**
 * The columns with this name, in any letter case, with or without separators and digits: `engine1Tach`, `engine_tach`,
 * `Engine tach`. Undefined for any other name, and for one with a letter outside the Latin alphabet.
 */
function columnsNamed(name: string): Columns | undefined {
  if (name.length > longestName || /[^\w\s.-]/.test(name)) return undefined;
  return columnByName.get(name.replaceAll(/[^A-Za-z]/g, '').toLowerCase());
}

/** True if some value is allowed under this name. */
export function isMeaningful(name: string, expected: Expected): boolean {
  const known = columnsNamed(name);
  return known !== undefined && (known.where === undefined || expected[known.where]);
}

/**
 * True if a text, number or flag is harmless under this name. Flags and blank values are harmless under every known
 * name.
 */
export function isHarmless(name: string, value: unknown, expected: Expected): boolean {
  return (
    isMeaningful(name, expected) &&
    (typeof value === 'boolean' || valueKind(value) === null || columnsNamed(name)?.fits(value) === true)
  );
}

/** A member's path for people who may not see its value: a name can itself contain private text. */
export function shownPath(path: string): string {
  return isLabel(path) ? path : '…';
}

const timeKinds: ReadonlySet<unknown> = new Set(['instant', 'wallTime', 'day', 'americanTime', 'americanDay']);
const clockTime = /^\d{1,2}:[0-5]\d(?::[0-5]\d)?(?:\s?[AP]M)?$/i;

function isTime(value: unknown): boolean {
  return typeof value === 'string' && (timeKinds.has(valueKind(value)) || clockTime.test(value));
}

const plainFigure = /^-?\d{1,7}(?:\.\d{1,3})?$/;
const spanOfTime = /^-?\d{1,6}:[0-5]\d(?::[0-5]\d)?$/;

function isMeasure(value: unknown): boolean {
  if (typeof value === 'number') return true;
  return typeof value === 'string' && (plainFigure.test(value) || spanOfTime.test(value));
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) || (typeof value === 'string' && /^\d{1,7}$/.test(value));
}

function isReference(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return isLine(value, 40) && /^[\w#][\w ./#-]*$/.test(value) && !/^\d+\.\d+$/.test(value);
}

function isId(value: unknown): boolean {
  if (typeof value === 'number') return Number.isSafeInteger(value);
  return valueKind(value) === 'guid' || (isLine(value, 64) && /^[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*$/.test(value));
}

function isLabel(value: unknown): boolean {
  return isLine(value, 120) && /\p{L}/u.test(value);
}

function isName(value: unknown): boolean {
  return isLine(value, 120) && /\p{L}/u.test(value) && !/\d{3}/.test(value);
}

function isFlag(value: unknown): boolean {
  return value === 0 || value === 1 || (typeof value === 'string' && /^(?:true|false|yes|no|[01yn])$/i.test(value));
}

function isProse(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 2_000 && !holdsMoney(value) && !isReachable(value);
}

function isContact(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 120 && isReachable(value) && !holdsMoney(value);
}

/** A single line of text without contact data and without an amount of money. */
function isLine(value: unknown, longest: number): value is string {
  return (
    typeof value === 'string' &&
    value.length <= longest &&
    !/[\r\n]/.test(value) &&
    !holdsMoney(value) &&
    (valueKind(value) === 'guid' || !isReachable(value))
  );
}

/** A phone number: ten digits, or seven with a separator. */
const phone = /\d{10}|\(\d{3}\)|\d{3}[-. )]\d{4}/;

function isReachable(text: string): boolean {
  return text.includes('@') || phone.test(text);
}
