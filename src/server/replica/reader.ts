import { millisecondsInMinute } from '#domain/units.ts';
import { addressOf, type PathParameters } from '#contract/addresses.ts';
import type { CallClass } from '#contract/gateway/callClass.ts';
import { readErrorBody } from '#contract/errors.ts';
import { type OperationId, operations } from '#contract/operations.ts';
import { setRow } from '#contract/sets.ts';
import type { Zone } from '#domain/time/time.ts';
import { UpstreamFailure, type UpstreamRequest } from '#server/upstream/upstream.ts';
import type { ServiceAccess } from '#server/upstream/source.ts';
import {
  collectList,
  collectOfPerson,
  collectRecord,
  collectReport,
  collectRunning,
  collectSlice,
  type CollectedPart,
  type CollectedSlice,
  type WantedSlice,
} from './collect.ts';
import { type AskService, type PagingMemory, RefreshError } from './pages.ts';
import type { ReadReservation } from './records.ts';
import { type Part, reportOf } from '#server/replica/register/parts.ts';

export type ReaderParts = {
  readonly service: Pick<ServiceAccess, 'fetch' | 'queue' | 'clock'>;
  readonly operatorId: number;
  readonly zone: Zone;
  readonly memory: PagingMemory;
  /** The first instant of the days that are held. */
  readonly firstInstant: () => number;
};

/** What was read, and in how many calls. */
type Read<What> = { readonly collected: What; readonly calls: number };

/** A later page that gets no turn is requested again for this long, because the earlier pages would be lost. */
const patienceMs = 5 * millisecondsInMinute;
/** The page returns to the queue this long before its turn, ahead of refreshes that begin then. */
const queuedMs = 10_000;
/** A failed page is requested again after these pauses. */
const retriesMs = [1_000, 4_000];

/** Reads parts of the replica from the service, each call through the queue. All methods reject with `RefreshError`. */
export class Reader {
  readonly #parts: ReaderParts;
  readonly #path: PathParameters;
  #isClosed = false;

  constructor(parts: ReaderParts) {
    this.#parts = parts;
    this.#path = { operatorId: String(parts.operatorId) };
  }

  /** Reads nothing more; running reads are abandoned. */
  close(): void {
    this.#isClosed = true;
  }

  /** The whole of one part, however the service pages. */
  part(
    { set, scope, facts }: Pick<Part, 'set' | 'scope' | 'facts'>,
    callClass: CallClass,
  ): Promise<Read<CollectedPart>> {
    const { memory, firstInstant } = this.#parts;
    return this.#read(callClass, (ask) => {
      const whole = (id: OperationId, path: PathParameters) =>
        operations[id].answer === 'record'
          ? collectRecord(ask, id, path)
          : collectList(ask, { set, id, path: { ...path, ...this.#path } }, memory, facts);
      const row = setRow(set);
      if (row.per === 'report') return collectReport(ask, { ...reportOf(scope), path: {} });
      const [id] = row.operations;
      const readers: { readonly [Per in typeof row.per]: () => Promise<CollectedPart> } = {
        school: () => whole(id, {}),
        aircraft: () => whole(id, { aircraftId: scope }),
        person: () => collectUser(ask, scope),
        day: () => collectRunning(ask, firstInstant(), this.#listContext()),
      };
      return readers[row.per]();
    });
  }

  /** The reservations that start within a span; null if days must be requested in another way from now on. */
  slice(wanted: WantedSlice, callClass: CallClass): Promise<Read<CollectedSlice | null>> {
    return this.#read(callClass, (ask) => collectSlice(ask, wanted, this.#listContext()));
  }

  /** The reservations of a person from an instant on. */
  async ofPerson(userId: string, from: number, callClass: CallClass): Promise<readonly ReadReservation[]> {
    const { collected } = await this.#read(callClass, (ask) =>
      collectOfPerson(ask, { userId, from }, this.#listContext()),
    );
    return collected.records;
  }

  #listContext() {
    return { zone: this.#parts.zone, path: this.#path, memory: this.#parts.memory };
  }

  async #read<What>(callClass: CallClass, collect: (ask: AskService) => Promise<What>): Promise<Read<What>> {
    let calls = 0;
    const collected = await collect(async (id, given, query) => {
      const question = { id, address: addressOf(id, { ...given, ...this.#path }, query) };
      const answer = calls === 0 ? await this.#ask(question, callClass) : await this.#askNext(question, callClass);
      calls++;
      return answer;
    });
    return { collected, calls };
  }

  /** One call. Rejects with `RefreshError`. */
  async #ask(question: UpstreamRequest, callClass: CallClass) {
    const { fetch, queue } = this.#parts.service;
    this.#checkOpen();
    const answer = await fetch(question, queue.ticket(callClass)).catch((error: unknown) => {
      throw refreshErrorOf(error);
    });
    this.#checkOpen();
    if (answer.status >= 400) throw errorAnswer(answer.status, answer.body, answer.retryAfter);
    const body: unknown = JSON.parse(answer.body.toString());
    return { body, askedAt: answer.askedAt };
  }

  /** A later page, requested until it arrives, within limits. */
  async #askNext(question: UpstreamRequest, callClass: CallClass) {
    const { clock } = this.#parts.service;
    const until = clock() + patienceMs;
    const retries = retriesMs.values();
    for (;;) {
      try {
        return await this.#ask(question, callClass);
      } catch (error) {
        const wait =
          error instanceof RefreshError ? (turnIn(error) ?? (isPassing(error) ? retries.next().value : null)) : null;
        if (wait == null || clock() + wait > until) throw error;
        await new Promise((resolve) => void setTimeout(resolve, wait).unref());
      }
    }
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new RefreshError('This server is stopping.', { status: null, detail: 'stopping' });
  }
}

/** Milliseconds until a call without a turn may have one; null if it failed for another reason. */
function turnIn({ status, detail, retryAfter }: RefreshError): number | null {
  if (status === 429) return Math.max(1, retryAfter ?? 0) * 1_000;
  return detail === 'busy' ? Math.max(1_000, (retryAfter ?? 0) * 1_000 - queuedMs) : null;
}

function isPassing({ status, detail }: RefreshError): boolean {
  return detail !== 'stopping' && (status === null || status >= 500);
}

function collectUser(ask: AskService, scope: string): Promise<CollectedPart> {
  const [, externalId] = /^external (.*)$/s.exec(scope) ?? [];
  if (externalId !== undefined) return collectRecord(ask, 'getUserByExternalId', { externalId });
  return collectRecord(ask, 'getUser', { userId: scope });
}

function refreshErrorOf(error: unknown): unknown {
  if (!(error instanceof UpstreamFailure)) return error;
  return new RefreshError(error.message, { status: null, detail: error.kind, retryAfter: error.retryAfter });
}

function errorAnswer(status: number, body: Buffer, retryAfter: number | null): RefreshError {
  const [entry] = readErrorBody(body.toString());
  const message = entry?.message ?? `The flight service answered ${status}.`;
  return new RefreshError(message, { status, detail: `upstream-${status}`, retryAfter });
}
