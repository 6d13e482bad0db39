import { addressOf, type PathParameters } from '#contract/addresses.ts';
import type { CallClass } from '#contract/gateway/callClass.ts';
import { readErrorBody } from '#contract/errors.ts';
import type { OperationId } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import type { Span, Zone } from '#domain/time/time.ts';
import { UpstreamFailure } from '#server/gateway/service/upstream.ts';
import type { ServiceAccess } from '#server/gateway/service/source.ts';
import {
  type AskService,
  collectList,
  collectOfPerson,
  collectRecord,
  collectReport,
  collectRunning,
  collectSlice,
  type CollectedPart,
  type CollectedSlice,
  type PagingMemory,
  RefreshError,
} from './collect.ts';
import type { ReadReservation } from './records.ts';
import { type Part, reportOf } from './register.ts';

export type ReaderParts = {
  readonly service: Pick<ServiceAccess, 'fetch' | 'queue'>;
  readonly operatorId: number;
  readonly zone: Zone;
  readonly memory: PagingMemory;
  /** The first instant of the days that are held. */
  readonly firstInstant: () => number;
};

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

  /** The whole of one part, whatever way the service pages. */
  part(part: Part, callClass: CallClass): Promise<CollectedPart> {
    const { set, scope } = part;
    const ask = this.#caller(callClass);
    const list = (id: OperationId, path: PathParameters = {}) =>
      collectList(ask, { set, id, path }, this.#parts.memory);
    const readers: { readonly [Set in typeof set]: () => Promise<CollectedPart> } = {
      operator: () => collectRecord(ask, 'getOperator', {}),
      aircraft: () => list('listAircraft'),
      reminders: () => list('listMaintenanceReminders', { aircraftId: scope }),
      squawks: () => list('listSquawks', { aircraftId: scope }),
      instructors: () => list('listInstructors'),
      users: () => list('listUsers'),
      equipment: () => list('listEquipment'),
      user: () => collectUser(ask, scope),
      reservations: () => collectRunning(ask, this.#parts.firstInstant(), this.#listContext(), this.#parts.memory),
      report: () => collectReport(ask, { ...reportOf(scope), path: {} }),
    };
    return readers[set]();
  }

  /** The reservations that start within a span. */
  slice(span: Span, callClass: CallClass): Promise<CollectedSlice> {
    return collectSlice(this.#caller(callClass), span, this.#listContext(), this.#parts.memory);
  }

  /** The reservations of a person from an instant on. */
  async ofPerson(userId: string, from: number, callClass: CallClass): Promise<readonly ReadReservation[]> {
    return (await collectOfPerson(this.#caller(callClass), { userId, from }, this.#listContext())).records;
  }

  #listContext() {
    return { zone: this.#parts.zone, path: this.#path };
  }

  #caller(callClass: CallClass): AskService {
    const { fetch, queue } = this.#parts.service;
    return async (id: OperationId, given: PathParameters, query: Query) => {
      this.#checkOpen();
      const address = addressOf(id, { ...given, ...this.#path }, query);
      const answer = await fetch({ id, address }, queue.ticket(callClass)).catch((error: unknown) => {
        throw refreshErrorOf(error);
      });
      this.#checkOpen();
      if (answer.status >= 400) throw errorAnswer(answer.status, answer.body, answer.retryAfter);
      const body: unknown = JSON.parse(answer.body.toString());
      return { body, askedAt: answer.askedAt };
    };
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new RefreshError('This server is stopping.', { status: null, detail: 'stopping' });
  }
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
