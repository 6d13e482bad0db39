import type { IncomingMessage } from 'node:http';
import * as z from 'zod/mini';
import { roles } from '#contract/access/roles.ts';
import { isRecord } from '#contract/objects.ts';
import {
  snoozeLimits,
  type SnoozeRecord,
  type SnoozeRequest,
  snoozeRequestShape,
  snoozeShape,
  snoozesPath,
} from '#contract/gateway/snoozes.ts';
import { type Found, type PutOff, stillPutOff } from '#domain/overview/attention.ts';
import { type Evidence, fingerprintOf, lookAhead, seenBy, severityOf } from '#domain/overview/evidence.ts';
import { thresholds } from '#domain/thresholds.ts';
import type { Instant } from '#domain/time/time.ts';
import { type Audit, auditedNetwork } from '#server/observability/audit.ts';
import type { Caller } from '#server/http/rights/caller.ts';
import { answerJson, mismatch, parsed } from '#server/http/body.ts';
import { clientAddress } from '#server/http/proxies.ts';
import { jsonReply, refuse, type Refusal, refusalReply, type Reply } from '#server/http/reply.ts';
import { actorOf } from './actor.ts';
import type { Events } from './events.ts';
import type { ReplicaStorage } from './storage/storage.ts';
import type { AttentionLooks } from './views/attention.ts';
import type { ReplicaStatus } from './views/status.ts';

/** Milliseconds between checks of whether the matters put off need a look. */
const lookMs = 10_000;
/** Each matter of each person has its own note, so that two people's simultaneous actions do not conflict. */
const notePrefix = 'put off ';
/** Whether a note is about a matter put off. */
export function isOfSnooze(note: string): boolean {
  return note.startsWith(notePrefix);
}

/** Earlier versions had one note for all. */
const earlierNote = 'snoozes';

/** A matter put off, and by whom: their grant, or the name they gave without a sign-in. */
type Kept = PutOff & { readonly person: string };

type SnoozeParts = {
  readonly storage: Pick<ReplicaStorage, 'memory' | 'memories' | 'remember' | 'forget' | 'keep'>;
  /** Whether this gateway may drop matters that are gone: only the one with the newest data. */
  readonly mayDrop: () => boolean;
  readonly replica: { readonly status: ReplicaStatus; readonly events: Pick<Events, 'send'> };
  /** Finds everything that needs attention. */
  readonly looks: AttentionLooks;
  readonly audit: Audit;
};

/**
 * The matters that people put off. They are kept with the local copy and are the only thing that a browser can change. The
 * gateway itself finds the matters and how bad they are.
 */
export class Snoozes {
  readonly #parts: SnoozeParts;
  readonly #looks: AttentionLooks;
  readonly #timer: NodeJS.Timeout;
  #known: readonly Kept[];
  #reply: { readonly of: readonly Kept[]; readonly reply: Reply } | null = null;

