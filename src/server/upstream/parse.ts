import { isRecord } from '#contract/objects.ts';
import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { errorEntry, readErrorBody, retrySeconds } from '#contract/errors.ts';
import { isFigure } from '#contract/tolerant.ts';
import { errorCode, type UpstreamAnswer, UpstreamFailure } from './upstream.ts';

type Headers = { readonly [name: string]: string | string[] | undefined };

/**
 * Parses the upstream's answer. Of its headers it keeps only `retry-after`, as a number. An error body that is not JSON
 * (HTML, plain text, nothing) becomes the error array of section 7. Throws `UpstreamFailure`.
 */
export async function readAnswer(
  status: number,
  headers: Headers,
  sent: NonSharedBuffer,
  maxBytes: number,
): Promise<UpstreamAnswer> {
  if (status >= 300 && status < 400) throw new UpstreamFailure('redirect');
  // We ask for no part of an answer, and a part must not pass for the whole.
  if (status === 206 || status > 599) throw new UpstreamFailure('unreadable');
  const coding = headers['content-encoding'];
  const isPacked = coding !== undefined && coding !== 'identity';
  const body = isPacked
    ? await unpack(sent, coding, maxBytes).catch((error: unknown) => {
        if (status >= 400) return Buffer.alloc(0);
        throw error;
      })
    : sent;
  return answerOf(status, inUtf8(body, headers['content-type']), retrySeconds(headers['retry-after'], Date.now()));
}

function answerOf(status: number, body: NonSharedBuffer, retryAfter: number | null): UpstreamAnswer {
  if (status >= 400) return { status, body: errorBody(status, body), retryAfter };
  const error = errorStatusIn(body);
  if (error !== null) return { status: error, body: errorBody(error, body), retryAfter };
  const numbers: Numbers = { mayBeLarge: false };
  if (!isJson(body, numbers)) throw new UpstreamFailure('unreadable');
  return { status, body: numbers.mayBeLarge ? withLargeAsText(body) : body, retryAfter };
}

/**
 * The same JSON, in which each number beyond all figures is the text that the service wrote. Programs read `1e400` as
 * infinite and write that as null, and read two long ids as one; a text keeps what it is, and can be named as unread.
 */
function withLargeAsText(body: Buffer): NonSharedBuffer {
  // TypeScript's own type lacks the third argument (ECMAScript 2026), so it is optional here.
  const asWritten = (_: string, value: unknown, written?: { readonly source?: string }) =>
    typeof value === 'number' && !isFigure(value) ? written?.source : value;
  return Buffer.from(JSON.stringify(JSON.parse(body.toString(), asWritten)));
}

/** Longer bodies are not searched for an error. */
const longestError = 4_096;

/** The status of an error that a service sends with status 200; null if it is not an error. */
function errorStatusIn(body: Buffer): number | null {
  if (body.length > longestError || !/"(?:code|statusCode)"/.test(body.toString('latin1'))) return null;
  try {
    const value: unknown = JSON.parse(body.toString());
    const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
    const [first] = entries;
    if (!isRecord(first) || !entries.every(isErrorEntry)) return null;
    const code = Number(first['statusCode'] ?? first['code']);
    // A code of the service's own says only that it failed.
    return Number.isInteger(code) && code >= 400 && code < 600 ? code : 502;
  } catch {
    return null;
  }
}

/** Members of an error entry (section 7) that no record has. */
const ofErrors = [
  'statusCode',
  'category',
  'overridable',
  'universallyOverridable',
  'techMessage',
  'dataField',
  'groupLabel',
];

function isErrorEntry(entry: unknown): boolean {
  if (!isRecord(entry) || typeof (entry['statusCode'] ?? entry['code']) !== 'number' || !('message' in entry))
    return false;
  return ofErrors.some((name) => name in entry) || Object.keys(entry).length === 2;
}

const unpackers = { br: promisify(brotliDecompress), gzip: promisify(gunzip), 'x-gzip': promisify(gunzip) };

