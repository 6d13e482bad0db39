import { millisecondsInMinute, millisecondsInSecond } from '#domain/units.ts';
import * as z from 'zod/mini';
import type { Alert, Condition, Look } from '#domain/alerts/alert.ts';
import { followReservations, type ReservationsState } from '#domain/alerts/reservationNews.ts';
import { conditionsOf, copyTooOld, knownOf } from '#domain/alerts/conditions.ts';
import { followLook, type LookState } from '#domain/alerts/follow.ts';
import { type Failure, refreshFailure } from '#domain/answers/failures.ts';
import type { LogEntry } from '#contract/gateway/log.ts';
import type { AttentionItem } from '#domain/overview/attention.ts';
import type { AttentionSources } from '#domain/overview/findAttention.ts';
import { modelText } from '#domain/fleet/fleet.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { type AircraftPlaces, aircraftPlaces } from '#domain/reservations/locations.ts';
import type { Instant } from '#domain/time/time.ts';
import { parsed } from '#server/http/body.ts';
import type { Log } from '#server/observability/log.ts';
import type { ReplicaStorage } from '#server/replica/storage/storage.ts';
import type { AttentionLooks } from '#server/replica/views/attention.ts';
import { type CellStatus, type ReplicaStatus, summary } from '#server/replica/views/status.ts';
import type { Outbox } from './outbox.ts';

/** How often to check whether an evaluation is due. */
const tickMs = 5 * millisecondsInSecond;
/** Greatest age of the last evaluation: if the data has not changed since, and if it has. */
const pace = { unchanged: millisecondsInMinute, changed: 15 * millisecondsInSecond } as const;
/** Log entries read at once. */
const maxEntries = 1_000;

export type EvaluationParts = {
  readonly storage: ReplicaStorage;
  readonly status: ReplicaStatus;
  readonly looks: Pick<AttentionLooks, 'renewed'>;
  readonly outbox: Pick<Outbox, 'pendingFor' | 'run'>;
  /** Milliseconds of a clock that never runs backward. */
  readonly clock: () => number;
  /** If the aircraft or today's reservations are older than this, they cause no alerts. */
  readonly oldestMs: number;
  readonly log: Pick<Log, 'error'>;
  /** Called when there are new alerts to show, and after the first look. */
  readonly onNews: () => void;
};

/** The note with the time of the last evaluation, by the gateway that evaluates. */
const evaluatedNote = 'alerts evaluated';

/** What the next evaluation compares with. `entry`: the number of the last log entry that was evaluated. */
type Kept = {
  readonly look: LookState | null;
  readonly reservations: ReservationsState | null;
  readonly entry: number;
};
/** Only `Evaluation` writes it, so its parts need no check. */
const keptShape = z.object({
  look: z.custom<LookState | null>(),
  reservations: z.optional(z.custom<ReservationsState | null>()),
  bookings: z.optional(z.custom<ReservationsState | null>()),
  entry: z.number(),
});

/** Finds new alerts in the school's data, and hands them to the outbox. */
export class Evaluation {
  readonly #parts: EvaluationParts;
  readonly #timer: NodeJS.Timeout;
  #kept: Kept;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #change = -1;
  #isLooking = false;
  #evaluatedAt: Instant | null = null;
  /** Whether this gateway wrote the state last. */
  #isOwn = true;
  /** How long the last evaluation took, in milliseconds, without finding what needs attention. */
  lastCost = 0;