  constructor(parts: SnoozeParts) {
    this.#parts = parts;
    const { storage, looks } = parts;
    this.#looks = looks;
    looks.onLook((look) => this.#settle(look));
    this.#known = readStored(storage);
    if (storage.memory(earlierNote) !== null) this.#moveEarlier();
    this.#timer = setInterval(() => this.#lookAgain(), lookMs).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Reads everything again, after another gateway has written. */
  reread(): void {
    this.#known = readStored(this.#parts.storage);
    this.#parts.replica.events.send({ event: 'snoozes' });
  }

  /** Everything put off now; the same body as long as nothing changes. */
  get(): Reply {
    this.#lookAgain();
    const { now } = this.#parts.replica.status;
    if (this.#known.some(({ until }) => until <= now)) this.#known = this.#known.filter(({ until }) => until > now);
    if (this.#reply?.of !== this.#known)
      this.#reply = { of: this.#known, reply: jsonReply(200, { snoozes: this.#known.map(recordOf) }) };
    return this.#reply.reply;
  }

  /** If it is time, checks whether the matters put off still exist and are no worse. Does nothing while nothing is put off. */
  #lookAgain(): void {
    if (this.#known.length === 0 || !this.#looks.isDue()) return;
    // A failing storage reports itself, and there will be another look.
    this.#looks.renewed().catch(() => null);
  }

  /**
   * Puts a matter off, or takes it back. Refuses malformed requests (400), long ones (413), unknown matters (404), and with
   * 409 matters that changed since the screen showed them, or too many of one person.
   */
  put(incoming: IncomingMessage, caller: Caller): Promise<Reply> {
    return answerJson(incoming, snoozesPath, snoozeRequestShape, async (request) => {
      if (!isWithinLimits(request)) return refusalReply(refuse(400, mismatch));
      const until = request.until === null ? null : Date.parse(request.until);
      const network = auditedNetwork(clientAddress(incoming));
      const refusal =
        until === null
          ? await this.#takeBack(request, caller, network)
          : await this.#putOff({ ...request, until }, caller, network);
      return refusal ? refusalReply(refusal) : this.get();
    });
  }

  async #takeBack({ key }: SnoozeRequest, caller: Caller, network: string): Promise<Refusal | null> {
    const { role } = caller.who;
    const isMeant = (snooze: Kept) => snooze.key === key && seenBy(role, snooze.evidence).length > 0;
    if (!this.#known.some(isMeant)) return refuse(404, 'This item is not put off.', 'key');
    await this.#change(() => this.#keep(this.#known.filter((snooze) => !isMeant(snooze))));
    this.#audit('taken back', { matter: key, network }, caller);
    return null;
  }

  async #putOff(
    request: Omit<SnoozeRequest, 'until'> & { readonly until: Instant },
    caller: Caller,
    network: string,
  ): Promise<Refusal | null> {
    const { key, until } = request;
    const { status } = this.#parts.replica;
    const { flights: latest } = lookAhead(status.now, status.zone.name);
    if (!(until > status.now && until <= latest))
      return refuse(400, 'until must be between now and the end of tomorrow.', 'until');
    const { mode, role } = caller.who;
    const actor = actorOf(caller, request.by, 'puts this off');
    if ('problems' in actor) return actor;
    const { by, person } = actor;
    if (this.#isBeyond(person, key)) return tooMany;
    const evidence = await this.#seen(request, caller);
    if ('status' in evidence) return evidence;
    const snooze = { key, evidence, until, severity: severityOf(evidence), by, at: status.now, role, person };
    // Another person's entry stays. Without a sign-in the latest request counts.
    const isReplaced = (known: Kept) => known.key === key && (mode === 'open' || known.person === person);
    const isPutOff = await this.#change(() => {
      // Others may have put something off in the meantime, and matters may be gone.
      if (this.#isBeyond(person, key)) return false;
      this.#keep([...this.#known.filter((known) => !isReplaced(known)), snooze]);
      return true;
    });
    if (!isPutOff) return tooMany;
    this.#audit('put off', { matter: key, until: new Date(until).toISOString(), network }, caller);
    return null;
  }

  #isBeyond(person: string, key: string): boolean {
    const { now } = this.#parts.replica.status;
    const ownSnoozes = this.#known.filter(
      (snooze) => snooze.person === person && snooze.key !== key && snooze.until > now,
    );
    return ownSnoozes.length >= snoozeLimits.perPerson;
  }

  /** The evidence of a matter as the caller may see it, if it equals that on their screen. */
  async #seen(
    { key, fingerprint }: Pick<SnoozeRequest, 'key' | 'fingerprint'>,
    { who: { role } }: Caller,
  ): Promise<readonly Evidence[] | Refusal> {
    const looks = this.#looks;
    const seen = (look: Found): readonly Evidence[] | Refusal => {
      const evidence = seenBy(role, look.items.find((item) => item.key === key)?.evidence ?? []);
      if (evidence.length === 0) return look.isWhole ? gone : notRead;
      return fingerprintOf(evidence) === fingerprint ? evidence : changed;
    };
    const { look, isNew } = await looks.current();
    const first = seen(look);
    return 'status' in first && !isNew ? seen(await looks.renewed()) : first;
  }

