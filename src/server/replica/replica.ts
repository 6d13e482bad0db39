import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from '#domain/units.ts';
import { reportViewed } from '#contract/gateway/ages.ts';
import type { Config } from '#contract/gateway/config.ts';
import type { IncompletePart, RefreshEvent, ReplicaState } from '#contract/gateway/replica.ts';
import { type ReplicaSet, deletedAircraftAge, replicaSets, setRow } from '#contract/sets.ts';
import type { HeldDays } from '#domain/reservations/heldDays.ts';
import type { Zone } from '#domain/time/time.ts';
import { type KeptDays, keptDaysIn } from './keptDays.ts';
import type { AnswerSources } from './answers.ts';
import { Applying, storedTail } from './apply.ts';
import { createEvents, type Events } from './events.ts';
import { unanswered } from '#server/upstream/silence.ts';
import type { ServiceAccess } from '#server/upstream/source.ts';
import { failures as defaultWords } from '#server/upstream/upstream.ts';
import { expectedAge } from './planner.ts';
import { Reader } from './reader.ts';
import { ReportPaces } from './reportPaces.ts';
import { findingWords, isFindingKind, newFindings, readReservations } from './records.ts';
import { Refresher } from './refresher.ts';
import { type CopiedCell, type Part, partKey } from '#server/replica/register/parts.ts';
import { type Followed, Register, sliceTargets } from '#server/replica/register/register.ts';
import { createShownVerdicts } from '#server/replica/views/shownVerdicts.ts';
import type { ReplicaStatus } from '#server/replica/views/status.ts';
import type { ReplicaStorage, StoredReservation } from '#server/replica/storage/storage.ts';
import { Turns } from '#server/observability/turns.ts';
import { wantedNow, wantedSpan } from '#server/replica/register/wanted.ts';

/** Why nothing is read while the service is silent. */
const silentFailure = { status: null, message: defaultWords.timeout.words, detail: unanswered.detail };

export type ReplicaOptions = {
  readonly service: ServiceAccess;
  readonly storage: ReplicaStorage;
  readonly config: Pick<Config, 'operatorId' | 'timeZone' | 'zonelessTimes' | 'position'>;
  /** Days before and after today that are held. */
  readonly days: HeldDays;
  /** How much longer data may age while no screen is connected. */
  readonly idleStretch: number;
  /** The weather for the brief; null if none is read. */
  readonly weather?: ReplicaStatus['weather'];
  /** Days for which changes are kept. */
  readonly changesDays?: number;
  /** With several gateways. */
  /** Called after each refresh, whether it succeeded or failed. */
  readonly onRefreshed?: () => void;
  /** Does the long work; its own if omitted. */
  readonly turns?: Turns;
};

/** Screens that poll instead of listening count as connected for this long. */
const connectedMs = 2 * millisecondsInMinute;
/** The list of parts is renewed at least this often, because it also depends on the time. */
const renewMs = millisecondsInMinute;
/** The log of changes is kept for this many days, unless a school wants fewer. */
const defaultChangesDays = 90;
/** A school's programs are expected to go on asking for this long after a request. */
const programsMs = millisecondsInHour;
/** The name under which the time of their last request is remembered. */
const programsKey = 'programs asked';
/** How many incomplete parts are named. */
const maxNamed = 20;
/** A shorter wait for the allowance is not reported. */
const minReportedWaitMs = 1_000;

/** The gateway's copy of the school's data: its contents, its ages, and what keeps it fresh. */
export class Replica {
  readonly #options: ReplicaOptions;
  readonly #zone: Zone;
  readonly #reader: Reader;
  #running: readonly StoredReservation[] = [];
  #askedAt = Number.NEGATIVE_INFINITY;
  #programAt = Number.NEGATIVE_INFINITY;
  #renewedAt = Number.NEGATIVE_INFINITY;
  #wantedFrom = '';
  #firstInstant = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #applying: Applying;
  /** Does the long work, so that others are answered in between. */
  readonly turns: Turns;
  readonly register: Register;
  /** Bookings of finished days that the register no longer holds. */
  readonly keptDays: KeptDays;
  readonly refresher: Refresher;
  /** How often pages of reports are read. */
  readonly reportPaces: ReportPaces;
  readonly events: Events;
  /** For answers to documented requests. */
  readonly sources: AnswerSources;
  /** For the gateway's own endpoints. */
  readonly status: ReplicaStatus;

