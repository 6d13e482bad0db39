import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { eventually } from '#e2e/stands/teststand.ts';
import { forwardLines } from './lines.ts';

function forwarded() {
  const stream = new PassThrough({ highWaterMark: 16 * 1024 });
  const lines: string[] = [];
  forwardLines(stream, (line) => void lines.push(line));
  return { stream, lines };
}

it('lines come whole, however their bytes arrive, and also the last one without an end', async () => {
  const { stream, lines } = forwarded();
  const bytes = Buffer.from('one “quoted”\n\ntwo ✈\nthree');
  for (const byte of bytes) stream.write(Buffer.from([byte]));
  stream.end();
  await eventually(() => expect(lines).toEqual(['one “quoted”', 'two ✈', 'three']));
});

it('a line without an end comes in pieces, so that it takes no memory', async () => {
  const { stream, lines } = forwarded();
  stream.write('x'.repeat(600 * 1024));
  await eventually(() => expect(lines.map(({ length }) => length)).toEqual([256 * 1024, 256 * 1024]));
  stream.end();
  await eventually(() => expect(lines.join('')).toHaveLength(600 * 1024));
});

it('whoever writes more than a megabyte in a second waits, and loses nothing', async () => {
  const { stream, lines } = forwarded();
  const line = 'x'.repeat(1023);
  const began = performance.now();
  let written = 0;
  const more = () => {
    while (written < 2_500) {
      written += 1;
      if (!stream.write(`${line}\n`)) return;
    }
    stream.end();
  };
  stream.on('drain', more);
  more();
  await eventually(() => expect(lines).toHaveLength(2_500));
  // A megabyte passes each second, so two and a half need two pauses.
  expect(performance.now() - began).toBeGreaterThan(1_900);
});