  /** Drops matters that are gone or worse, so that they show when they return. */
  #settle(look: Found): void {
    if (this.#known.length === 0 || !this.#parts.mayDrop()) return;
    const { status } = this.#parts.replica;
    const kept = stillPutOff(this.#known, look, status.now, status.zone.name);
    const isSame = kept.length === this.#known.length && kept.every((snooze, place) => snooze === this.#known[place]);
    if (!isSame) this.#keep(kept);
  }

  /** Makes a change that somebody asked for. Rejects with `NotKept`, and then nothing has changed. */
  async #change<Result>(change: () => Result): Promise<Result> {
    try {
      return await this.#parts.storage.keep(change);
    } catch (error) {
      this.reread();
      throw error;
    }
  }

  #moveEarlier(): void {
    const all = this.#known;
    this.#known = [];
    this.#keep(all);
    this.#parts.storage.forget(earlierNote);
  }

  #keep(known: readonly Kept[]): void {
    const { storage } = this.#parts;
    const before = new Set(this.#known);
    const kept = new Set(known.map(noteOf));
    for (const snooze of before) if (!kept.has(noteOf(snooze))) storage.forget(noteOf(snooze));
    for (const snooze of known) {
      if (before.has(snooze)) continue;
      const stored = { ...recordOf(snooze), role: snooze.role, person: snooze.person };
      storage.remember(noteOf(snooze), JSON.stringify({ thresholds: thresholds(), ...stored }));
    }
    this.#known = known;
    this.#parts.replica.events.send({ event: 'snoozes' });
  }

  #audit(
    event: 'put off' | 'taken back',
    entry: { readonly matter: string; readonly until?: string; readonly network: string },
    { grant, id }: Caller,
  ): void {
    this.#parts.audit({ event, ...entry, by: grant, session: id });
  }
}

const gone = refuse(404, 'This item is no longer there.', 'key');
const changed = refuse(409, 'This item has changed since it was on your screen. Look at it again.', 'fingerprint');
const notRead = refuse(503, 'The reservations and aircraft have not all loaded yet. Try again in a minute.');
const tooMany = refuse(
  409,
  `You have put off ${snoozeLimits.perPerson} items, the most allowed per person. Show one of them again first.`,
);

/** A matter put off, as it is listed. */
function recordOf({ key, evidence, until, severity, by, at }: Kept): SnoozeRecord {
  const iso = (instant: Instant) => new Date(instant).toISOString();
  const dated = evidence.map((item) => ({ ...item, at: item.at === null ? null : iso(item.at) }));
  return { key, evidence: dated, until: iso(until), severity, by, at: iso(at) };
}

const storedShape = z.extend(snoozeShape, { role: z.enum(roles), person: z.string(), thresholds: z.unknown() });
const earlierShape = z.object({ thresholds: z.unknown(), snoozes: z.array(z.unknown()) });

const noteOf = ({ key, person }: Kept) => `${notePrefix}${person} ${key}`;

/** Text that is damaged, from another version or by other thresholds counts as nothing, and the matters show again. */
function readStored(storage: SnoozeParts['storage']): readonly Kept[] {
  const earlier = earlierShape.safeParse(parsed(storage.memory(earlierNote) ?? ''));
  const all: readonly unknown[] = [
    ...(earlier.success
      ? earlier.data.snoozes.map((snooze) => ({ thresholds: earlier.data.thresholds, ...(isRecord(snooze) && snooze) }))
      : []),
    ...storage.memories(notePrefix).map(({ value }) => parsed(value)),
  ];
  const kept = all.flatMap((value) => {
    const stored = storedShape.safeParse(value);
    if (!stored.success || JSON.stringify(stored.data.thresholds) !== JSON.stringify(thresholds())) return [];
    const { evidence, until, at, thresholds: _, ...rest } = stored.data;
    const instants = evidence.map((each) => ({ ...each, at: each.at === null ? null : Date.parse(each.at) }));
    return { ...rest, evidence: instants, until: Date.parse(until), at: Date.parse(at) };
  });
  return kept.toSorted((a, b) => a.at - b.at);
}

const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/;

/** True for a request within the limits. */
function isWithinLimits({ key, until }: SnoozeRequest): boolean {
  return key.length > 0 && key.length <= snoozeLimits.key && (until === null || utc.test(until));
}
