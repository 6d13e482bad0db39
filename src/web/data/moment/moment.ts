import { QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { millisecondsInHour } from '#domain/units.ts';
import type { Config } from '#contract/gateway/config.ts';
import { changesShape } from '#contract/gateway/replica.ts';
import { isRecord } from '#contract/objects.ts';
import { mayRead } from '#domain/access/rights.ts';
import { assumedUntil } from '#domain/moments/ahead.ts';
import { differencesAt, type KeptChange } from '#domain/moments/rewind.ts';
import { momentBack } from '#domain/moments/shownMoment.ts';
import type { Schedule } from '#domain/schedule/schedule.ts';
import type { Instant, Zone } from '#domain/time/time.ts';
import { type Answer, ask, readAs } from '#web/data/client.ts';
import { zoneOf } from '#web/data/replica.ts';
import { useForecastSchedule, useScheduleNow } from '#web/data/reservations.ts';
import { answerAt, type OtherMoment } from './answers.ts';

export type { OtherMoment } from './answers.ts';

/** The kept changes of the last hours, in the order in which they were logged, and since when the log is complete. */
type KeptLog = { readonly changes: readonly KeptChange[]; readonly next: number; readonly began: Instant };

const pageSize = 2_000;

/** Reads the log of all sets since an instant, and afterwards only what is new. */
export function keptLogQuery(since: string) {
  return queryOptions({
    queryKey: ['replica', 'changes', 'all sets', since] as const,
    queryFn: async ({ client, queryKey, signal }): Promise<Answer<KeptLog>> => {
      let log = client.getQueryData<Answer<KeptLog>>(queryKey)?.value ?? null;
      for (;;) {
        const address = `/replica/changes?since=${log?.next ?? since}&limit=${pageSize}`;
        const answer = await ask(address, (body) => readAs(changesShape, body), { signal });
        const { changes, next, from, hasMore } = answer.value;
        // The later record of each change is not needed.
        const read = changes.map(({ at, set, scope, id, before }) => ({ at: Date.parse(at), set, scope, id, before }));
        // A smaller number belongs to another log: start again.
        const known: readonly KeptChange[] = log && next >= log.next ? log.changes : [];
        log = { changes: [...known, ...read], next, began: Date.parse(from) };
        if (!hasMore || read.length === 0) return { ...answer, value: log };
      }
    },
    structuralSharing: false,
  });
}

/** The kept changes, as far as the role may read them; `log` is null while loading. */
export function useKeptLog(school: Config, now: Instant) {
  const [since] = useState(() => new Date(now - momentBack - millisecondsInHour).toISOString());
  const query = keptLogQuery(since);
  const { data, error } = useQuery(query);
  return {
    isAllowed: mayRead(school.who.role, query.queryKey),
    log: data?.value ?? null,
    hasFailed: data === undefined && error !== null,
  };
}

/** The present reservations, from which a forecast starts; null while loading. */
export function usePresentSchedule(school: Config, now: Instant): Schedule | null {
  return useForecastSchedule(school, now, useScheduleNow(school, now)).schedule;
}

/** The copy as it was known at a moment, by the kept changes. */
export function rewoundTo(at: Instant, now: Instant, { changes }: Pick<KeptLog, 'changes'>): OtherMoment {
  return { kind: 'then', at, now, differences: differencesAt(changes, at) };
}

/** The copy as it is forecast for a moment. */
export function forecastFor(at: Instant, now: Instant, schedule: Schedule): OtherMoment {
  return { kind: 'ahead', at, now, ahead: assumedUntil(schedule, now, at), history: schedule.history };
}

/** The client for a page that shows a moment: the same cache and requests, and each answer as of the moment. */
export function useMomentClient(school: Config, moment: OtherMoment | null): QueryClient {
  const client = useQueryClient();
  return useMemo(() => (moment ? momentClient(client, school, moment) : client), [client, moment, school]);
}

/** The client of a moment, for code outside components. */
export function momentClient(present: QueryClient, school: Config, moment: OtherMoment): QueryClient {
  return new MomentClient(present, moment, zoneOf(school));
}

type Change = (answer: unknown) => unknown;

/** Changes what each query selects, so that a page draws a moment in the same render in which it is chosen. */
class MomentClient extends QueryClient {
  readonly #moment: OtherMoment;
  readonly #zone: Zone;
  readonly #selects = new Map<unknown, Map<string, Change>>();
  readonly #answers = new Map<string, WeakMap<object, unknown>>();

  constructor(present: QueryClient, moment: OtherMoment, zone: Zone) {
    super({
      queryCache: present.getQueryCache(),
      mutationCache: present.getMutationCache(),
      defaultOptions: present.getDefaultOptions(),
    });
    this.#moment = moment;
    this.#zone = zone;
  }

  override defaultQueryOptions: QueryClient['defaultQueryOptions'] = (options) => {
    const full = super.defaultQueryOptions(options);
    // Completed options stay as they are: an observer passes on those of the present client, or of another moment.
    const isDone = Object.hasOwn(options, '_defaulted');
    const change = isDone ? null : answerAt(full.queryKey ?? [], this.#moment, this.#zone);
    // The library does not know that an answer keeps its type at every moment.
    if (!change) return full;
    const select = this.#selectOf(full, change) as NonNullable<typeof full.select>;
    // Sharing compares records, and would keep what the previous moment assumed about them.
    return { ...full, select, structuralSharing: false };
  };

  override getQueriesData: QueryClient['getQueriesData'] = (filters) =>
    this.getQueryCache()
      .findAll(filters)
      .map(({ queryKey, queryHash, state }) => {
        const change = answerAt(queryKey, this.#moment, this.#zone);
        return [queryKey, (change ? this.#answerOf(queryHash, state.data, change) : state.data) as never];
      });

  /** The same function for the same query, so that nothing is selected twice. */
  #selectOf({ queryHash, select: own }: { queryHash: string; select?: unknown }, change: Change): Change {
    const ofOwn = this.#selects.get(own) ?? new Map<string, Change>();
    this.#selects.set(own, ofOwn);
    const then = typeof own === 'function' ? (own as Change) : (answer: unknown) => answer;
    const select = ofOwn.get(queryHash) ?? ((answer) => then(this.#answerOf(queryHash, answer, change)));
    ofOwn.set(queryHash, select);
    return select;
  }

  /** The same object for the same answer. */
  #answerOf(queryHash: string, answer: unknown, change: Change): unknown {
    if (!isRecord(answer)) return answer;
    const known = this.#answers.get(queryHash) ?? new WeakMap<object, unknown>();
    this.#answers.set(queryHash, known);
    const changed = known.get(answer) ?? change(answer);
    known.set(answer, changed);
    return changed;
  }
}
