import { inflateSync } from 'node:zlib';

/** The number of pages of a PDF; browsers compress the objects that say it. */
export function pagesOf(pdf: Buffer): number {
  const text = pdf.toString('latin1');
  const packed = [...text.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, body = '']) => unpacked(body));
  return [text, ...packed].join('\n').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

function unpacked(body: string): string {
  try {
    return inflateSync(Buffer.from(body, 'latin1')).toString('latin1');
  } catch {
    return ''; // A picture or a font, compressed in another way.
  }
}
