import { millisecondsInMinute } from '#domain/units.ts';
import { areaPaths, type Area } from '#contract/operations.ts';
import { failureOf, failureOfError, failureWords } from '#server/upstream/connection/connection.ts';

/** `differs`: not as the specification says. `unknown`: the service’s answers do not show whether it holds. */
export type Result = 'passed' | 'differs' | 'unknown';
export type Outcome = { readonly result: Result; readonly words: string };

export const passed = (words: string): Outcome => ({ result: 'passed', words });
export const differs = (words: string): Outcome => ({ result: 'differs', words });
export const unknown = (words: string): Outcome => ({ result: 'unknown', words });

/** One statement of the specification, and how it is judged. */
export type Check = {
  /** The section of the specification. */
  readonly section: string;
  readonly what: string;
  readonly run: (kit: Kit) => Promise<Outcome>;
};

export type Answer = { readonly status: number; readonly type: string; readonly text: string; readonly body: unknown };

export type KitOptions = {
  /** The address above the three areas, without a final slash. */
  readonly url: string;
  readonly key: string;
  readonly operatorId: number;
  /** Calls in any 60 seconds. */
  readonly allowance: number;
  readonly fetch: typeof fetch;
  readonly clock: () => number;
  readonly wait: (milliseconds: number) => Promise<unknown>;
};

/** How a check makes requests. Equal requests are made once. */
export type Kit = {
  /** A path below the operator: `aircraft?limit=1`; empty for the operator itself. */
  readonly ask: (area: Area, path: string) => Promise<Answer>;
  /** The same without a key, with another key, or for another operator. */
  readonly askAs: (as: { key?: string | null; operatorId?: number }, area: Area, path: string) => Promise<Answer>;
  readonly operatorId: number;
  readonly calls: () => number;
  /** Forgets the answers, to request them again. */
  readonly forget: () => void;
};

/** A request got no usable answer, so the check has no result. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

const timeoutMs = 30_000;
/** The margin for a difference between the service's clock and ours. */
const marginMs = 1_000;
/** The most pauses per call after a 429. */
const maxPauses = 2;

/** Makes calls one after another, never more than the allowance in any 60 seconds. */
export function createKit(options: KitOptions): Kit {
  const { url, key, operatorId, allowance, clock, wait } = options;
  const known = new Map<string, Promise<Answer>>();
  const ends: number[] = [];
  let calls = 0;

  async function turn(): Promise<void> {
    const oldest = ends.at(-allowance);
    const left = oldest === undefined ? 0 : oldest + millisecondsInMinute + marginMs - clock();
    if (left > 0) await wait(left);
  }

  async function call(address: string, given: string | null): Promise<Answer> {
    for (let pauses = 0; ; pauses++) {
      await turn();
      calls++;
      const headers = { accept: 'application/json', ...(given !== null && { 'x-subscription-key': given }) };
      const init = { headers, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) } as const;
      const answer = await options.fetch(address, init).catch((error: unknown) => {
        throw new NoAnswer(failureWords(failureOfError(error)));
      });
      const text = await answer.text();
      ends.push(clock());
      const limited = answer.status === 429 ? failureOf(429, text, answer.headers.get('retry-after')) : null;
      if (!limited || pauses === maxPauses) {
        return { status: answer.status, type: answer.headers.get('content-type') ?? '', text, body: jsonOf(text) };
      }
      await wait((limited.retryAfter ?? 60) * 1000 + marginMs);
    }
  }

  // One call after another, to keep within the allowance and spare the service.
  let last: Promise<unknown> = Promise.resolve();
  const askAs: Kit['askAs'] = (as, area, path) => {
    const given = as.key === undefined ? key : as.key;
    const base = `${url}${areaPaths[area]}/operators/${as.operatorId ?? operatorId}`;
    const address = path === '' ? base : `${base}/${path}`;
    const name = `${given} ${address}`;
    const before = known.get(name);
    if (before) return before;
    const answer = last.then(() => call(address, given));
    last = answer.catch(() => undefined);
    known.set(name, answer);
    return answer;
  };
  return {
    ask: (area, path) => askAs({}, area, path),
    askAs,
    operatorId,
    calls: () => calls,
    forget: () => known.clear(),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A check's result with the check itself. */
export type Finding = Outcome & Pick<Check, 'section' | 'what'>;

/**
 * Runs the checks. Anything that differs is requested once more, because records may have changed between two calls.
 */
export async function runChecks(
  kit: Kit,
  checks: readonly Check[],
  onFinding: (finding: Finding) => void = () => undefined,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { section, what, run } of checks) {
    let outcome = await judged(kit, run);
    if (outcome.result === 'differs') {
      kit.forget();
      outcome = await judged(kit, run);
    }
    const finding = { section, what, ...outcome };
    findings.push(finding);
    onFinding(finding);
  }
  return findings;
}

async function judged(kit: Kit, run: Check['run']): Promise<Outcome> {
  try {
    return await run(kit);
  } catch (error) {
    if (error instanceof NoAnswer) return unknown(error.message);
    throw error;
  }
}
