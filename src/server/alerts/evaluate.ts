import { millisecondsInMinute, millisecondsInSecond } from 'date-fns/constants';
import * as z from 'zod/mini';
import type { Alert, Condition } from '#domain/alerts/alert.ts';
import { type BookingsState, followBookings } from '#domain/alerts/bookingNews.ts';
import { conditionsOf, copyTooOld, knownOf } from '#domain/alerts/conditions.ts';
import { followLook, type LookState } from '#domain/alerts/follow.ts';
import type { LogEntry } from '#contract/gateway/log.ts';
import type { AttentionSources } from '#domain/overview/findAttention.ts';
import { aircraftPlaces } from '#domain/reservations/locations.ts';
import type { Clock } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { parsed } from '#server/gateway/http/body.ts';
import type { Log } from '#server/gateway/observability/log.ts';
import type { ReplicaStorage } from '#server/replica/storage/storage.ts';
import type { AttentionLooks } from '#server/replica/views/attention.ts';
import { type ReplicaStatus, summary } from '#server/replica/views/status.ts';
import type { Outbox } from './outbox.ts';

/** How often it is checked whether to look, and how old a look may be if nothing changed, and if something did. */
const tickMs = 5 * millisecondsInSecond;
const pace = { unchanged: millisecondsInMinute, changed: 15 * millisecondsInSecond } as const;
/** Log entries read at once. */
const mostEntries = 1_000;

export type EvaluationParts = {
  readonly storage: ReplicaStorage;
  readonly status: ReplicaStatus;
  readonly looks: Pick<AttentionLooks, 'renewed'>;
  readonly outbox: Pick<Outbox, 'pendingFor' | 'run'>;
  /** Milliseconds of a clock that nobody sets. */
  readonly clock: () => number;
  /** From this age of the aircraft and of today's reservations on, the copy is too old to say anything. */
  readonly oldestMs: number;
  readonly log: Pick<Log, 'error'>;
  /** Something new to show. */
  readonly onNews: () => void;
};

/** `entry`: the last log entry that was followed. */
type Kept = { readonly look: LookState | null; readonly bookings: BookingsState | null; readonly entry: number };
const keptShape = z.object({ look: z.unknown(), bookings: z.unknown(), entry: z.number() });

/** Looks at the school for what people want to be told of, and hands it to the outbox. */
export class Evaluation {
  readonly #parts: EvaluationParts;
  readonly #timer: NodeJS.Timeout;
  #kept: Kept;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #change = -1;
  #isLooking = false;
  /** Epoch milliseconds; null before the first. */
  evaluatedAt: Instant | null = null;
  /** What the last evaluation cost in milliseconds, without the look itself. */
  lastCost = 0;

  constructor(parts: EvaluationParts) {
    this.#parts = parts;
    this.#kept = this.#stored();
    this.#timer = setInterval(() => this.#tick(), tickMs);
    this.#timer.unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** What a look has assessed: call it with every look. */
  note(sources: AttentionSources): void {
    const started = performance.now();
    const { now } = sources.index.sources;
    // What an old copy shows is no news, and what it does not show has not ended.
    if (this.#copyAge() <= this.#parts.oldestMs) {
      const places = aircraftPlaces(sources.bookings ?? [], now);
      this.#evaluate(
        { now, conditions: conditionsOf({ ...sources, places }), known: knownOf(sources) },
        sources.index.sources.clock,
      );
    }
    this.lastCost = performance.now() - started;
  }

  #tick(): void {
    const { clock, status, looks, outbox, log } = this.#parts;
    outbox.run().catch((error: unknown) => log.error({ err: error }, 'The outbox of alerts has failed.'));
    this.#watch();
    const age = clock() - this.#lookedAt;
    const isDue = age >= pace.unchanged || (age >= pace.changed && status.lastChange !== this.#change);
    if (!isDue || this.#isLooking) return;
    this.#lookedAt = clock();
    this.#change = status.lastChange;
    this.#isLooking = true;
    looks
      .renewed()
      .catch((error: unknown) => log.error({ err: error }, 'The school could not be looked at for alerts.'))
      .finally(() => (this.#isLooking = false));
  }

  /** Runs even where no look succeeds: a copy that is too old is an alert itself. */
  #watch(): void {
    const { status, oldestMs } = this.#parts;
    const { now } = status;
    const age = this.#copyAge();
    if (age === Number.POSITIVE_INFINITY) return;
    const conditions: Condition[] = age > oldestMs ? [copyTooOld] : [];
    this.#follow({ now, conditions, known: new Set(['copy']) }, []);
  }

  #evaluate(look: Parameters<typeof followLook>[1], clock: Clock): void {
    const { storage, status } = this.#parts;
    const { now } = look;
    const { entries } = storage.entries({
      from: null,
      to: null,
      kinds: [],
      aircraft: null,
      person: null,
      words: [],
      before: null,
      limit: mostEntries,
    });
    const fresh = entries.filter(({ seq }) => seq > this.#kept.entry).toReversed();
    const read = fresh.map(({ seq, at, json }) => ({
      ...(JSON.parse(json) as Omit<LogEntry, 'seq' | 'at'>),
      seq,
      at: new Date(at).toISOString(),
    }));
    const followed = followBookings(this.#kept.bookings, read, { now, zone: status.zone, clock });
    this.#kept = { ...this.#kept, bookings: followed.state, entry: fresh.at(-1)?.seq ?? this.#kept.entry };
    this.#follow(look, followed.alerts);
    this.evaluatedAt = now;
  }

  #follow(look: Parameters<typeof followLook>[1], others: readonly Alert[]): void {
    const { storage, outbox, onNews } = this.#parts;
    const { state, alerts: told } = followLook(this.#kept.look, look);
    const alerts = [...told, ...others];
    const before = JSON.stringify(this.#kept.look);
    this.#kept = { ...this.#kept, look: state };
    if (alerts.length === 0 && before === JSON.stringify(state)) return;
    storage.keepAlerts({
      state: JSON.stringify(this.#kept),
      alerts: alerts.map((alert) => ({ id: alert.id, at: alert.at, json: JSON.stringify(alert) })),
      pending: outbox.pendingFor(alerts, look.now),
    });
    if (alerts.length > 0) onNews();
  }

  /** The age of the oldest of what alerts rest on; infinite while something has never been read. */
  #copyAge(): number {
    const { status } = this.#parts;
    const near = status.reservations({ start: status.now, end: status.now + 1 });
    const ages = [summary([...status.parts('aircraft')]).ageMs, summary(near.cells).ageMs];
    return Math.max(...ages.map((age) => age ?? Number.POSITIVE_INFINITY));
  }

  /** A state that cannot be read counts as none: what is so now is then taken in silently, and said so in one alert. */
  #stored(): Kept {
    const { storage } = this.#parts;
    const read = keptShape.safeParse(parsed(storage.alertState() ?? ''));
    // Only this class writes it.
    return read.success ? (read.data as Kept) : { look: null, bookings: null, entry: storage.lastEntry() };
  }
}
