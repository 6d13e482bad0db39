import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { millisecondsInSecond } from '#domain/units.ts';

/** Bytes of one line; a longer one comes in pieces. */
const longestLine = 256 * 1024;
/** Bytes per second. A process that writes more must wait, so that it cannot hold up the others' lines. */
const mostInASecond = 1024 * 1024;

/** Calls `onLine` for each line of a stream, without its end, and for the remaining text when the stream ends. */
export function forwardLines(stream: Readable | null, onLine: (line: string) => void): void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let [taken, second] = [0, performance.now()];
  stream?.on('data', (chunk: Buffer) => {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) tell(line);
    for (; rest.length > longestLine; rest = rest.slice(longestLine)) tell(rest.slice(0, longestLine));
    const now = performance.now();
    if (now - second >= millisecondsInSecond) [taken, second] = [0, now];
    taken += chunk.length;
    if (taken <= mostInASecond) return;
    stream.pause();
    setTimeout(() => stream.resume(), second + millisecondsInSecond - now);
  });
  stream?.on('end', () => tell(rest));

  function tell(line: string): void {
    if (line.trim() !== '') onLine(line);
  }
}
