import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { errorEntry, readErrorBody } from '#contract/errors.ts';
import { type UpstreamAnswer, UpstreamFailure } from './upstream.ts';

type Headers = { readonly [name: string]: string | string[] | undefined };

/**
 * Reads what the upstream sent. Of its headers only `retry-after` survives, as a number. An error body that is not JSON
 * (markup, plain text, nothing) becomes the error array of section 7. Throws `UpstreamFailure`.
 */
export async function readAnswer(
  status: number,
  headers: Headers,
  sent: NonSharedBuffer,
  most: number,
): Promise<UpstreamAnswer> {
  if (status >= 300 && status < 400) throw new UpstreamFailure('redirect');
  if (status > 599) throw new UpstreamFailure('unreadable');
  const isError = status >= 400;
  const body = await unpack(sent, headers['content-encoding'], most).catch((error: unknown) => {
    if (isError) return Buffer.alloc(0);
    throw error;
  });
  const retryAfter = secondsUntil(headers['retry-after']);
  if (isJson(body)) return { status, body, retryAfter };
  if (isError) return { status, body: errorArray(status, body.toString()), retryAfter };
  throw new UpstreamFailure('unreadable');
}

const unpackers = { br: promisify(brotliDecompress), gzip: promisify(gunzip), 'x-gzip': promisify(gunzip) };

/** Undoes the content coding; what unpacks to more than `most` bytes is a bomb. */
async function unpack(
  body: NonSharedBuffer,
  coding: string | string[] | undefined,
  most: number,
): Promise<NonSharedBuffer> {
  if (coding === undefined || coding === 'identity') return body;
  const unpacker = Object.entries(unpackers).find(([name]) => name === coding)?.[1];
  if (!unpacker) throw new UpstreamFailure('unreadable');
  try {
    return await unpacker(body, { maxOutputLength: most });
  } catch (error) {
    const isBomb = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new UpstreamFailure(isBomb ? 'oversized' : 'unreadable', error);
  }
}

/** Passes over a byte order mark, as browsers do. */
const decoder = new TextDecoder();

function isJson(body: Buffer): boolean {
  try {
    return typeof JSON.parse(decoder.decode(body)) === 'object';
  } catch {
    return false;
  }
}

function errorArray(status: number, text: string): NonSharedBuffer {
  const [said] = readErrorBody(text);
  const message = said?.message ?? `The flight service answered ${status} without saying why. Try again in a minute.`;
  return Buffer.from(JSON.stringify([errorEntry({ code: status, message })]));
}

/** `Retry-After` in whole seconds, whether it gives a span or a date (RFC 9110). */
function secondsUntil(value: string | string[] | undefined): number | null {
  if (typeof value !== 'string') return null;
  if (/^\d{1,6}$/.test(value)) return Number(value);
  const date = /^[A-Z][a-z]{2}, /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000));
}
