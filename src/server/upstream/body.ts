import { hash, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** A content coding that we write. */
export type Coding = 'br' | 'gzip';

/** Bytes below which compression costs more than it saves. */
const minCompressed = 1024;

type Compress = { readonly [Name in Coding]: (body: Buffer) => Promise<NonSharedBuffer> };

const compressors = (quality: number, level: number): Compress => ({
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
  gzip: (body) => promisify(gzip)(body, { level }),
});

/** At these levels each compresses JSON about as fast as a network sends it. */
const quick = compressors(4, 6);
/** Two levels below the best. The best takes three times as long and saves a fifteenth. */
const thorough = compressors(9, 9);

/** The body of an answer with its compressed forms, each of which is made once, when it is first requested. */
export type Body = {
  readonly plain: NonSharedBuffer;
  /** Differs if the content does. Each form has its own entity tag made from it, as RFC 9110 (8.8.3.3) requires of strong tags. */
  readonly tag: string;
  readonly isCompressible: boolean;
  /** The form in this coding; a promise only while it is being made. */
  readonly compressed: (coding: Coding) => NonSharedBuffer | Promise<NonSharedBuffer>;
};

/** Tags are counters, exact and free; each process has its own prefix. */
const processTag = randomBytes(6).toString('base64url');
let count = 0;

/** A body of these bytes; if the content is the same, the previous one with its tag and forms. */
export function bodyOf(plain: NonSharedBuffer, before?: Body): Body {
  if (before?.plain.equals(plain)) return before;
  const tag = `${processTag}${(count++).toString(36)}`;
  return { plain, tag, isCompressible: plain.length > minCompressed, compressed: formsOf(plain, quick) };
}

/** The body of a file; its tag depends on the content, so that it survives a restart. */
export function fileBody(plain: NonSharedBuffer, isCompressible = true): Body {
  const tag = hash('sha256', plain, 'base64url').slice(0, 22);
  return { plain, tag, isCompressible, compressed: formsOf(plain, thorough) };
}

function formsOf(plain: NonSharedBuffer, compress: Compress): Body['compressed'] {
  const forms = new Map<Coding, NonSharedBuffer | Promise<NonSharedBuffer>>();
  return (coding) => {
    const known = forms.get(coding);
    if (known) return known;
    const compressing = compress[coding](plain).then((form) => {
      forms.set(coding, form);
      return form;
    });
    forms.set(coding, compressing);
    return compressing;
  };
}
