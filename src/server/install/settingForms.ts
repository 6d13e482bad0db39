import * as z from 'zod/mini';

/** The forms of settings. No message repeats a value. */

/** The parts of a comma-separated list. */
export function listed(written: string): string[] {
  return written
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A text that is converted; `isOne` first says whether it can be. */
export function readAs<Value>(isOne: (written: string) => boolean, words: string, read: (written: string) => Value) {
  return z.pipe(z.string().check(z.refine(isOne, { error: words, abort: true })), z.transform(read));
}

/** An optional text of a form; `words` say which. */
export function optionalText(isOne: RegExp | ((written: string) => boolean), words: string) {
  const test = isOne instanceof RegExp ? z.regex(isOne, words) : z.refine<string>(isOne, words);
  return z.optional(z.string().check(test));
}

/** A whole number within bounds, perhaps of a unit such as ` minutes`. */
export function whole(min: number, max: number, unit = '') {
  const isOne = (written: string) => /^\d{1,10}$/.test(written) && Number(written) >= min && Number(written) <= max;
  return readAs(isOne, `must be a whole number from ${min} to ${max}${unit}.`, Number);
}

export function visible(max: number) {
  return optionalText(
    new RegExp(`^[\\x21-\\x7e]{1,${max}}$`),
    `must be ${max} visible ASCII characters at most, without spaces.`,
  );
}

/** A network address; `form` says of what. It must be https unless it is on this machine. */
export function address(isOne: (url: URL) => boolean, form: string, why: string) {
  const isPlain = (written: string) => /^[\x21-\x7e]+$/.test(written) && !/[#@\\]/.test(written);
  const isAddress = (written: string) => {
    const url = URL.parse(written);
    return isPlain(written) && url !== null && /^https?:$/.test(url.protocol) && isOne(url);
  };
  const words = `must begin with https://, because http:// ${why}.`;
  return z.string().check(z.refine(isAddress, { error: form, abort: true }), z.refine(isProtected, words));
}

function isProtected(written: string): boolean {
  const url = URL.parse(written);
  return url?.protocol === 'https:' || isLoopback(url?.hostname ?? '');
}

/** The name of a claim, perhaps nested: `realm_access.roles`. */
export const claimName = z
  .string()
  .check(z.regex(/^[\x21-\x7e]{1,200}$/, 'must be the name of a claim such as groups or realm_access.roles.'));

/** A header's name in lower case; `example` is one. */
export function headerName(example: string) {
  const isOne = (written: string) => /^(?!(host|cookie|connection|authorization)$)[a-z][a-z0-9-]{0,63}$/i.test(written);
  return readAs(isOne, `must be the name of a header such as ${example}.`, (written) => written.toLowerCase());
}

/** Whether a host name, as a URL writes it, is this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname);
}
