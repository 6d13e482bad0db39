import type { IncomingMessage } from 'node:http';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import {
  type LateAct,
  lateLimits,
  lateNumbersPath,
  lateNumbersRequestShape,
  latePath,
  type LateSheet,
  type LateTick,
  lateTickShape,
} from '#contract/gateway/late.ts';
import { type FreeForm, isRecord } from '#contract/objects.ts';
import { doneSteps } from '#domain/schedule/lateSteps.ts';
import { bookedPeople, idKey, timesOf } from '#domain/reservations/reservations.ts';
import type { Instant } from '#domain/time/time.ts';
import { millisecondsInDay } from '#domain/units.ts';
import { answerJson, mismatch, parsed } from '#server/http/body.ts';
import type { Incoming } from '#server/http/incoming.ts';
import { clientAddress } from '#server/http/proxies.ts';
import type { Caller } from '#server/http/rights/caller.ts';
import { jsonReply, refuse, type Refusal, refusalReply, type Reply } from '#server/http/reply.ts';
import { type Audit, auditedNetwork } from '#server/observability/audit.ts';
import { type Actor, actorOf } from './actor.ts';
import type { Events } from './events.ts';
import type { ReplicaStorage, StoredReservation } from './storage/storage.ts';
import type { ReplicaStatus } from './views/status.ts';
import { queryReader, readId } from './views/viewQuery.ts';

/** Each tick has its own note, so that two people's simultaneous ticks do not conflict. */
const notePrefix = 'late ';
/** Whether a note is about a flight that is not back. */
export function isOfLateSheet(note: string): boolean {
  return note.startsWith(notePrefix);
}

/** Like changes, unless the settings say otherwise. */
const defaultKeptDays = 90;

export type LateParts = {
  readonly storage: Pick<ReplicaStorage, 'memories' | 'remember' | 'forget' | 'keep' | 'reservation' | 'entries'>;
  readonly replica: { readonly status: ReplicaStatus; readonly events: Pick<Events, 'send'> };
  readonly audit: Audit;
  /** The school's own procedure. */
  readonly steps?: readonly string[];
  /** Days for which ticks are kept. */
  readonly keptDays?: number;
  /** The reports of the school's stations before two instants; null if the weather is off. */
  readonly observed?: (departure: Instant, due: Instant) => LateSheet['weather'];
};

/**
 * What the sheet for an aircraft that is not back needs of the gateway: the reservation without contact data, the steps of the
 * school's procedure with who ticked them, and, on request and audited, the telephone numbers. It starts and sends nothing.
 */
export class LateSheets {
  readonly #parts: LateParts;

  constructor(parts: LateParts) {
    this.#parts = parts;
  }

  /** Tells open screens, after another gateway has written. */
  reread(): void {
    this.#parts.replica.events.send({ event: 'snoozes' });
  }

  /** The sheet of the reservation in the address. Refuses an address that is not as documented (400). */
  get({ url = '' }: Pick<Incoming, 'url'>): Reply {
    const query = queryReader(new URLSearchParams(url.split('?', 2)[1]));
    const key = query.required('reservation', readId, `an id of 1 to ${lateLimits.key} letters`) ?? '';
    const nothing = { key: '', ageMs: null, ttlMs: null, detail: null, headers: {}, body: () => '' };
    const { refusal } = query.answer(() => nothing);
    return refusal ? refusalReply(refusal) : jsonReply(200, this.#sheet(key));
  }

  #sheet(key: string): LateSheet {
    const { storage, replica, steps = [], observed } = this.#parts;
    const found = this.#stored(key);
    const record: unknown = found ? parsed(found.json) : null;
    const { start, end } = isRecord(record) ? timesOf(record, replica.status.zone) : { start: null, end: null };
    const aircraft = isRecord(record) && isRecord(record['aircraft']) ? record['aircraft']['aircraftId'] : null;
    return {
      record: found && isRecord(record) ? { ...drawn(found), ...describing(record) } : null,
      backAt: typeof aircraft === 'string' ? backAt(storage, key, aircraft) : null,
      steps: [...steps],
      acts: this.#acts(key).map(({ step, isDone, by, at }) => ({ step, isDone, by, at })),
      weather: start === null || end === null ? null : (observed?.(start, end) ?? null),
    };
  }

