import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { errorEntry, type ErrorEntry } from '#contract/errors.ts';
import { preferredCoding } from './coding.ts';

type HeaderValues = { readonly [name: string]: string };

/** Below this, packing costs more than it saves. */
const worthPacking = 1024;

const packers = {
  // The qualities at which each packs JSON about as fast as it can be read from the network.
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 6 }),
};

/** Answers with a JSON body, packed when that is worth it and the client takes it. */
export async function sendJson(
  c: Context,
  status: number,
  body: NonSharedBuffer,
  headers: HeaderValues = {},
): Promise<Response> {
  const coding = body.length > worthPacking ? preferredCoding(c.req.header('accept-encoding')) : null;
  const packed = coding ? await packers[coding](body) : body;
  return c.body(packed, status as ContentfulStatusCode, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(packed.length),
    'cache-control': 'private, no-cache',
    vary: 'accept-encoding',
    ...(coding && { 'content-encoding': coding }),
    ...headers,
  });
}

/** Answers with a value that no setting or call can make different for another client. */
export function sendValue(c: Context, value: unknown): Promise<Response> {
  return sendJson(c, 200, Buffer.from(JSON.stringify(value)));
}

/** Answers with the error array of section 7; each message says what to do. */
export function refuse(
  c: Context,
  status: number,
  problems: readonly (Pick<ErrorEntry, 'message'> & Partial<ErrorEntry>)[],
  headers: HeaderValues = {},
): Promise<Response> {
  const entries = problems.map((problem) => errorEntry({ code: status, ...problem }));
  return sendJson(c, status, Buffer.from(JSON.stringify(entries)), headers);
}
