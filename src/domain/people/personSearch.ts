import { isRecord } from '#contract/objects.ts';

/** Named entities of HTML that our own pages write, and the blank. */
const entities: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };
/** `&eacute;` is an e with a mark, which the comparison leaves out. */
const marked = /^([A-Za-z])(?:acute|grave|circ|uml|tilde|cedil|caron|ring|slash|ogon|macr)$/;

/** A text may be escaped several times: a page in JSON in JSON. */
const mostEscapes = 4;

/** A text without the escapes of HTML, JSON and addresses. */
function unescaped(text: string): string {
  let now = text;
  for (let round = 0; round < mostEscapes && /[&\\%]/.test(now); round++) {
    const next = now
      .replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replaceAll(/\\[nrtbf]/g, ' ')
      .replaceAll(/\\(["\\/'])/g, '$1')
      .replaceAll(/&#x0*([0-9a-f]{1,6});/gi, (whole, code: string) => letterOf(Number.parseInt(code, 16), whole))
      .replaceAll(/&#0*(\d{1,7});/g, (whole, code: string) => letterOf(Number(code), whole))
      .replaceAll(/&([a-z]{2,10});/gi, (whole, name: string) => {
        return entities[name.toLowerCase()] ?? marked.exec(name)?.[1] ?? whole;
      })
      .replaceAll(/(?:%[0-9a-f]{2})+/gi, (part) => decodedPart(part));
    if (next === now) break;
    now = next;
  }
  return now;
}

function letterOf(code: number, whole: string): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
}

function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Not UTF-8; older programs wrote one byte a letter.
    return part.replaceAll(/%(..)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  }
}

/** Letters that no normal form takes apart. */
const alike: { readonly [letter: string]: string } = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ħ: 'h',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  ʻ: "'",
  '`': "'",
  '´': "'",
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
  '+': ' ',
};

/**
 * A text for comparison: unescaped, without case, accents and what draws nothing, in one Unicode form. A plus is a blank,
 * as addresses write it.
 */
export function foldedText(text: string): string {
  return unescaped(text)
    .replaceAll(/[´`]/g, "'")
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .replaceAll(/[ßøłđðþæœıħ’‘ʼʻ‐‑–—+]/g, (letter) => alike[letter] ?? letter)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** What is known of a person: their names and addresses as sent. */
export type Known = {
  readonly names: readonly string[];
  readonly lastNames: readonly string[];
  readonly emails: readonly string[];
};

const idMembers = ['userId', 'id', 'personId', 'user_id'] as const;
const emailMember = /^e[-_]?mail(?:[-_]?address)?$/i;

/** The people in a value, at any depth, each with the id, names and addresses in its record. */
export function* peopleIn(value: unknown): Generator<Known & { readonly id: string }> {
  if (Array.isArray(value)) for (const one of value) yield* peopleIn(one);
  if (!isRecord(value)) return;
  const given = idMembers.map((name) => value[name]).find((id) => typeof id === 'string' || typeof id === 'number');
  const [first, last] = [textIn(value['firstName']), textIn(value['lastName'])];
  const isPerson = first !== '' || last !== '' || value['userId'] !== undefined || value['user_id'] !== undefined;
  if (given !== undefined && isPerson) {
    const whole = ['name', 'fullName', 'displayName', 'customerLabelName'].map((name) => textIn(value[name]));
    const names = first !== '' && last !== '' ? [`${first} ${last}`, `${last}, ${first}`, `${last} ${first}`] : [];
    yield {
      id: foldedText(String(given)),
      names: [...names, ...whole].filter((name) => name !== ''),
      lastNames: last === '' ? [] : [last],
      emails: Object.keys(value)
        .filter((name) => emailMember.test(name))
        .map((name) => textIn(value[name]))
        .filter((email) => email.includes('@')),
    };
  }
  for (const one of Object.values(value)) yield* peopleIn(one);
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** Ids this long are found within a text too; a shorter one may be a figure, and counts where an id stands. */
const longId = 8;

type Finding = 'id' | 'name' | null;

/** Finds a person in stored texts: `id` if the person's id is there, `name` if only a name or an address is. */
export type PersonSearch = {
  readonly inText: (text: string) => Finding;
  /** In a value read from JSON, at any depth, also in JSON within its texts. */
  readonly inValue: (value: unknown) => Finding;
  /** True if the whole text is one of the names or addresses. */
  readonly isName: (text: string) => boolean;
};

/**
 * A search for a person by id, names and addresses. Names count as whole words: a letter or digit beside one breaks the match.
 * A last name alone counts only as a whole value, because it may be a word of its own.
 */
export function personSearch(id: string, { names, lastNames, emails }: Known): PersonSearch {
  const idText = foldedText(id);
  const foldedSet = (texts: readonly string[]) => new Set(texts.map(foldedText).filter((text) => text !== ''));
  const [wholeNames, alone, addresses] = [foldedSet(names), foldedSet(lastNames), foldedSet(emails)];
  const anyOf = (texts: Iterable<string>) =>
    [...texts].map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join('|');
  const within = (texts: ReadonlySet<string>, before: string, after: string) =>
    texts.size === 0 ? null : new RegExp(`(?<!${before})(?:${anyOf(texts)})(?!${after})`, 'u');
  const letter = String.raw`[\p{L}\p{N}]`;
  const nameWithin = within(wholeNames, letter, letter);
  const addressWithin = within(addresses, String.raw`[\p{L}\p{N}._%-]`, String.raw`[\p{L}\p{N}]|[.-]${letter}`);
  const idWithin =
    idText.length >= longId
      ? within(new Set([idText]), letter, letter)
      : new RegExp(
          String.raw`(?:person|user|people|instructor|pilot|opened)[ /:=]${anyOf([idText])}(?!${letter})`,
          'u',
        );
  const pieces = (text: string) => text.split(/[<>,;/·|()\n]/).map((piece) => piece.trim());

  const inText = (text: string): Finding => {
    const folded = foldedText(text);
    if (idWithin?.test(folded)) return 'id';
    if (nameWithin?.test(folded) || addressWithin?.test(folded)) return 'name';
    return alone.size > 0 && pieces(folded).some((piece) => alone.has(piece)) ? 'name' : null;
  };
  const inValue = (value: unknown, member = ''): Finding => {
    if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value);
      if (/id$/i.test(member) && foldedText(text) === idText) return 'id';
      const nested = typeof value === 'string' && /^\s*[[{]/.test(text) ? jsonIn(text) : undefined;
      return nested === undefined ? (typeof value === 'string' ? inText(text) : null) : inValue(nested, member);
    }
    if (typeof value !== 'object' || value === null) return null;
    let found: Finding = null;
    for (const [name, one] of Object.entries(value)) {
      const finding =
        inValue(one, Array.isArray(value) ? member.replace(/s$/, '') : name) ?? (inText(name) === 'id' ? 'id' : null);
      if (finding === 'id') return 'id';
      found ??= finding;
    }
    return found;
  };
  const isName = (text: string) => {
    const folded = foldedText(text);
    return wholeNames.has(folded) || addresses.has(folded);
  };
  return { inText, inValue, isName };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
