import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { parseAst } from 'vite';
import { describe, expect, test } from 'vitest';
import { holdsMoney, isMoneyText } from '#domain/access/amounts.ts';
import { isHarmless, shownPath } from '#domain/access/meanings.ts';
import { csvText } from '#domain/answers/csv.ts';
import { memberLabel } from '#domain/answers/members.ts';
import { dutyKind } from '#domain/duty/duties.ts';
import { toSquawk } from '#domain/maintenance/squawks.ts';
import { visitsOf } from '#domain/maintenance/shopVisit.ts';
import { stateAt } from '#domain/reservations/state.ts';
import { isTimed, peopleText, type Reservation, toReservation } from '#domain/reservations/reservations.ts';
import { readInstant } from '#domain/time/time.ts';
import { returnPath } from '#server/access/signIn/returnPath.ts';
import { readTarget } from '#server/http/api.ts';
import { pageAt } from '#contract/pages.ts';
import { readForwarded } from '#server/http/proxies.ts';
import { type Source, sourceTree } from './sourceTree.ts';

/**
 * Code that reads an address, a header or a text of the service must take time in proportion to its length: a stranger chooses
 * the length, and the gateway has one thread. Every regular expression of the source gets texts that make bad ones grow faster.
 */

/** The lengths to compare; the longer is four times the shorter. */
const [short, long] = [4_000, 16_000];
/** Milliseconds too short to matter, and the resolution of a thread's time on some systems. */
const unnoticed = 4;
/** Proportional growth gives four, quadratic growth sixteen. */
const maxGrowth = 9;

/** How often a pair of texts is timed; the fastest of each counts. */
const looks = 6;
/** Milliseconds that a pause hardly changes: longer work is timed only twice. */
const longLook = 50;

/** Milliseconds of this thread: other programs on the machine do not count, and the fastest run has no pauses. */
function fastest(work: (text: string) => unknown, text: string, max = looks): number {
  let best = Number.POSITIVE_INFINITY;
  for (let look = 0; look < max && (look < 2 || best < longLook); look++) {
    const before = process.threadCpuUsage();
    work(text);
    const { user, system } = process.threadCpuUsage(before);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

/** Whether work grows faster than its text, three times in a row: a disturbance would not happen three times. */
function growsTooFast(work: (text: string) => unknown, textOf: (length: number) => string): boolean {
  const longer = textOf(long);
  if (fastest(work, longer, 1) < unnoticed || fastest(work, longer) < unnoticed) return false;
  const shorter = textOf(short);
  return [1, 2, 3].every(() => fastest(work, longer) >= maxGrowth * Math.max(unnoticed, fastest(work, shorter)));
}

const signs = '/.-_=:,;%&?#!~*"\'`\\()[]{}<>$€+@';
const units = ['a', 'A', 'é', '1', '0', ' ', '\n', '\t', ...signs.split('')];
const pairs = ['aA', 'Aa', 'a1', '1.', '1,', 'a ', ' a', 'a/', '/a', '-1', '\\u00', '%2', '11:', 'X, ', 'not '];
const ends = ['', '!', '/', '\n', '\u0000', 'é/', ' x'];

/** Texts of a length that repeat a few characters, with a different one at the end. */
const hostile = [...units, ...pairs].flatMap((unit) =>
  ends.map((end) => (length: number) => unit.repeat(length / unit.length) + end),
);

type Pattern = { readonly path: string; readonly pattern: string; readonly flags: string };
type Node = { readonly regex?: { readonly pattern: string; readonly flags: string } } | null;

/** The regular expressions in a module. */
function patternsIn({ path, text }: Source): Pattern[] {
  const found: Pattern[] = [];
  JSON.stringify(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }), (_, node: Node) => {
    if (node?.regex) found.push({ path, ...node.regex });
    return typeof node === 'bigint' ? null : node;
  });
  return found;
}

/** Modules that read settings at the start, and command lines: their authors control the machine. */
const isOfAdministrator = (path: string) =>
  /server\/(operator|check)\/|server\/(settings|open)\.ts|access\/(commands|accessSettings)\.ts/.test(path);

