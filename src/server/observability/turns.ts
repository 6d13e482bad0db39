import { millisecondsInHour } from '#domain/units.ts';
import type { Steps } from '#domain/steps.ts';
import type { Log } from './log.ts';

/** Milliseconds after which work gives way to others: nobody notices a wait of this length. */
const turnMs = 20;
/** The longest turn that is not worth a warning, in milliseconds. */
const maxTurnMs = 500;

/** Work that is done in turns, as `/metrics` names it. */
const longWork = ['look', 'view', 'store'] as const;
export type LongWork = (typeof longWork)[number];

/** Milliseconds of processor time. `lastMs`: of the last one as a whole. `longestMs`: of the longest turn since the start. */
export type WorkFigures = { readonly lastMs: number; readonly longestMs: number; readonly overBudget: number };

type TurnsParts = {
  readonly log?: Pick<Log, 'warn'>;
  readonly pause?: () => Promise<unknown>;
  /** Milliseconds of processor time of this thread. */
  readonly spent?: () => number;
  /** Milliseconds of a clock that never runs backward. */
  readonly clock?: () => number;
};

/**
 * Long work over all records, in turns: the gateway has one thread, so work that takes long lets others be answered in between.
 * A turn that took too long, because one step did, is counted, and warned of at most once an hour.
 */
export class Turns {
  readonly #parts: Required<TurnsParts>;
  readonly #figures = new Map<LongWork, WorkFigures>(longWork.map((work) => [work, none]));
  #warnedAt = Number.NEGATIVE_INFINITY;

  constructor({ log = silent, pause = nextTurn, spent = threadMs, clock = () => performance.now() }: TurnsParts = {}) {
    this.#parts = { log, pause, spent, clock };
  }

  /** Short work that is not divided; `charge` gets the milliseconds of processor time that it took, also if it throws. */
  measured<Value>(work: () => Value, charge: (milliseconds: number) => void): Value {
    const { spent } = this.#parts;
    const began = spent();
    try {
      return work();
    } finally {
      charge(spent() - began);
    }
  }

  /**
   * The result of some steps, with a pause after each turn of `turnMs`. `about` names the work in the log; `charge` gets the
   * milliseconds of each turn.
   */
  async run<Value>(
    work: LongWork,
    steps: Steps<Value>,
    about: string = work,
    charge: (milliseconds: number) => void = () => undefined,
  ): Promise<Value> {
    const { pause, spent } = this.#parts;
    let [whole, longest] = [0, 0];
    for (;;) {
      const began = spent();
      let step = steps.next();
      while (!step.done && spent() - began < turnMs) step = steps.next();
      const turn = spent() - began;
      charge(turn);
      whole += turn;
      longest = Math.max(longest, turn);
      if (step.done) {
        this.#note(work, about, { whole, longest });
        return step.value;
      }
      await pause();
    }
  }

  /** By the work. */
  get figures(): ReadonlyMap<LongWork, WorkFigures> {
    return this.#figures;
  }

  #note(work: LongWork, about: string, { whole, longest }: { readonly whole: number; readonly longest: number }): void {
    const known = this.#figures.get(work) ?? none;
    const isOver = longest > maxTurnMs;
    this.#figures.set(work, {
      lastMs: whole,
      longestMs: Math.max(known.longestMs, longest),
      overBudget: known.overBudget + (isOver ? 1 : 0),
    });
    const { log, clock } = this.#parts;
    const now = clock();
    if (!isOver || now - this.#warnedAt < millisecondsInHour) return;
    this.#warnedAt = now;
    const took = { work: about, longestTurnMs: Math.round(longest), wholeMs: Math.round(whole) };
    log.warn(took, 'This server had too many records at once to work through, and others had to wait.');
  }
}

const none: WorkFigures = { lastMs: 0, longestMs: 0, overBudget: 0 };

const silent = { warn: () => undefined };

/** Processor time, so that a busy machine is not taken for long work. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