  constructor(options: ReplicaOptions) {
    const { service, storage, config, days, idleStretch } = options;
    const { clock, wall } = service;
    this.#options = options;
    this.turns = options.turns ?? new Turns();
    this.#zone = { name: config.timeZone, zoneless: config.zonelessTimes };
    const zone = this.#zone.name;
    this.keptDays = keptDaysIn(storage, this.#zone);
    const onLeaving = this.keptDays.keep;
    this.register = new Register({ storage, clock, wall, zone, days, onLeaving });
    const memory = { recall: storage.memory, remember: storage.remember };
    const firstInstant = () => this.register.window().start;
    this.#reader = new Reader({ service, operatorId: config.operatorId, zone: this.#zone, memory, firstInstant });
    this.#applying = new Applying({ register: this.register, storage, clock, wall, zone: this.#zone });
    const budget = () => service.queue.budget('replica');
    const parts = () => this.register.parts();
    this.reportPaces = new ReportPaces({ storage, zone: this.#zone, wall, clock, parts, budget });
    this.refresher = new Refresher({
      service,
      reportPaces: this.reportPaces,
      storage,
      register: this.register,
      reader: this.#reader,
      applying: this.#applying,
      recall: storage.memory,
      turns: this.turns,
      idleStretch,
      isViewed: () => this.events.connected() > 0 || clock() - this.#askedAt < connectedMs,
      areProgramsAsking: () => clock() - this.#programAt < programsMs,
      onRefresh: (event) => this.#noteRefresh(event),
    });
    this.events = createEvents({ startedAt: wall(), onConnected: () => this.refresher.plan() });
    const filterZone = this.#zone.zoneless === 'utc' ? 'UTC' : zone;
    const running = () => this.#running;
    const verdicts = createShownVerdicts(clock);
    this.sources = { storage, filterZone, window: () => this.register.window(), running, verdicts };
    this.status = this.#statusView();
  }

  /** Loads what is stored, and starts to refresh it. */
  start(): void {
    const { service } = this.#options;
    this.register.load();
    this.#running = this.#storedRunning();
    this.#programAt =
      service.clock() - Math.max(0, service.wall() - Number(this.#options.storage.memory(programsKey) ?? 0));
    this.#renew();
    this.#timer = setInterval(() => {
      if (service.clock() - this.#renewedAt >= renewMs) this.#renew();
      this.refresher.plan();
    }, renewMs).unref();
    this.refresher.plan();
    service.silence?.whenSilent(() => {
      this.register.noteChange();
      this.events.send({ event: 'reset' });
    });
  }

  /** Whether this gateway plans; always, if it is the only one. */
  plans(): boolean {
    return this.#options.storage.isPlanner();
  }

  /** Takes over what another gateway has stored, and tells open screens. */
  follow(): void {
    for (const event of eventsOf(this.register.follow(), this.register)) this.#noteRefresh(event);
    this.refresher.noteNews();
  }

  /** This gateway plans from now on, under this term. */
  beginTerm(term: number): void {
    this.#applying.forget();
    this.register.beginTerm(term);
    this.#renew();
    this.refresher.plan();
  }

  /** Notes that a screen made a request. */
  noteRequest(): void {
    this.#askedAt = this.#options.service.clock();
  }

  /** Notes that a program made a request. From then on a backlog leaves programs calls, also after a restart. */
  noteProgram(): void {
    const { service, storage } = this.#options;
    const now = service.clock();
    if (now - this.#programAt > millisecondsInMinute) storage.remember(programsKey, String(service.wall()));
    this.#programAt = now;
  }

  /** How old a piece is expected to become before it is refreshed, in milliseconds. */
  expectedMs(piece: Part | CopiedCell): number {
    // A report in use is requested again soon; otherwise it waits for the night.
    if ('set' in piece && piece.set === 'report') return this.reportPaces.liveMs(piece) ?? reportViewed * 1000;
    const target = 'target' in piece ? piece.target : sliceTargets[this.register.classOf(piece)];
    return expectedAge({ targetMs: target }, this.refresher.stretch());
  }

  /** The replica in `/state`. */
  state(): ReplicaState {
    const { storage } = this.#options;
    const sharing = storage.sharing();
    const resumes = this.#resumesAt();
    return {
      sets: replicaSets.map((set) => this.#setState(set)),
      findings: this.#findings(),
      incomplete: this.#incomplete(),
      storage: {
        isDurable: storage.isDurable(),
        trouble: storage.trouble(),
        ...(sharing !== null && { sharing }),
      },
      resumesAt: resumes === null ? null : isoText(resumes),
    };
  }

  /** Stops refreshing and ends all event streams; running requests may finish. */
  drain(): void {
    clearInterval(this.#timer);
    this.refresher.drain();
    this.events.close();
  }

  /** Writes nothing more. */
  close(): void {
    this.#reader.close();
  }

  #noteRefresh(event: RefreshEvent | null): void {
    this.#options.onRefreshed?.();
    if (!event) return this.events.send({ event: 'state' });
    const { set, scope, changed } = event;
    if (set === 'reservations' && scope === 'running') this.#running = this.#storedRunning();
    if (changed && (set === 'aircraft' || set === 'reservations') && this.#wantedFrom !== this.#revisionsOfWanted())
      this.#renew();
    this.events.send({ event: 'refresh', data: event });
  }

  #storedRunning(): readonly StoredReservation[] {
    const stored = this.#options.storage.records('reservations', 'running');
    const items = stored.map(({ json }): unknown => JSON.parse(json));
    return readReservations(items, this.#zone, newFindings()).records;
  }

  /**
   * What the list of parts is made from. While a school is being read, most answers are about other days. A long booking that was
   * changed on a day before counts a minute later.
   */
  #revisionsOfWanted(): string {
    const { register } = this;
    const { start, end } = wantedSpan(this.#options.service.wall(), this.#zone.name);
    const near = register.cells().filter(({ from, to }) => from < end && to > start);
    return [register.part(partKey('aircraft', '')), ...near].map((piece) => piece?.revision).join(' ');
  }

  /** Makes the list of parts match the school and the day. */
  #renew(): void {
    const { storage, service, changesDays = defaultChangesDays } = this.#options;
    this.register.roll();
    this.register.renew(wantedNow(storage, service.wall(), this.#zone.name));
    this.#wantedFrom = this.#revisionsOfWanted();
    this.#renewedAt = service.clock();
    const { start } = this.register.window();
    // When the first day moves on, the past day's reservations that still run belong to this part, so it is read again.
    const running = this.register.part(partKey('reservations', 'running'));
    if (start === this.#firstInstant) return;
    this.#firstInstant = start;
    if (running && running.asOf !== null) running.isRequested = true;
    storage.pruneChanges(service.wall() - changesDays * millisecondsInDay);
  }

  /** When loading resumes; null if a call could start now. */
  #resumesAt(): number | null {
    const { queue, wall } = this.#options.service;
    const wait = queue.soonest('replica');
    return wait === null || wait < minReportedWaitMs ? null : wall() + wait;
  }

  /** In an order that all gateways share. */
  #partsOf(set: ReplicaSet): Part[] {
    const ownParts = this.register.parts().filter((part) => part.set === set);
    return ownParts.toSorted((a, b) => (a.scope < b.scope ? -1 : 1));
  }

  #setState(set: ReplicaSet): ReplicaState['sets'][number] {
    const pieces: readonly (Part | CopiedCell)[] = [
      ...(set === 'reservations' ? this.register.cells() : []),
      ...this.#partsOf(set),
    ];
    const known = pieces.flatMap(({ asOf }) => asOf ?? []);
    const failed = pieces.find(({ failure }) => failure !== null)?.failure ?? null;
    const target = setRow(set).age * 1000;
    return {
      set,
      parts: pieces.length,
      known: known.length,
      asOf: known.length === 0 ? null : isoText(this.register.toWall(Math.min(...known))),
      targetAge: Math.round(target / 1000),
      expectedAge: Math.round((target * this.refresher.stretch()) / 1000),
      failure: failed && { status: failed.status, message: failed.message },
    };
  }

  #incomplete(): ReplicaState['incomplete'] {
    const { register } = this;
    const { storage } = this.#options;
    const failed = [...register.parts(), ...register.cells()].filter(({ failures }) => failures > 0);
    const parts = failed.slice(0, maxNamed).flatMap((piece) => {
      const { failures: attempts, failure, retryAt, asOf } = piece;
      if (!failure) return [];
      const { status, message } = failure;
      return {
        ...('set' in piece ? namedPart(piece, storage) : namedCell(piece)),
        attempts,
        failure: { status, message },
        nextAt: isoText(register.toWall(retryAt)),
        isKnown: asOf !== null,
      };
    });
    return { count: failed.length, parts };
  }

  #findings(): ReplicaState['findings'] {
    const counted = new Map<string, ReplicaState['findings'][number]>();
    const cells = this.register.cells().map((cell) => ({ set: 'reservations' as const, facts: cell.facts }));
    for (const { set, facts } of [...this.register.parts(), ...cells]) {
      for (const [kind, { count, example }] of Object.entries(facts?.findings ?? {})) {
        const before = counted.get(`${set} ${kind}`);
        counted.set(`${set} ${kind}`, {
          set,
          kind: isFindingKind(kind) ? findingWords[kind] : kind,
          count: count + (before?.count ?? 0),
          example: before?.example ?? example,
        });
      }
    }
    return [...counted.values()];
  }

  #standing(piece: Part | CopiedCell) {
    const { asOf, revision, facts } = piece;
    const { clock, silence } = this.#options.service;
    const ageMs = asOf === null ? null : Math.max(0, clock() - asOf);
    // A person should not wait for the end of the call that is to read it.
    const failure = piece.failure ?? (asOf === null && silence?.isSilent() ? silentFailure : null);
    return { ageMs, expectedMs: this.expectedMs(piece), revision, facts, failure };
  }

  #statusView(): ReplicaStatus {
    const { storage, service } = this.#options;
    const resumesAt = () => this.#resumesAt();
    const window = () => this.register.window();
    const cellStatus = (cell: CopiedCell) => ({ from: cell.from, to: cell.to, ...this.#standing(cell) });
    return {
      get now() {
        return service.wall();
      },
      get resumesAt() {
        return resumesAt();
      },
      get lastChange() {
        return storage.lastChange();
      },
      get lastEntry() {
        return storage.lastEntry();
      },
      zone: this.#zone,
      position: this.#options.config.position,
      weather: this.#options.weather,
      get window() {
        return window();
      },
      parts: (set) =>
        this.#partsOf(set).map((part) => ({
          scope: part.scope,
          isRare: part.target === deletedAircraftAge * 1000,
          ...this.#standing(part),
        })),
      reservations: (span) => {
        const cells = this.register.cellsIn(span);
        const first = cells[0]?.from ?? span.start;
        const earlier = this.register.cells().filter(({ to }) => to <= first);
        return {
          cells: cells.map(cellStatus),
          earlierRevision: Math.max(0, ...earlier.map(({ revision }) => revision)),
        };
      },
      heldBefore: (instant) =>
        this.register
          .cells()
          .filter(({ from }) => from < instant)
          .map(cellStatus),
      running: () => this.#running,
    };
  }
}

/** One event for each part, and one for all days that came with one answer. */
function eventsOf(followed: readonly Followed[], register: Register): RefreshEvent[] {
  const answers = Map.groupBy(followed, ({ set, scope, piece }) =>
    set === 'reservations' && scope !== 'running' ? `${piece.revision} ${piece.asOf}` : partKey(set, scope),
  );
  return Array.from(answers.values()).flatMap(([first]) => {
    if (!first) return [];
    const { set, scope, piece, changed } = first;
    return [{ set, scope, revision: piece.revision, asOf: isoText(register.toWall(piece.asOf ?? 0)), changed }];
  });
}

type Named = Pick<IncompletePart, 'set' | 'scope' | 'name' | 'span'>;

function namedPart({ set, scope }: Part, storage: ReplicaStorage): Named {
  return { set, scope, name: setRow(set).per === 'aircraft' ? storedTail(storage, scope) : null, span: null };
}

function namedCell({ from, to }: CopiedCell): Named {
  return { set: 'reservations', scope: '', name: null, span: { from: isoText(from), to: isoText(to) } };
}

function isoText(instant: number): string {
  return new Date(instant).toISOString();
}
