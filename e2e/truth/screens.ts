import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import type { BriefSheet } from '#contract/gateway/brief.ts';
import type { Config } from '#contract/gateway/config.ts';
import { reservationAges } from '#contract/sets.ts';
import { connected } from '#domain/answers/connection.ts';
import { knowledgeOf } from '#domain/answers/known.ts';
import type { AttentionItem } from '#domain/overview/attention.ts';
import { attentionOf } from '#domain/overview/findAttention.ts';
import { checkMarkOf, type DispatchCheck } from '#domain/readiness/check.ts';
import type { AssessedAircraft } from '#domain/readiness/fleetAssessment.ts';
import type { ReadinessIndex } from '#domain/readiness/readinessIndex.ts';
import { isTimed } from '#domain/reservations/reservations.ts';
import { everywhere } from '#domain/reservations/locations.ts';
import { dayOf, daySpan, type Instant } from '#domain/time/time.ts';
import { defaultSettings } from '#domain/wall/settings.ts';
import { flightsOf, type Flights, maxFlights } from '#web/pages/overview/flightsModel.ts';
import { dutyOf, modelRows, type Duty, type ModelRow } from '#web/pages/overview/overviewModel.ts';
import { type Roster, rosterModel, rosterSpan } from '#web/pages/instructors/roster/rosterModel.ts';
import { type Alert, alertsOf } from '#web/pages/wall/frameModel.ts';
import { type WallModel, wallModel } from '#web/pages/wall/wallModel.ts';
import { listQuery } from '#web/data/api.ts';
import { readOverview, useWeek } from '#web/data/attention.ts';
import { useAircraftRecords, useDispatchChecks, useFleetAssessment } from '#web/data/fitness.ts';
import { briefQuery } from '#web/data/gateway/brief.ts';
import { weatherQuery } from '#web/data/gateway/weather.ts';
import { useMaintenance } from '#web/data/maintenance.ts';
import { createQueryClient } from '#web/data/policy.ts';
import { historyQuery, windowQuery } from '#web/data/replica.ts';
import { useBoardReservations } from '#web/data/reservations.ts';
import type { Copy } from './copy.ts';

/** What all screens say at one instant, each with its own code, from the gateway's answers. */
export type Said = {
  readonly now: Instant;
  /** The fleet, as the overview and the fleet page have it. */
  readonly rows: readonly AssessedAircraft[];
  readonly models: readonly ModelRow[];
  readonly index: ReadinessIndex;
  /** The checks of today's and tomorrow's reservations, as the reservations page has them. */
  readonly checks: ReadonlyMap<string, DispatchCheck>;
  readonly flights: Flights;
  readonly attention: { readonly page: readonly AttentionItem[]; readonly gateway: readonly AttentionItem[] };
  readonly duty: Duty;
  readonly roster: Roster;
  readonly brief: BriefSheet;
  readonly board: Board;
};

type Board = {
  readonly model: WallModel;
  readonly alerts: readonly Alert[];
  /** The levels of the marks on departures, by the keys of the reservations. */
  readonly marks: ReadonlyMap<string, 'stop' | 'check'>;
};

type Drawn = Pick<Said, 'rows' | 'models' | 'index' | 'checks' | 'flights' | 'duty' | 'board'> & {
  readonly page: readonly AttentionItem[];
};

/** A browser with all screens, on a copy; `read` lets them request data and returns what they show. */
export function openScreens(copy: Copy) {
  const client = createQueryClient();
  const school = copy.config;
  const zone = school.timeZone;
  let readAt = 0;
  return {
    async read(now: Instant): Promise<Said> {
      return withClock(now, copy, async () => {
        const today = dayOf(now, zone);
        // Forecasts are requested every quarter of an hour. If less time has passed, the page is reopened, so that all screens
        // use the same data.
        if (today !== dayOf(readAt, zone) || now - readAt <= reservationAges.rest * 1000) client.clear();
        readAt = now;
        const clock = { zone, mode: 'L' } as const;
        await readOverview(client, school, now);
        const page = await client.query(listQuery(school, 'listInstructors', {}));
        const window = await client.query(windowQuery(school, rosterSpan(today, zone)));
        const history = await client.query(historyQuery(school, daySpan(today, zone).start));
        if (school.weather === true) await client.query(weatherQuery);
        const { value: brief } = await client.query(briefQuery(today, null));
        const drawn = drawnBy(client, school, now);
        const { items } = await copy.attention();
        if (!brief.sheet) throw new Error('The brief has not been made.');
        const known = knowledgeOf([], { now, clock, connection: connected });
        const roster = rosterModel(
          {
            instructors: page.value,
            isLastPage: false,
            query: {},
            window: window.value,
            earlier: history.value.reservations,
            location: null,
            known: { list: known, duties: known },
          },
          { date: today, at: now, length: null, search: '', doing: 'any' },
          { now, clock },
        );
        const { page: found, ...rest } = drawn;
        return { now, ...rest, attention: { page: found, gateway: items }, roster, brief: brief.sheet };
      });
    },
    close: () => client.clear(),
  };
}