/** Undoes the content coding; refuses more than `maxBytes` as a compression bomb. */
async function unpack(body: NonSharedBuffer, coding: string | string[], maxBytes: number): Promise<NonSharedBuffer> {
  const unpacker = Object.entries(unpackers).find(([name]) => name === coding)?.[1];
  if (!unpacker) throw new UpstreamFailure('unreadable');
  try {
    return await unpacker(body, { maxOutputLength: maxBytes });
  } catch (error) {
    const isBomb = errorCode(error) === 'ERR_BUFFER_TOO_LARGE';
    throw new UpstreamFailure(isBomb ? 'oversized' : 'unreadable', error);
  }
}

const byteOrderMark = Buffer.from('\uFEFF');

/** The text in UTF-8 without a byte order mark. Bytes that are invalid in the declared encoding become replacement characters. */
function inUtf8(body: NonSharedBuffer, contentType: string | string[] | undefined): NonSharedBuffer {
  const [, declared = 'utf-8'] = /charset="?([\w-]+)/i.exec(String(contentType ?? '')) ?? [];
  const isPlain = /^utf-?8$/i.test(declared) && isUtf8(body);
  if (isPlain) return body.subarray(0, 3).equals(byteOrderMark) ? body.subarray(3) : body;
  return Buffer.from(decoderOf(declared).decode(body));
}

function decoderOf(declared: string): TextDecoder {
  try {
    return new TextDecoder(declared);
  } catch {
    return new TextDecoder();
  }
}

/** The error array as sent, or one made from what was sent instead. */
function errorBody(status: number, body: NonSharedBuffer): NonSharedBuffer {
  const entries = readErrorBody(body.toString());
  const isArray = body.toString('latin1', 0, 1) === '[' && isJson(body);
  if (isArray && entries.some(({ message }) => message)) return body;
  const known = entries.length > 0 ? entries : [{ code: null, message: null }];
  const whole = known.map(({ code, message }) =>
    errorEntry({ code: code ?? status, message: message ?? adviceOn(status) }),
  );
  return Buffer.from(JSON.stringify(whole));
}

/** What to do, if the service does not say so. */
export function adviceOn(status: number): string {
  if (status === 401 || status === 403) {
    return `The flight service rejects the key of this server (${status}). Check the key and the operator ID in its settings.`;
  }
  if (status === 404) return 'The flight service has nothing at this address.';
  if (status === 429) return 'The flight service receives too many requests. Wait a moment.';
  return `The flight service answered ${status} without saying why. Try again in a minute.`;
}

/** Deeper nesting is not a list of records and would only strain the parser. */
const maxDepth = 256;

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openList = 0x5b;
const openObject = 0x7b;
const closeObject = 0x7d;
/** How far the code of a closing bracket or brace is from its opening one. */
const toCloser = 2;

/**
 * Whether these bytes are one JSON object or array (RFC 8259), without building it. It costs a tenth of `JSON.parse` on a
 * large body and makes no garbage. Bytes above 0x7f are accepted in strings. `numbers` tells about the numbers.
 */
export function isJson(bytes: Uint8Array, numbers: Numbers = { mayBeLarge: false }): boolean {
  const closers = new Uint8Array(maxDepth);
  let depth = 0;
  let at = afterSpace(bytes, 0);
  if (bytes[at] !== openList && bytes[at] !== openObject) return false;
  for (;;) {
    // Expects a value, or the first member of an object.
    const first = bytes[at] ?? 0;
    if (first === openObject || first === openList) {
      if (depth === maxDepth) return false;
      const closer = first + toCloser;
      closers[depth++] = closer;
      at = afterSpace(bytes, at + 1);
      if (bytes[at] !== closer) {
        if (first === openObject) at = afterName(bytes, at);
        if (at < 0) return false;
        continue;
      }
    } else {
      at = afterScalar(bytes, at, first, numbers);
      if (at < 0) return false;
      at = afterSpace(bytes, at);
    }
    // A value has ended; its container continues or ends too.
    while (bytes[at] === closers[depth - 1]) {
      at = afterSpace(bytes, at + 1);
      if (--depth === 0) return at === bytes.length;
    }
    if (bytes[at] !== comma) return false;
    at = afterSpace(bytes, at + 1);
    if (closers[depth - 1] === closeObject) at = afterName(bytes, at);
    if (at < 0) return false;
  }
}

