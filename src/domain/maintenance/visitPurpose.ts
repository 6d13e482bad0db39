/** What a word of a visit or of an item says by itself. Positions, intervals, numbers and parts prove nothing alone. */
type Meaning = 'position' | 'interval' | 'number' | 'part' | 'work' | 'telling';

type Word = {
  /** As written, in lower case. */
  readonly raw: string;
  /** One form for several spellings: `change` for `replacement`, `100 h` for `100-hour` and `100hr`. */
  readonly word: string;
  readonly meaning: Meaning;
};

/** Words that any item or visit may have. They distinguish nothing. */
const filler =
  /^(due|every|each|per|hours?|hrs?|h|months?|mos?|mths?|years?|yrs?|days?|weeks?|calendar|maintenance|maint|mx|mtx|the|a|an|on|is|and|of|for|aircraft|airplane|plane|reservation|standard|shop|visit|to|at|in|with|scheduled|unscheduled|routine|block|down|out|no|nr|num|work|compliance)$/;
const position =
  /^(left|right|lh|rh|l|r|front|rear|fwd|aft|forward|upper|lower|top|bottom|main|nose|tail|inner|outer|inboard|outboard|both|all|pilot|copilot|side)$/;
const part =
  /^(magnetos?|mags?|fuel|tires?|tyres?|oil|brakes?|prop|props|propellers?|engines?|eng|battery|batteries|elt|vacuum|pumps?|alternators?|generators?|starters?|cylinders?|cyl|plugs?|spark|filters?|hoses?|seats?|belts?|gear|wheels?|struts?|flaps?|ailerons?|rudder|elevator|trim|tabs?|doors?|windows?|windshield|lights?|strobes?|beacon|radios?|comm?s?|navs?|gps|transponder|xpdr|altimeter|encoder|pitot|static|vor|ils|heater|exhaust|muffler|carburetor|carburettor|carb|intake|air|selectors?|valves?|tanks?|lines?|cables?|wiring|tracks?|rails?|system|gauges?|gyros?|compass|autopilot|governor|turbo|turbocharger|extinguisher|fire)$/;
/** Each spelling of a kind of work, and its one form. */
const works: readonly (readonly [RegExp, string])[] = [
  [/^(inspections?|inspect|checks?|tests?|tested|insp)$/, 'inspection'],
  [/^(changes?|replace|replacements?|replaced|swaps?|renew|renewal|exchange)$/, 'change'],
  [/^(service|servicing|serviced)$/, 'service'],
  [/^(overhauls?|overhauled)$/, 'overhaul'],
  [/^(repairs?|repaired|fix|fixed|troubleshoot|troubleshooting|rectify|rectification)$/, 'repair'],
];

const tokens =
  /(?<count>\d+(?:[.,]\d+)?)[\s-]*(?:calendar[\s-]+)?(?<unit>h|mo|y|d)(?:ours?|rs?|nths?|s|ears?|ays?)?(?!\p{L})|(?<other>(?:semi|bi)[\s-]?annual(?:ly)?)|\d+(?:[.,]\d+)?|\p{L}+/gu;

/** The words of a text that say what is done, in order. */
function wordsOf(text: string): readonly Word[] {
  const found: Word[] = [];
  for (const { 0: raw, groups } of text.toLowerCase().matchAll(tokens)) {
    const unit = groups?.['unit'];
    if (unit !== undefined) found.push({ raw, word: `${groups?.['count']} ${unit}`, meaning: 'interval' });
    else if (groups?.['other'] !== undefined) found.push({ raw, word: 'semiannual', meaning: 'telling' });
    else if (!filler.test(raw)) found.push({ raw, ...meaningOf(raw) });
  }
  return found;
}

function meaningOf(raw: string): Pick<Word, 'word' | 'meaning'> {
  const work = works.find(([spelling]) => spelling.test(raw))?.[1];
  if (work !== undefined) return { word: work, meaning: 'work' };
  if (/^\d/.test(raw)) return { word: raw, meaning: 'number' };
  if (position.test(raw)) return { word: raw, meaning: 'position' };
  if (part.test(raw)) return { word: raw.length > 3 ? raw.replace(/s$/, '') : raw, meaning: 'part' };
  return { word: raw.replace(/^annually$/, 'annual'), meaning: 'telling' };
}