/** Sets the clock to this instant, and sends all requests to the copy. */
export async function withClock<Value>(now: Instant, copy: Copy, work: () => Promise<Value>): Promise<Value> {
  const [realNow, realFetch] = [Date.now, globalThis.fetch];
  Date.now = () => now;
  globalThis.fetch = (address, options) => {
    if (typeof address !== 'string') throw new Error('The client asks by address alone.');
    return copy.ask(address, new Headers(options?.headers).get('if-none-match'));
  };
  try {
    return await work();
  } finally {
    Date.now = realNow;
    globalThis.fetch = realFetch;
  }
}

/** Draws the screens with the hooks of their pages, and returns what they would show. */
export function drawnBy(client: ReturnType<typeof createQueryClient>, school: Config, now: Instant): Drawn {
  const drawn: Drawn[] = [];
  function Screens() {
    drawn.push(useScreens(school, now));
    return null;
  }
  renderToString(createElement(QueryClientProvider, { client }, createElement(Screens)));
  const [last] = drawn.slice(-1);
  if (!last) throw new Error('Nothing was drawn.');
  return last;
}

const none: readonly never[] = [];

function useScreens(school: Config, now: Instant): Drawn {
  const clock = { zone: school.timeZone, mode: 'L' } as const;
  const known = knowledgeOf([], { now, clock, connection: connected });
  const here = { now, clock, narrowing: everywhere, known };
  const fleet = useQuery(listQuery(school, 'listAircraft', {}));
  const instructors = useQuery(listQuery(school, 'listInstructors', {}));
  const { rows, index, near } = useFleetAssessment(school, fleet.data?.value.records ?? none, now, clock);
  const week = useWeek(school, now, index);
  const ahead = (near.window?.reservations ?? none).filter(isTimed);
  const { checks } = useDispatchChecks(school, ahead, { now, clock });
  const board = useBoard(school, now);
  if (!near.schedule || !week.limits || !checks) throw new Error('Not all that is shown has been read.');
  return {
    rows,
    models: modelRows(rows, { now, clock }),
    index,
    checks,
    flights: flightsOf(index, { ...here, max: maxFlights }),
    page: attentionOf({ index, limits: week.limits, reservations: week.reservations, connection: null }),
    duty: dutyOf(instructors.data?.value.records ?? none, week.reservations, { ...here, lists: null }),
    board,
  };
}

const intervals = { fleet: 600_000, reminders: 300_000 };

/** Combined as in the board's `useWallModel`. */
function useBoard(school: Config, now: Instant): Board {
  const clock = { zone: school.timeZone, mode: 'L' } as const;
  const near = useBoardReservations(school, now, { hasNames: true, interval: 60_000 });
  const options = { withInactive: false, intervals };
  const { fleet, items, horizons, schedule: whole } = useMaintenance(school, now, near, options);
  const { due, found } = useAircraftRecords(school, fleet, now);
  const records = {
    fleet,
    schedule: near.schedule,
    ahead: whole?.reservations ?? none,
    dueItems: items,
    horizons,
    readiness: { reminders: due, squawks: found },
  };
  const wording = { now, clock, names: 'initials', marks: 'shown' } as const;
  const model = wallModel(records, defaultSettings, wording, school);
  const marks = (model.reservations ?? none).flatMap((reservation) => {
    const mark = checkMarkOf(reservation, model.readiness);
    return mark ? [[reservation.key, mark.level] as const] : [];
  });
  return { model, alerts: alertsOf(model.tiles), marks: new Map(marks) };
}
