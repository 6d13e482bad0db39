import { valueKind } from '#domain/reports/columns/values.ts';
import { holdsMoney } from './amounts.ts';

/**
 * A harmless meaning of a member, found from the words of its name. At least one word must be in `says`, and all others
 * in `beside`. Any other word makes the meaning unknown. `fits` checks the value: a date is a date, a count is a whole
 * number, and a name has no digits.
 */
type Meaning = {
  readonly says: ReadonlySet<string>;
  readonly beside: ReadonlySet<string>;
  readonly fits: (value: unknown) => boolean;
  /** Smallest number of words in the name. */
  readonly min?: number;
  /**
   * True if the name may begin with "total", for a sum of what follows. At the end of a name, "total" means a sum of
   * money.
   */
  readonly hasTotals?: true;
  /** The kind of report that may have this meaning; any report if omitted. */
  readonly where?: keyof Expected;
};

/** What a report may show besides the meanings that are harmless in every report. */
export type Expected = {
  /** Free text about aircraft and the work on them. */
  readonly prose: boolean;
  /** People's e-mail addresses and phone numbers. */
  readonly contact: boolean;
};

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const things = `
  aircraft operation airframe airplane engine propeller prop simulator flight segment leg reservation booking schedule training session lesson
  course enrollment syllabus stage activity maintenance reminder squawk discrepancy work order item log logbook entry task
  inspection equipment component location base airport operator`;
const persons = `
  instructor instructors pilot pilots student students customer customers renter user users person people mechanic mechanics
  technician inspector dispatcher crew cfi examiner`;
const verbs = `
  created updated modified changed opened closed started ended completed finished resolved reported logged signed approved assigned
  scheduled checked issued given entered performed complied cancelled canceled inspected`;
const which = 'first last next previous current latest actual planned estimated';

const meanings: readonly Meaning[] = [
  {
    says: words(`date time on at start begin end out in off due expiration expires expired departure arrival ${verbs}`),
    beside: words(`${things} ${persons} ${which} utc local zulu of blocks range compliance`),
    fits: isTime,
  },
  {
    says: words(
      'hours hrs hobbs tach ttis ttaf tsn tso tsmoh smoh time airtime minutes duration elapsed percent percentage',
    ),
    beside:
      words(`${things} ${persons} ${which} expiration remaining left due out in off start end beginning since new overhaul air
      ground dual solo night day instrument simulated cross country labor labour heater average pic sic flown scheduled logged complete
      completed progress of`),
    fits: isMeasure,
    hasTotals: true,
  },
  {
    says: words(
      'count landings takeoffs cycles items tasks squawks flights legs segments lessons sessions stages approaches',
    ),
    beside:
      words(`${things} ${which} open closed done passed failed expiration remaining left day night full stop completed scheduled
      since new overhaul of`),
    fits: isCount,
    hasTotals: true,
  },
  {
    says: words('number ref reference code serial'),
    beside: words(`${things} tail registration display make model`),
    fits: isReference,
    min: 2,
  },
  {
    says: words('id ids guid uuid'),
    beside: words(`${things} ${persons} external make model type status category class kind display v sync`),
    fits: isId,
  },
  {
    says: words('tail registration'),
    beside: words('aircraft number name'),
    fits: isLabel,
  },
  {
    says: words(
      'status type kind category class availability make model activity name location base airport destination route course lesson syllabus stage aircraft role logbook result outcome severity priority',
    ),
    beside: words(
      `${things} ${persons} first last full middle departure arrival home display current primary of from to`,
    ),
    fits: isLabel,
  },
  { says: words('based'), beside: words('airframe engine propeller hobbs tach ttis time on'), fits: isLabel },
  {
    says: words(persons),
    beside: words('name first last full middle label display primary assigned second of'),
    fits: isName,
  },
  { says: words('by'), beside: words(verbs), fits: isName },
  {
    says: words('is has'),
    beside:
      words(`${things} hobbs tach heater airtime meter complex high performance tail wheel v active inactive grounded grounding
      completed closed open resolved scheduled deleted expired revoked`),
    fits: isFlag,
  },
  { says: words('permanently'), beside: words('complied'), fits: isFlag },
  { says: words('ground grounds grounding grounded'), beside: words('aircraft'), fits: isFlag },
  {
    says: words(
      'description message note notes remark remarks comment comments discrepancy squawk action resolution complaint finding findings',
    ),
    beside: words(`${things} taken corrective done performed`),
    fits: isProse,
    where: 'prose',
  },
  {
    says: words('email phone mobile'),
    beside: words(`${persons} number address home work primary`),
    fits: isContact,
    where: 'contact',
  },
];

const everyWord: ReadonlySet<string> = new Set(meanings.flatMap(({ says, beside }) => [...says, ...beside]));

/** Longer names are not examined: no service uses them. */
const longestName = 200;

/**
 * The words of `workOrderId`, `work_order_id` and `Work order id`, in lower case and without digits. Empty if a letter
 * is outside the Latin alphabet.
 */
function wordsOf(name: string): readonly string[] {
  if (name.length > longestName || /[^\w\s.-]/.test(name)) return [];
  const divided = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/(?<=[A-Z])(?=[A-Z][a-z])/g, ' ');
  return divided.toLowerCase().match(/[a-z]+/g) ?? [];
}

function meaningsIn(name: string): readonly Meaning[] {
  const all = wordsOf(name);
  return meanings.filter(({ says, beside, min = 1, hasTotals }) => {
    const given = hasTotals && all[0] === 'total' ? all.slice(1) : all;
    const isKnown = given.every((word) => says.has(word) || beside.has(word));
    return given.length >= min && isKnown && given.some((word) => says.has(word));
  });
}

/** The possible meanings of a name. `isContainer`: every word is known, so members below it may have a meaning. */
type Known = { readonly meanings: readonly Meaning[]; readonly isContainer: boolean };

/** Reports repeat the same few names. */
const maxRemembered = 5_000;
const remembered = new Map<string, Known>();

function knownOf(name: string): Known {
  const before = remembered.get(name);
  if (before) return before;
  const all = wordsOf(name);
  const known = { meanings: meaningsIn(name), isContainer: all.length > 0 && all.every((word) => everyWord.has(word)) };
  if (remembered.size >= maxRemembered) remembered.clear();
  remembered.set(name, known);
  return known;
}

/** True if some value is allowed under this name. */
export function isMeaningful(name: string, expected: Expected): boolean {
  return knownOf(name).meanings.some(({ where }) => where === undefined || expected[where]);
}

/** True if members below this name may have a meaning. */
export function isContainer(name: string): boolean {
  return knownOf(name).isContainer;
}

/**
 * True if a text, number or flag is harmless under this name. Flags and blank values are harmless under every known
 * name.
 */
export function isHarmless(name: string, value: unknown, expected: Expected): boolean {
  return knownOf(name).meanings.some(
    ({ where, fits }) =>
      (where === undefined || expected[where]) &&
      (typeof value === 'boolean' || valueKind(value) === null || fits(value)),
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