/** Work that a shop visit may be for: a reminder, or the repair of a squawk. */
export type Work = {
  readonly name: string;
  /** Ids that a visit may name: a squawk's reference, a work order, the number of an airworthiness directive. */
  readonly ids: readonly string[];
  /** A grounding squawk and an airworthiness directive: only an id or the same title is accepted, no likeness. */
  readonly isStrict: boolean;
};

/** What a shop visit says that it is for. */
export type VisitWords = {
  readonly titles: readonly Title[];
  /** The single works that the titles list: `Oil change`, `magneto inspection`. */
  readonly works: readonly Title[];
  /** All of its text, for ids. */
  readonly text: string;
  /** False if it names no work: “Maintenance”, “Scheduled inspection”. */
  readonly hasName: boolean;
};

type Title = readonly Word[];

/** The words of the names of a visit. A name may list several works: `Oil change and magneto inspection`. */
export function visitWordsOf(names: readonly string[]): VisitWords {
  const titles = names.map(wordsOf);
  return {
    titles,
    works: names.flatMap((name) => name.split(/[,;+&\n]|\band\b/i)).map(wordsOf),
    text: names.join('\n'),
    hasName: titles.some((title) => title.some(({ meaning }) => meaning !== 'work')),
  };
}

/** True if a name says more than a kind of work. */
export function namesWork(name: string): boolean {
  return visitWordsOf([name]).hasName;
}

/** How a visit relates to a work: named for it, named for other work, or without any name. */
type Purpose = 'this' | 'other' | 'not known';

/** `taken`: the words or the id of the visit that were taken for the work; null unless it is for it. */
export type Relation = { readonly purpose: Purpose; readonly taken: string | null };

/**
 * How a visit relates to a work. It is for it if it names the work's id, or has the same title, or, unless the work is
 * strict, if one of its titles holds all words of the work. One shared word is not enough: positions, numbers and parts
 * prove nothing by themselves. An annual is a 100-hour inspection too (14 CFR 91.409(b)).
 */
export function relationOf(visit: VisitWords, work: Work): Relation {
  const id = work.ids.find((candidate) => standsIn(candidate, visit.text));
  if (id !== undefined) return { purpose: 'this', taken: id };
  if (!visit.hasName) return { purpose: 'not known', taken: null };
  const wanted = wordsOf(work.name);
  const titles = [...visit.titles, ...visit.works];
  const taken = work.isStrict
    ? firstOf(titles, (title) => sameTitle(title, wanted))
    : (firstOf(titles, (title) => alike(title, wanted)) ?? firstOf(visit.works, (title) => within(title, wanted)));
  return taken ? { purpose: 'this', taken: taken.map(({ raw }) => raw).join(' ') } : { purpose: 'other', taken: null };
}

function firstOf(titles: readonly Title[], takenIn: (title: Title) => Title | null): Title | null {
  for (const title of titles) {
    const taken = takenIn(title);
    if (taken) return taken;
  }
  return null;
}

/** The words of a work that holds all of the wanted ones; null if it is other work. */
function within(title: Title, wanted: Title): Title | null {
  const kind = inspectionKind(wanted, true);
  if (kind !== null) {
    const ownWord = inspectionKind(title, false);
    const isFor = ownWord !== null && (ownWord.word === 'annual' || kind.word !== 'annual');
    return isFor ? [ownWord] : null;
  }
  if (areApart(title, wanted)) return null;
  const min = withoutIntervals(wanted);
  return isTelling(min) && holds(title, min) ? title.filter((word) => hasWord(wanted, word)) : null;
}

/**
 * The same title, whatever the words “inspection” and the interval: a “Transponder” and a “Transponder check 24 months” are the
 * same.
 */
function alike(title: Title, wanted: Title): Title | null {
  if (areApart(title, wanted)) return null;
  const [ownWords, other] = [withoutInspection(title), withoutInspection(wanted)];
  const isOne = isSame(ownWords, other) || isSame(withoutIntervals(ownWords), withoutIntervals(other));
  return isOne ? title : null;
}

