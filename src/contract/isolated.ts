/**
 * Text from the service as screens, paper, files and messages show it. Characters that draw nothing can turn or hide the
 * text around them, so they are left out, and text written from right to left keeps its direction to itself. The record as
 * sent stays as it is.
 */

/** Printable ASCII with line breaks and tabs, like nearly all text. */
const plain = /^[\t\n\r -~]*$/;

/** Blanks of any width, and separators of lines and paragraphs. */
const blanks = /[\v\f\x85\u2800\p{Z}]/gu;

/**
 * Controls, marks of direction, zero width, tags, and what else Unicode says is not drawn. The first part names what writing
 * needs of them: line breaks, joiners from Arabic to Mongolian, joiners and forms of emoji.
 */
const unseen =
  /(?![\t\n\r]|(?<=[\u0610-\u061a\u0620-\u109f\u1780-\u17b3\u17b6-\u180a\u1820-\u18af\ufb50-\ufdff\ufe70-\ufefc])[\u200c\u200d]|(?<=\p{ExtPict}\ufe0f?|\p{EPres})\u200d(?=\p{ExtPict})|(?<=\p{ExtPict})[\ufe0e\ufe0f])[\p{DI}\p{Cf}\p{Cc}\p{Cs}\ufffe\uffff]/gu;

/** More marks on one letter than any language needs; they would reach the lines above and below. */
const piled = /(\p{sc=Zinh}{3}|\p{M}{8})[\p{sc=Zinh}\p{M}]+/gu;

/** A word too long for a column; no word of aviation English has 24 letters. */
const endless = /\p{L}{24,}/gu;

/** The parts of such a word. */
const part = /\p{L}{12}(?=\p{L})/gu;

const rightToLeftLetter = String.raw`[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]`;
const rightToLeft = new RegExp(rightToLeftLetter, 'u');

/** Words from right to left, with what stands between them. */
const rightToLeftRun = new RegExp(`${rightToLeftLetter}+(?:[\\p{M}\\p{P}\\p{Zs}]{0,9}${rightToLeftLetter}+)*`, 'gu');

/** Text without the characters that change what is beside it; for files that have no place for marks of direction. */
export function readable(text: string): string {
  if (plain.test(text)) return text;
  return text.replaceAll(blanks, ' ').replaceAll(unseen, '').replaceAll(piled, '$1');
}

/**
 * `readable` text for screens and messages. Text with letters from right to left stands between the isolates of Unicode
 * (UAX #9), so that it reads rightly and moves nothing beside it. A word without end may break, so that it widens no page. Isolating twice changes nothing.
 */
export function isolated(text: string): string {
  const shown = readable(text).replaceAll(endless, (word) => word.replaceAll(part, '$&\u200b'));
  return rightToLeft.test(shown) ? `\u2068${shown}\u2069` : shown;
}

/**
 * A sentence of ours with text from the service in it, for messages: `readable`, and only the words from right to left
 * stand between isolates, because the sentence itself reads from left to right.
 */
export function isolatedRuns(text: string): string {
  return readable(text).replaceAll(rightToLeftRun, (run) => `\u2068${run}\u2069`);
}

/**
 * A value with all its texts isolated, at any depth; the same object if nothing changes. Ids are keys, which are sent back,
 * so they stay.
 */
export function isolatedTexts<Value>(value: Value): Value {
  // Texts become texts, so the type stays.
  return isolatedValue(value) as Value;
}

function isolatedValue(value: unknown): unknown {
  if (typeof value === 'string') return isolated(value);
  if (typeof value !== 'object' || value === null) return value;
  const given: (readonly [string, unknown])[] = Object.entries(value);
  const shown = given.map(([name, one]) => (typeof one === 'string' && name.endsWith('Id') ? one : isolatedValue(one)));
  if (shown.every((one, place) => one === given[place]?.[1])) return value;
  return Array.isArray(value) ? shown : Object.fromEntries(shown.map((one, place) => [given[place]?.[0], one]));
}
