const beyondAscii = /[^\0-\u007f]/;

/** Text as it is searched: small letters, accents aside, so that "garcia" finds "García". */
export function folded(text: string): string {
  const lower = text.toLowerCase();
  return beyondAscii.test(lower) ? lower.normalize('NFD').replaceAll(/\p{M}/gu, '') : lower;
}

const digits = /\d+/g;

/** Text as it is sorted: folded, and each number with its length before it, so that WO-9 comes before WO-12. */
export function sortable(text: string): string {
  return folded(text).replaceAll(digits, numbered);
}

function numbered(run: string): string {
  const number = run.replace(/^0+(?=.)/, '');
  return String.fromCharCode(48 + Math.min(number.length, 60)) + number;
}
