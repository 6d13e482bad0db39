import { gunzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { changesShape } from '#contract/gateway/replica.ts';
import { daySpan } from '#domain/time/time.ts';
import { type GatewayProcess, startGateway } from './gatewayProcess.ts';
import { type Part, quantile } from './outcome.ts';
import { processorSeconds } from './processes.ts';
import { filled } from '#e2e/fixtures/filled.ts';
import { dayPage, today, windowPath } from './replicaPages.ts';
import { generateSchool, schoolZone, type SchoolService, serveSchool, defaultSchool } from './school.ts';
import { newAccount, openScreen } from './screens.ts';

const screens = 200;
const changes = 3;
const boundMs = 1_000;
/** Today's reservations are read at least every 30 s. */
const patienceMs = 45_000;

const windowShape = z.object({
  items: z.array(z.looseObject({ reservationId: z.string(), startTime: z.optional(z.string()) })),
});

/** How long after the gateway sees a change all connected screens learn of it, and show it. */
export async function replicaChange(): Promise<Part> {
  const school = generateSchool(defaultSchool, true);
  const service = await serveSchool(school, { allowance: 60_000 });
  const gateway = await startGateway(service.url, 60_000);
  try {
    await filled(gateway.url);
    return await measure(gateway, service);
  } finally {
    await gateway.stop();
    await service.stop();
    school.database.close();
  }
}

async function measure({ url, pid }: GatewayProcess, service: SchoolService): Promise<Part> {
  const day = windowPath(today());
  const { items } = windowShape.parse(await (await fetch(url + day)).json());
  // Reservations that began before today are read less often.
  const { start } = daySpan(today(), schoolZone);
  const ids = items.flatMap(({ reservationId, startTime = '' }) =>
    Date.parse(startTime) > start ? reservationId : [],
  );
  const account = newAccount();
  const page = dayPage();
  /** When each screen, by its number, learned of the change and had its answer. */
  const heard = new Map<number, number>();
  const shown = new Map<number, number>();
  const note = (times: Map<number, number>, screen: number) => {
    if (!times.has(screen)) times.set(screen, Date.now());
  };
  const holds = textsByTag();
  let mark = '';
  const open = Array.from({ length: screens }, (_, screen) =>
    openScreen(url, page, account, {
      onEvent: ({ set, changed }) => {
        if (set === 'reservations' && changed) note(heard, screen);
      },
      onAnswer: (path, tag, bytes) => {
        if (path === day && mark !== '' && holds(tag, bytes, mark)) note(shown, screen);
      },
    }),
  );
  const rounds: Round[] = [];
  // All screens open their page before the first change.
  while (account.answered < screens * page.length) await pause(50);
  for (let round = 0; round < changes; round++) {
    for (const times of [heard, shown]) times.clear();
    mark = `bench change ${round}`;
    rename(service, ids[round * 7] ?? '', mark);
    const end = Date.now() + patienceMs;
    let spentBefore = processorSeconds(pid);
    while (heard.size === 0 && Date.now() < end) {
      spentBefore = processorSeconds(pid);
      await pause(5);
    }
    const late = Date.now() + 5 * boundMs;
    while ((heard.size < screens || shown.size < screens) && Date.now() < late) await pause(5);
    const spent = processorSeconds(pid) - spentBefore;
    const seenAt = await seen(url, mark);
    rounds.push({
      heard: toLast(heard, seenAt),
      shown: toLast(shown, seenAt),
      hearers: heard.size,
      showers: shown.size,
      spent,
    });
    console.error(`  change ${round + 1}: ${heard.size} told, ${shown.size} answered`);
  }
  await Promise.all(open.map((screen) => screen.close()));
  return report(rounds, account.failed + account.lost);
}

/** Whether an answer contains a word. Each is unpacked once, to leave the processor to the gateway. */
function textsByTag() {
  const texts = new Map<string, string>();
  return (tag: string, bytes: Buffer, word: string): boolean => {
    const text = texts.get(tag) ?? (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString();
    texts.set(tag, text);
    return text.includes(word);
  };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Renames a reservation at the service. */
export function rename(service: SchoolService, id: string, name: string): void {
  service.edit((address, text) => {
    if (!address.includes('/reservations') || !text.includes(id)) return text;
    const body = JSON.parse(text) as { items: { reservationId: string }[] };
    const items = body.items.map((item) => (item.reservationId === id ? { ...item, displayName: name } : item));
    return JSON.stringify({ ...body, items });
  });
}

/** When the gateway saw this change, by its own log; it has the same clock as we do. */
export async function seen(url: string, mark: string, cookie = ''): Promise<number> {
  const answer = await fetch(`${url}/replica/changes?since=0&set=reservations&limit=2000`, { headers: { cookie } });
  const { changes: logged } = changesShape.parse(await answer.json());
  const change = logged.find(({ after }) => JSON.stringify(after).includes(mark));
  if (!change) throw new Error('The gateway did not see the change.');
  return Date.parse(change.at);
}

type Round = {
  /** Milliseconds until the last screen, and the number of screens. */
  readonly heard: number;
  readonly shown: number;
  readonly hearers: number;
  readonly showers: number;
  /** Seconds of processor time of the gateway, in steps of 10 ms. */
  readonly spent: number;
};

function toLast(times: ReadonlyMap<number, number>, since: number): number {
  return Math.max(...times.values()) - since;
}

function report(rounds: readonly Round[], failed: number): Part {
  const worst = (of: (round: Round) => number) => Math.max(...rounds.map(of));
  const min = (of: (round: Round) => number) => Math.min(...rounds.map(of));
  const heard = worst((round) => round.heard);
  const shown = worst((round) => round.shown);
  const row = (name: string, milliseconds: number, count: number) => [
    name,
    `${milliseconds.toFixed(0)} ms`,
    `${count} of ${screens}, at most ${boundMs} ms`,
    (milliseconds / boundMs).toFixed(2),
  ];
  return {
    rows: [
      row(
        `a change told to the last of ${screens} screens`,
        heard,
        min((round) => round.hearers),
      ),
      row(
        `a change shown by the last of ${screens} screens`,
        shown,
        min((round) => round.showers),
      ),
    ],
    figures: {
      'change told to the last screen, ms': heard,
      'change told to the last screen, median ms': quantile(
        rounds.map((round) => round.heard),
        0.5,
      ),
      'change shown by the last screen, ms': shown,
      'processor time of the gateway for a change, ms':
        quantile(
          rounds.map((round) => round.spent),
          0.5,
        ) * 1_000,
      'screens told': min((round) => round.hearers),
      'screens answered': min((round) => round.showers),
      'requests unanswered at changes': failed,
    },
    ratios: { 'change told to its bound': heard / boundMs, 'change shown to its bound': shown / boundMs },
  };
}