  constructor(parts: EvaluationParts) {
    this.#parts = parts;
    this.#kept = this.#stored();
    this.#timer = setInterval(() => this.#tick(), tickMs).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** When recent enough data was last evaluated, here or at the gateway that plans; null before the first time. */
  get evaluatedAt(): Instant | null {
    if (this.#plans()) return this.#evaluatedAt;
    const stored = this.#parts.storage.memory(evaluatedNote);
    return stored === null ? null : Number(stored);
  }

  /** Evaluates the data from a look for what needs attention. Call it after every look. */
  note(sources: AttentionSources, items: readonly AttentionItem[]): void {
    if (!this.#begins()) return;
    const started = performance.now();
    const { now } = sources.index.sources;
    const places = aircraftPlaces(sources.reservations ?? [], now);
    const conditions = conditionsOf({ ...sources, items, places, failing: this.#failure() });
    if (this.#copyAge() <= this.#parts.oldestMs) {
      this.#evaluate({ now, conditions, ...knownOf(sources) }, sources, places);
    } else {
      // Old data cannot show that something has begun or ended.
      const ownConditions = conditions.filter(({ kind }) => kind === 'connection');
      this.#follow({ now, conditions: ownConditions, known: new Set(['connection']), isWhole: null }, []);
    }
    this.lastCost = performance.now() - started;
  }

  #tick(): void {
    const { clock, status, looks, outbox, log } = this.#parts;
    if (!this.#begins()) return;
    outbox.run().catch((error: unknown) => log.error({ err: error }, 'The outbox of alerts has failed.'));
    this.#watch();
    const age = clock() - this.#lookedAt;
    // Reading a part for the first time is not a change, but alerts may begin with it.
    const mayBegin = this.#kept.look?.began !== true;
    const isDue = age >= pace.unchanged || (age >= pace.changed && (mayBegin || status.lastChange !== this.#change));
    if (!isDue || this.#isLooking) return;
    this.#lookedAt = clock();
    this.#change = status.lastChange;
    this.#isLooking = true;
    looks
      .renewed()
      .catch((error: unknown) => log.error({ err: error }, 'The school’s data could not be checked for alerts.'))
      .finally(() => (this.#isLooking = false));
  }

  /** Checks the age of the copy, because data that is too old is an alert itself, even if every look fails. */
  #watch(): void {
    const { status, oldestMs } = this.#parts;
    const { now } = status;
    const age = this.#copyAge();
    if (age === Number.POSITIVE_INFINITY) return;
    const conditions: Condition[] = age > oldestMs ? [copyTooOld] : [];
    this.#follow({ now, conditions, known: new Set(['copy']), isWhole: null }, []);
  }

  #evaluate(look: Look, { index }: AttentionSources, places: AircraftPlaces): void {
    const { now } = look;
    const placed = (id: string) => {
      const aircraft = index.aircraft.get(idKey(id))?.aircraft;
      return { model: aircraft ? modelText(aircraft) : null, location: places.get(idKey(id)) ?? null };
    };
    const entries = this.#newEntries();
    const { clock } = index.sources;
    const { state, alerts } = followReservations(this.#kept.reservations, entries, { now, clock, placed });
    this.#kept = { ...this.#kept, reservations: state, entry: entries.at(-1)?.seq ?? this.#kept.entry };
    this.#follow(look, alerts, entries.length > 0);
    const isFirst = this.#evaluatedAt === null;
    this.#evaluatedAt = now;
    // An open page still says that nothing has been evaluated.
    if (isFirst) this.#parts.onNews();
    const { storage } = this.#parts;
    if (storage.sharing() !== null) storage.remember(evaluatedNote, String(now));
  }

  #plans(): boolean {
    return this.#parts.storage.isPlanner();
  }

  /** Whether this gateway evaluates. If it has just begun, it continues where another one stopped. */
  #begins(): boolean {
    const plans = this.#plans();
    if (plans && !this.#isOwn) this.#kept = this.#stored();
    this.#isOwn = plans;
    return plans;
  }

  /** The log entries since the last evaluation, oldest first. */
  #newEntries(): LogEntry[] {
    const { storage } = this.#parts;
    const none = { from: null, to: null, kinds: [], aircraft: null, person: null, words: [], before: null };
    if (storage.lastEntry() === this.#kept.entry) return [];
    const { entries } = storage.entries({ ...none, limit: maxEntries });
    const fresh = entries.filter(({ seq }) => seq > this.#kept.entry).toReversed();
    // Only the copy writes these texts.
    return fresh.map(({ seq, at, json }) => ({ ...JSON.parse(json), seq, at: new Date(at).toISOString() }) as LogEntry);
  }

  #follow(look: Look, others: readonly Alert[], isNewer = false): void {
    const { storage, outbox, onNews } = this.#parts;
    const before = this.#kept.look;
    const { state, alerts: followed } = followLook(before, look);
    const alerts = [...followed, ...others];
    this.#kept = { ...this.#kept, look: state };
    if (alerts.length === 0 && !isNewer && JSON.stringify(before) === JSON.stringify(state)) return;
    storage.keepAlerts({
      state: JSON.stringify(this.#kept),
      alerts: alerts.map((alert) => ({ id: alert.id, at: alert.at, json: JSON.stringify(alert) })),
      pending: outbox.pendingFor(alerts, look.now),
    });
    if (alerts.length > 0) onNews();
  }

  /** Why no alerts are sent now, in words; null if all is well. */
  trouble(): string | null {
    const { status, oldestMs } = this.#parts;
    const age = this.#copyAge();
    if (age === Number.POSITIVE_INFINITY)
      return 'The school’s data is loading for the first time. Alerts begin once it has loaded.';
    if (age > oldestMs) return 'The school’s data is too old: no alert is sent until it is up to date again.';
    const { evaluatedAt } = this;
    if (evaluatedAt === null) return null;
    const isLate = status.now - evaluatedAt > 5 * pace.unchanged;
    return isLate ? 'The school’s data has not been checked for alerts for some minutes.' : null;
  }

  /** Why the last refresh of the aircraft or of today's reservations failed; null if it succeeded. */
  #failure(): Failure | null {
    const { failure } = summary([...this.#parts.status.parts('aircraft'), ...this.#today()]);
    return failure && refreshFailure(failure);
  }

  #today(): readonly CellStatus[] {
    const { status } = this.#parts;
    return status.reservations({ start: status.now, end: status.now + 1 }).cells;
  }

  /** The greater age of the aircraft and today's reservations; infinite while either has never been read. */
  #copyAge(): number {
    const { status } = this.#parts;
    const ages = [summary([...status.parts('aircraft')]).ageMs, summary(this.#today()).ageMs];
    return Math.max(...ages.map((age) => age ?? Number.POSITIVE_INFINITY));
  }

  /** Without a readable state it starts afresh: present conditions cause no alerts, except one that counts them. */
  #stored(): Kept {
    const { storage } = this.#parts;
    const read = keptShape.safeParse(parsed(storage.alertState() ?? ''));
    if (!read.success) return { look: null, reservations: null, entry: storage.lastEntry() };
    // Earlier versions stored the reservations as `bookings`.
    const { bookings = null, reservations = bookings, ...others } = read.data;
    return { ...others, reservations };
  }
}