/** Each returns the place after something, or -1 if it is missing. */
type Place = number;

function afterSpace(bytes: Uint8Array, from: Place): Place {
  let at = from;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte > 0x20 || (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)) break;
    at++;
  }
  return at;
}

/** A member's name and its colon. */
function afterName(bytes: Uint8Array, from: Place): Place {
  if (bytes[from] !== quote) return -1;
  const named = afterString(bytes, from + 1);
  if (named < 0) return -1;
  const at = afterSpace(bytes, named);
  return bytes[at] === colon ? afterSpace(bytes, at + 1) : -1;
}

/** 1 for each plain byte of a string: all but quote, backslash and control characters. */
const isOrdinary = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= 0x20 && byte !== quote && byte !== backslash),
);

/** A string after its opening quote. */
function afterString(bytes: Uint8Array, from: Place): Place {
  let at = from;
  for (;;) {
    while (isOrdinary[bytes[at] ?? 0] === 1) at++;
    if (bytes[at] === quote) return at + 1;
    if (bytes[at] !== backslash) return -1;
    at = afterEscape(bytes, at + 1);
    if (at < 0) return -1;
  }
}

function afterEscape(bytes: Uint8Array, at: Place): Place {
  const sign = String.fromCharCode(bytes[at] ?? 0);
  if ('"\\/bfnrt'.includes(sign)) return at + 1;
  const digits = String.fromCharCode(...bytes.subarray(at + 1, at + 5));
  return sign === 'u' && /^[0-9a-fA-F]{4}$/.test(digits) ? at + 5 : -1;
}

const words: { readonly [first: number]: readonly number[] } = Object.fromEntries(
  ['true', 'false', 'null'].map((word) => [word.charCodeAt(0), Array.from(Buffer.from(word))]),
);

function afterScalar(bytes: Uint8Array, at: Place, first: number, numbers: Numbers): Place {
  if (first === quote) return afterString(bytes, at + 1);
  const word = words[first];
  if (word) return word.every((byte, index) => bytes[at + index] === byte) ? at + word.length : -1;
  return afterNumber(bytes, at, numbers);
}

/** What was seen of the numbers: whether one is long enough, or has an exponent, to be beyond all figures. */
type Numbers = { mayBeLarge: boolean };
/** Numbers with fewer digits are figures. */
const longFigure = 16;

function afterNumber(bytes: Uint8Array, from: Place, numbers: Numbers): Place {
  const whole = bytes[from] === 0x2d ? from + 1 : from;
  let at = afterDigits(bytes, whole);
  if (at === whole || (bytes[whole] === 0x30 && at > whole + 1)) return -1;
  if (at - whole >= longFigure) numbers.mayBeLarge = true;
  if (bytes[at] === 0x2e) {
    const fraction = at + 1;
    at = afterDigits(bytes, fraction);
    if (at === fraction) return -1;
  }
  if (bytes[at] === 0x65 || bytes[at] === 0x45) {
    const signed = bytes[at + 1] === 0x2b || bytes[at + 1] === 0x2d;
    const exponent = at + (signed ? 2 : 1);
    at = afterDigits(bytes, exponent);
    if (at === exponent) return -1;
    numbers.mayBeLarge = true;
  }
  return at;
}

function afterDigits(bytes: Uint8Array, from: Place): Place {
  let at = from;
  for (let byte = bytes[at] ?? 0; byte >= 0x30 && byte <= 0x39; byte = bytes[at] ?? 0) at++;
  return at;
}
