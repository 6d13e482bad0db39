import { valueKind } from '#domain/reports/columns/values.ts';
import { holdsMoney } from './amounts.ts';

/**
 * What a member may mean that does no harm to whoever sees it, by the words of its name. One of `says` has to be among them, and all
 * others in `beside`: one word more, and nobody knows what it means. `fits` holds the value to it: a date is a date, a count is a whole
 * number, and a name has no figures.
 */
type Meaning = {
  readonly says: ReadonlySet<string>;
  readonly beside: ReadonlySet<string>;
  readonly fits: (value: unknown) => boolean;
  /** How many words the name has at least. */
  readonly least?: number;
  /** A name may begin with "total": that is a sum of what follows. At its end it is a sum of money. */
  readonly hasTotals?: true;
  /** Where the meaning is expected at all; anywhere where nothing is said. */
  readonly where?: keyof Expected;
};

/** What is expected of a report beside what is harmless in all of them. */
export type Expected = {
  /** Free text about aircraft and work on them. */
  readonly prose: boolean;
  /** How to reach people. */
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
    least: 2,
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

/** No service has a member of a longer name, and nobody reads one to the end. */
const longestName = 200;

/** `workOrderId`, `work_order_id` and `Work order id` in their words, in lower case and without figures; none where a letter is not of our alphabet. */
function wordsOf(name: string): readonly string[] {
  if (name.length > longestName || /[^\w\s.-]/.test(name)) return [];
  const divided = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/(?<=[A-Z])(?=[A-Z][a-z])/g, ' ');
  return divided.toLowerCase().match(/[a-z]+/g) ?? [];
}

function meaningsIn(name: string): readonly Meaning[] {
  const all = wordsOf(name);
  return meanings.filter(({ says, beside, least = 1, hasTotals }) => {
    const given = hasTotals && all[0] === 'total' ? all.slice(1) : all;
    const isKnown = given.every((word) => says.has(word) || beside.has(word));
    return given.length >= least && isKnown && given.some((word) => says.has(word));
  });
}

/** What is known of a name: what it may mean, and whether each of its words is known, so that members below it may mean something. */
type Known = { readonly meanings: readonly Meaning[]; readonly isContainer: boolean };

/** Reports have the same few names again and again. */
const mostRemembered = 5_000;
const remembered = new Map<string, Known>();

function knownOf(name: string): Known {
  const before = remembered.get(name);
  if (before) return before;
  const all = wordsOf(name);
  const known = { meanings: meaningsIn(name), isContainer: all.length > 0 && all.every((word) => everyWord.has(word)) };
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(name, known);
  return known;
}

/** Whether a member of this name may have any value at all. */
export function isMeaningful(name: string, expected: Expected): boolean {
  return knownOf(name).meanings.some(({ where }) => where === undefined || expected[where]);
}

/** Whether the members below a member of this name may mean something. */
export function isContainer(name: string): boolean {
  return knownOf(name).isContainer;
}

/** Whether a text, a number or a flag is harmless under this name; what says nothing is, under a name that is known. */
export function isHarmless(name: string, value: unknown, expected: Expected): boolean {
  return knownOf(name).meanings.some(
    ({ where, fits }) =>
      (where === undefined || expected[where]) &&
      (typeof value === 'boolean' || valueKind(value) === null || fits(value)),
  );
}

/** The path of a member as it may be told to whom its value is withheld: a name may itself hold what is. */
export function toldPath(path: string): string {
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

/** A text in one line by which nobody is reached, and without an amount of money. */
function isLine(value: unknown, longest: number): value is string {
  return (
    typeof value === 'string' &&
    value.length <= longest &&
    !/[\r\n]/.test(value) &&
    !holdsMoney(value) &&
    (valueKind(value) === 'guid' || !isReachable(value))
  );
}

/** A telephone number: ten digits, or seven with a sign between them. */
const phone = /\d{10}|\(\d{3}\)|\d{3}[-. )]\d{4}/;

function isReachable(text: string): boolean {
  return text.includes('@') || phone.test(text);
}