/** The annual or 100-hour inspection. `isAlone`: nothing else may be named beside it, as in “Annual fire extinguisher check”. */
function inspectionKind(title: Title, isAlone: boolean): Word | null {
  const kind = title.find(({ word }) => word === 'annual') ?? title.find(isHundred) ?? null;
  const isBeside = ({ word, meaning }: Word) => {
    if (word === kind?.word || word === 'inspection' || meaning === 'position') return false;
    return isAlone ? meaning !== 'interval' && meaning !== 'number' : meaning === 'part' || meaning === 'work';
  };
  return kind && !title.some(isBeside) ? kind : null;
}

/** A bare `100` counts only if nothing but “inspection” is beside it. */
function isHundred({ word }: Word, _: number, title: Title): boolean {
  return (
    word === '100 h' ||
    (word === '100' && title.every((candidate) => candidate.word === word || candidate.word === 'inspection'))
  );
}

/** True if both name an interval, and no interval is the same: a 500-hour and a 100-hour check of the magnetos. */
function areApart(title: Title, wanted: Title): boolean {
  const [ownWords, other] = [title, wanted].map((one) => one.filter(({ meaning }) => meaning === 'interval'));
  return (
    ownWords?.length !== 0 && other?.length !== 0 && ownWords?.some((word) => hasWord(other ?? [], word)) === false
  );
}

/** Two words besides positions and numbers, of which one is more than a part. */
function isTelling(words: Title): boolean {
  const ownWords = words.filter(
    ({ meaning }) => meaning !== 'position' && meaning !== 'number' && meaning !== 'interval',
  );
  return new Set(ownWords.map(({ word }) => word)).size > 1 && ownWords.some(({ meaning }) => meaning !== 'part');
}

/** The same title with or without words like “repair”, if it says more than a position or a number. */
function sameTitle(title: Title, wanted: Title): Title | null {
  const [ownWords, other] = [title, wanted].map((one) => one.filter(({ word }) => word !== 'repair'));
  const says = other?.some(({ meaning }) => meaning === 'part' || meaning === 'telling');
  return ownWords && other && says && isSame(ownWords, other) ? ownWords : null;
}

function withoutIntervals(title: Title): Title {
  return title.filter(({ meaning }) => meaning !== 'interval');
}

function withoutInspection(title: Title): Title {
  return title.filter(({ word }) => word !== 'inspection');
}

function hasWord(title: Title, { word }: Word): boolean {
  return title.some((candidate) => candidate.word === word);
}

function holds(title: Title, words: Title): boolean {
  return words.every((word) => hasWord(title, word));
}

function isSame(a: Title, b: Title): boolean {
  const says = ({ meaning }: Word) => meaning === 'interval' || meaning === 'part' || meaning === 'telling';
  return a.some(says) && holds(a, b) && holds(b, a);
}

const isAscii = /^[\0-\x7f]*$/;

/** True if a text names an id. A number alone, or a very short id, must be introduced: `WO 1042`, `squawk R7`. */
function standsIn(id: string, text: string): boolean {
  const own = id.trim();
  if (own === '') return false;
  // Most texts do not hold the id, and this costs much less than an expression for each. Outside ASCII, case folds in other ways.
  if (isAscii.test(own + text) && !text.toLowerCase().includes(own.toLowerCase())) return false;
  const escaped = own.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
  const isPlain = /^\d+$/.test(own) || own.replaceAll(/[^\p{L}\p{N}]/gu, '').length < 3;
  const before = isPlain ? /(?:squawks?|sq|w\/?o|order|ref|reference|reminder|no|nr|#)[\s.:#-]*/.source : '';
  return new RegExp(`(?<![\\p{L}\\p{N}])${before}${escaped}(?![\\p{L}\\p{N}]|-\\d)`, 'iu').test(text);
}

/** True for the name of an airworthiness directive: `AD 2011-10-09`, `A.D. fuel selector`, `Airworthiness Directive`. */
export function isDirective(name: string): boolean {
  return /(?<!\p{L})(?:ads?(?!\s+hoc\b)|a\.\s?d\.?)(?!\p{L})|airworthiness\s+directive/iu.test(name);
}

/** The numbers of a directive in its name: `2011-10-09`, `76-07-12`, `2012-0123`. */
export function directiveNumbers(name: string): readonly string[] {
  return name.match(/(?<![\d-])\d{2,4}-\d{2,4}(?:-\d{2,3})?(?:R\d)?(?![\d-])/gi) ?? [];
}
