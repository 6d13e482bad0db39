import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Coding } from './coding.ts';

/** Below this, packing costs more than it saves. */
const worthPacking = 1024;

const packers = {
  // The qualities at which each packs JSON about as fast as it can be read from the network.
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 6 }),
};

/** A body of an answer in the forms in which it is sent; each is packed when it is first asked for, and once. */
export type Body = {
  readonly plain: NonSharedBuffer;
  /** Differs where the content does: each form's own entity tag is made of it, as RFC 9110 (8.8.3.3) asks of strong ones. */
  readonly tag: string;
  readonly isPackable: boolean;
  /** The form in this coding, at once where it is there already. */
  readonly packed: (coding: Coding) => NonSharedBuffer | Promise<NonSharedBuffer>;
};

/** Tags are counted, which is exact and costs nothing; those of another start begin otherwise. */
const start = randomBytes(6).toString('base64url');
let count = 0;

/** Takes over all forms, and the tag, of the body before where the content is the same. */
export function bodyOf(plain: NonSharedBuffer, before?: Body): Body {
  if (before?.plain.equals(plain)) return before;
  const tag = `${start}${(count++).toString(36)}`;
  const forms = new Map<Coding, NonSharedBuffer | Promise<NonSharedBuffer>>();
  return {
    plain,
    tag,
    isPackable: plain.length > worthPacking,
    packed(coding) {
      const known = forms.get(coding);
      if (known) return known;
      const packing = packers[coding](plain).then((form) => {
        forms.set(coding, form);
        return form;
      });
      forms.set(coding, packing);
      return packing;
    },
  };
}
