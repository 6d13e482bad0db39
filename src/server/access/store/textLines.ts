import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const chunkBytes = 65_536;
const lineFeed = 0x0a;

/** The lines of a file, first to last, without line feeds; read in pieces, only as far as needed. */
export function* linesOf(path: string): Generator<string> {
  let rest = Buffer.alloc(0);
  for (const chunk of chunksOf(path, 'forwards')) {
    let from = 0;
    const all = Buffer.concat([rest, chunk]);
    for (let at = all.indexOf(lineFeed); at !== -1; at = all.indexOf(lineFeed, from)) {
      yield all.toString('utf8', from, at);
      from = at + 1;
    }
    rest = all.subarray(from);
  }
  if (rest.length > 0) yield rest.toString();
}

/**
 * The lines of a file, last to first, or from the line that holds byte `end`. The first result is the text after the
 * last line feed, which is empty if the last line is complete.
 */
export function* linesBackwards(path: string, end = Number.POSITIVE_INFINITY): Generator<string> {
  let rest = Buffer.alloc(0);
  for (const chunk of chunksOf(path, 'backwards', end)) {
    let until = chunk.length + rest.length;
    const all = Buffer.concat([chunk, rest]);
    for (let at = all.lastIndexOf(lineFeed); at !== -1; at = at === 0 ? -1 : all.lastIndexOf(lineFeed, at - 1)) {
      yield all.toString('utf8', at + 1, until);
      until = at;
    }
    rest = all.subarray(0, until);
  }
  yield rest.toString();
}

/**
 * In a file of ordered lines, a byte shortly after the last line for which `isAfter` is false. Found by halving, so that a
 * long file takes few reads.
 */
export function endOfLines(path: string, isAfter: (line: string) => boolean): number {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const chunk = Buffer.alloc(chunkBytes);
    let [before, after] = [0, size];
    while (after - before > chunkBytes) {
      const middle = Math.floor((before + after) / 2);
      const text = chunk.toString('utf8', 0, readSync(file, chunk, 0, chunkBytes, middle));
      // The first whole line.
      const [, line] = text.split('\n', 2);
      if (line !== undefined && isAfter(line)) after = middle;
      else before = middle;
    }
    return Math.min(size, after + chunkBytes);
  } finally {
    closeSync(file);
  }
}

function* chunksOf(
  path: string,
  direction: 'forwards' | 'backwards',
  end = Number.POSITIVE_INFINITY,
): Generator<Buffer> {
  const file = openSync(path, 'r');
  try {
    const size = Math.min(fstatSync(file).size, end);
    for (let read = 0; read < size; read += chunkBytes) {
      const length = Math.min(chunkBytes, size - read);
      const chunk = Buffer.alloc(length);
      readSync(file, chunk, 0, length, direction === 'forwards' ? read : size - read - length);
      yield chunk;
    }
  } finally {
    closeSync(file);
  }
}
