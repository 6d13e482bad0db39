import { setTimeout as sleep } from 'node:timers/promises';
import { timeouts } from '#contract/gateway/ages.ts';
import type { Clock } from '#server/upstream/queue.ts';
import { currentMark, within } from '#server/observability/requestMark.ts';
import type { ApiAnswer, RequestOptions, Source } from '#server/upstream/cache.ts';
import { type Demands, demandsOf, hasAgeLimit, noDemands } from '#server/upstream/demands.ts';
import type { ReadRequest } from '#server/upstream/upstream.ts';
import type { Incoming, Sender } from './incoming.ts';
import { createPatience } from './patience.ts';
import { refusalReply, refuse, type Reply } from './reply.ts';
import { tooManyCalls } from './shares.ts';

/** A program's request. */
export type ProgramRequest = {
  readonly request: ReadRequest;
  readonly incoming: Incoming;
  readonly isFresh: boolean;
  /** The id of the program's grant. */
  readonly grant: string;
  readonly sender: Sender;
};

type Asked = ProgramRequest & { readonly options: RequestOptions & { readonly demands: Demands } };

/**
 * Answers programs. They stop at a refusal, so they wait for whatever they request: for its turn, and for their share of calls.
 * One that would have to wait longer than it does is told so at once. One that wants a newer answer than the stored one gets it
 * within its share of such calls, and otherwise the stored one with its age.
 */
export function programAnswers(source: Source, clock: Clock) {
  const patience = createPatience(clock);

  /** Loads the answer, unless the share of calls is used up for longer than the program waits. */
  async function load({ request, options, sender }: Asked): Promise<ApiAnswer | number> {
    const wait = await whenItsTurn(sender, Math.min(timeouts.program, options.demands.patienceMs));
    return wait ?? source.load(request, options, sender.onDisconnect);
  }

  /** A newer answer than the stored one; the stored one if none comes in time. */
  async function renew({ request, options, sender }: Asked, stored: ApiAnswer): Promise<ApiAnswer> {
    const patienceMs = Math.min(options.demands.patienceMs, timeouts.allowance);
    const demands = { ...options.demands, patienceMs };
    const answer = await source.load(request, { ...options, demands }, sender.onDisconnect);
    if (answer.status !== 429 && answer.status < 500) return answer;
    return source.lookUp(request, { ...options, demands: noDemands }) ?? stored;
  }

  return (given: ProgramRequest, seen: (answer: ApiAnswer) => Reply): Reply | Promise<Reply> => {
    const { request, incoming, isFresh, grant, sender } = given;
    const wanted = demandsOf(incoming.headers);
    const name = `${grant} ${incoming.headers['user-agent'] ?? ''}`;
    const demands = { ...wanted, patienceMs: Math.min(wanted.patienceMs, patience.of(name)) };
    const options = { callClass: 'program', isFresh, demands } as const;
    const answer = source.lookUp(request, options);
    if (answer) return seen(answer);
    if (wanted.onlyStored) return nothingStored;
    const stored = hasAgeLimit(wanted) ? source.lookUp(request, { ...options, demands: noDemands }) : null;
    const shown = (loaded: ApiAnswer) => seen(markedIfOlder(loaded, wanted));
    if (stored && (!sender.takeRenewal() || sender.takeCall() !== null)) return shown(stored);
    const asked = { ...given, options };
    // The work takes longer from here on, and its log lines name the request.
    return within(currentMark(), async () => {
      if (stored) return shown(await renew(asked, stored));
      const done = patience.begin(name, sender.onDisconnect);
      const loaded = await load(asked);
      done();
      return typeof loaded === 'number' ? tooManyCalls(loaded) : shown(loaded);
    });
  };
}

/**
 * Waits until the share has room again, because a program gives up after a refusal. Returns the seconds to wait if that is
 * longer than `patienceMs`, or if the program has left.
 */
async function whenItsTurn({ takeCall, onDisconnect }: Sender, patienceMs: number): Promise<number | null> {
  const gone = new AbortController();
  onDisconnect(() => gone.abort());
  let [wait, left]: [number | null, number] = [takeCall(), patienceMs / 1000];
  while (wait !== null && wait <= left) {
    left -= wait;
    await sleep(wait * 1000, undefined, { ref: false, signal: gone.signal }).catch(() => undefined);
    if (gone.signal.aborted) return wait;
    wait = takeCall();
  }
  return wait;
}

/** Says so in `Cache-Status` if an answer is older than demanded. `Age` says how old it is. */
function markedIfOlder(answer: ApiAnswer, { maxAgeMs }: Demands): ApiAnswer {
  const isOlder = answer.status === 200 && maxAgeMs !== null && answer.age * 1000 > maxAgeMs;
  if (!isOlder || answer.cacheStatus.includes('; detail=')) return answer;
  return { ...answer, cacheStatus: `${answer.cacheStatus}; detail=older` };
}

/** The answer to `only-if-cached` (RFC 9111, section 5.2.1.7). */
const nothingStored = refusalReply(refuse(504, 'No stored answer is as new as requested.'), {
  age: '0',
  'cache-status': 'flightline; detail=only-if-cached',
});