  #stored(key: string): StoredReservation | null {
    const { storage, replica } = this.#parts;
    return storage.reservation(key) ?? replica.status.running().find(({ id }) => id === key) ?? null;
  }

  /** In order of time. Notes that are damaged or from another version are left out. */
  #acts(key: string): readonly StoredAct[] {
    return this.#parts.storage.memories(prefixOf(key)).flatMap(({ value }) => {
      const read = storedShape.safeParse(parsed(value));
      return read.success && read.data.reservation === key ? [read.data] : [];
    });
  }

  /**
   * Ticks a step, or takes the tick back. Refuses malformed requests (400), reservations that are not stored (404), and with 409 steps
   * that the school no longer has, or too many ticks of one flight. What is so already stays as it is, with its name and time.
   */
  tick(incoming: IncomingMessage, caller: Caller): Promise<Reply> {
    return answerJson(incoming, latePath, lateTickShape, async (sent) => {
      const key = readId(sent.reservation);
      const actor = actorOf(caller, sent.by, 'ticks this');
      if (key === null) return refusalReply(refuse(400, mismatch));
      if ('problems' in actor) return refusalReply(actor);
      if (!this.#stored(key)) return refusalReply(notStored);
      if (!this.#parts.steps?.includes(sent.step)) return refusalReply(otherSteps);
      const outcome = await this.#parts.storage.keep(() => this.#keep(key, sent, actor));
      if (typeof outcome === 'object') return refusalReply(outcome);
      if (outcome === 'new') {
        const network = auditedNetwork(clientAddress(incoming));
        const { grant, id } = caller;
        const event = sent.isDone ? 'ticked' : 'unticked';
        this.#parts.audit({ event, matter: key, step: sent.step, network, by: grant, session: id });
        this.reread();
      }
      return jsonReply(200, this.#sheet(key));
    });
  }

  /** Writes what somebody did; runs whole, so that of two equal ticks one is kept. */
  #keep(key: string, { step, isDone }: LateTick, { by, person }: Actor): 'new' | 'so already' | Refusal {
    const { storage, replica, keptDays = defaultKeptDays } = this.#parts;
    const acts = this.#acts(key);
    if (doneSteps(acts).has(step) === isDone) return 'so already';
    if (acts.length >= lateLimits.acts) return tooMany;
    const { now } = replica.status;
    const oldest = now - keptDays * millisecondsInDay;
    for (const { key: note, value } of storage.memories(notePrefix)) {
      const read = storedShape.safeParse(parsed(value));
      if (!read.success || Date.parse(read.data.at) < oldest) storage.forget(note);
    }
    // The clock of a gateway may be set back, and the order of what was done stays.
    const last = acts.at(-1);
    const at = last ? Math.max(now, Date.parse(last.at) + 1) : now;
    const act: StoredAct = { reservation: key, step, isDone, by, at: new Date(at).toISOString(), person };
    storage.remember(`${prefixOf(key)}${act.at} ${randomUUID()}`, JSON.stringify(act));
    return 'new';
  }

  /** The telephone numbers of the people aboard. Every request is an entry of the audit, before anything is answered. */
  numbers(incoming: IncomingMessage, caller: Caller): Promise<Reply> {
    return answerJson(incoming, lateNumbersPath, lateNumbersRequestShape, (sent) => {
      const key = readId(sent.reservation);
      const found = key === null ? null : this.#stored(key);
      const record: unknown = found && parsed(found.json);
      if (key === null || !isRecord(record)) return refusalReply(notStored);
      const network = auditedNetwork(clientAddress(incoming));
      this.#parts.audit({ event: 'numbers shown', matter: key, network, by: caller.grant, session: caller.id });
      const people = bookedPeople({ record });
      const shown = people.map(({ name, role, phone }) => ({ name, role, phone }));
      return jsonReply(200, { people: shown }, { 'cache-control': 'no-store' });
    });
  }
}

const notStored = refuse(404, 'The local copy holds no reservation with this id.', 'reservation');
const otherSteps = refuse(409, 'The steps of your school have changed. Load the page again.', 'step');
const tooMany = refuse(409, `A flight can have ${lateLimits.acts} ticks at most. Continue on paper.`);

const storedShape = z.object({
  reservation: z.string(),
  step: z.string(),
  isDone: z.boolean(),
  by: z.string(),
  at: z.string(),
  person: z.string(),
});
type StoredAct = LateAct & { readonly reservation: string; readonly person: string };

/** Notes are read in order of their names, so in order of time. */
const prefixOf = (key: string) => `${notePrefix}${key} `;

/** The members that screens draw: of people, their names. */
function drawn({ slim }: StoredReservation): FreeForm {
  const read = parsed(slim);
  return isRecord(read) ? read : {};
}

/** Texts and figures that say where a flight goes and what it has aboard, under the names that services may give them. */
const describingNames =
  /^(comments?|notes?|remarks?|route|destination|alternate|fuel\w*|endurance|persons\w*|souls\w*)$/i;

/** Named one by one, because a record may hold contact data under any name. */
function describing(record: FreeForm): FreeForm {
  const found = Object.entries(record).filter(
    ([name, value]) => describingNames.test(name) && (typeof value === 'string' || typeof value === 'number'),
  );
  return Object.fromEntries(found);
}

const backShape = z.object({ facts: z.object({ of: z.literal('reservation'), key: z.string() }) });

/** When the log saw that this flight was closed; the last time, if it was opened again. */
function backAt(storage: LateParts['storage'], key: string, aircraft: string): string | null {
  const { entries } = storage.entries({
    from: null,
    to: null,
    kinds: ['back'],
    aircraft: idKey(aircraft),
    person: null,
    words: [],
    before: null,
    limit: 50,
  });
  const found = entries.find(({ json }) => isAbout(json, key));
  return found ? new Date(found.at).toISOString() : null;
}

function isAbout(json: string, key: string): boolean {
  const read = backShape.safeParse(parsed(json));
  return read.success && read.data.facts.key.toLowerCase() === key;
}
