/** A word of the part before the @, as RFC 5322 writes it without quotes, with letters of any language (RFC 6531). */
const word = String.raw`[\p{L}\p{M}\p{N}!#$%&'*+/=?^_{|}~\x60-]+`;
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
const plainAddress = new RegExp(String.raw`^${word}(?:\.${word})*@${label}(?:\.${label})*$`, 'u');

/** Characters of an address (RFC 5321, section 4.5.3.1). */
const longest = { local: 64, whole: 254 } as const;

/**
 * True for exactly one plain mail address. What mail programs read as something else is refused: a comment (`a@b(c)`), a
 * group (`team:a@b`), a name, quotes, a list, control characters and what draws nothing.
 */
export function isMailAddress(text: string): boolean {
  return text.length <= longest.whole && text.lastIndexOf('@') <= longest.local && plainAddress.test(text);
}