const patterns = sourceTree()
  .filter(({ path, isTest }) => !isTest && !isOfAdministrator(path))
  .flatMap(patternsIn);

const reservations = '/scheduling/v1.0/operators/1001/reservations';
const zone = { name: 'America/Denver', zoneless: 'operator' } as const;

/** A request with the headers of proxies. */
function forwardedBy(text: string): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.headers = { 'x-forwarded-for': text, forwarded: text, host: text };
  request.rawHeaders = Object.entries(request.headers).flatMap(([name, value]) => [name, String(value)]);
  return request;
}

/** A shop visit of a pilot with the text in every member that is read. */
function reservationOf(text: string) {
  const named = { id: 1, name: text };
  return {
    reservationId: text,
    startTime: '2026-05-12T08:00:00-06:00',
    endTime: '2026-05-12T10:00:00-06:00',
    reservationType: { displayTypeId: 1, name: text },
    activityType: named,
    reservationStatus: { id: 9, name: text },
    aircraft: { aircraftId: text, tailNumber: text },
    pilots: [{ userId: text, firstName: text, lastName: text }],
    instructor: { userId: text, firstName: text, lastName: text },
    comments: text,
  };
}

/** What the rules read from a reservation. */
function readings(reservation: Reservation) {
  if (!isTimed(reservation)) return null;
  const now = reservation.start;
  return [
    stateAt(reservation, now),
    visitsOf([reservation], now - 1),
    dutyKind(reservation, ''),
    peopleText(reservation),
  ];
}

const everything = { prose: true, contact: true };
/** One column name of each meaning. */
const columnNames =
  'date hours landings workOrderNumber aircraftId tail status based instructor signedBy isSimulator note email'.split(
    ' ',
  );

describe('the time for a text grows in proportion to its length', () => {
  test('in every regular expression of the source', () => {
    expect(patterns.length).toBeGreaterThan(100);
    const slow = patterns.filter(({ pattern, flags }) => {
      const expression = new RegExp(pattern, flags);
      return hostile.some((textOf) => growsTooFast((text) => text.replace(expression, 'x'), textOf));
    });
    expect(slow.map(({ path, pattern }) => `${path}: ${pattern}`)).toEqual([]);
  });

  test.each([
    ['the path of a page', pageAt],
    [
      'an address of the API',
      (text: string) => readTarget(`/scheduling/v1.0/operators/1001/reservations${text}`, 1001),
    ],
    ['a filter of the API', (text: string) => readTarget(`${reservations}?startTime=lt:${text}&x=${text}`, 1001)],
    ['the address after a sign-in', (text: string) => returnPath(`/${text}`)],
    ['a chain of proxies', (text: string) => readForwarded(forwardedBy(text), () => true)],
    ['the name of a member', (text: string) => [isHarmless(text, 'x', everything), shownPath(text), memberLabel(text)]],
    ['a value of a report', (text: string) => columnNames.map((name) => isHarmless(name, text, everything))],
    ['a text with an amount in it', holdsMoney],
    ['an amount', isMoneyText],
    ['a time', (text: string) => [readInstant(text, zone), readInstant(`2026-05-12T${text}`, zone)]],
    ['a squawk', (text: string) => toSquawk({ squawkId: text, description: text, created: text }, 0, zone)],
    ['a reservation', (text: string) => readings(toReservation(reservationOf(text), zone))],
    ['a cell of a file', (text: string) => csvText([[text, text]])],
  ])('in reading %s', (_, work) => {
    expect(hostile.filter((textOf) => growsTooFast(work, textOf)).map((textOf) => textOf(8))).toEqual([]);
  });

  test('a slow expression is found', () => {
    expect(hostile.some((textOf) => growsTooFast((text) => text.replace(/[^/]+$/, 'x'), textOf))).toBe(true);
    const words = (text: string) => text.replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2');
    expect(hostile.some((textOf) => growsTooFast(words, textOf))).toBe(true);
  });
});
