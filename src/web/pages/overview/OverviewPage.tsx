import { type QueryKey, useQuery } from '@tanstack/react-query';
import { use, useMemo } from 'react';
import { lifeOf } from '#contract/statuses.ts';
import { isOut } from '#domain/answers/connection.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { groupCounters } from '#domain/readiness/fleetLists.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { attentionOf } from '#domain/overview/findAttention.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { locationNote, narrowed } from '#domain/reservations/locations.ts';
import type { ReadinessIndex } from '#domain/readiness/readinessIndex.ts';
import { whenText } from '#domain/time/clock.ts';
import { shiftStart } from '#domain/time/time.ts';
import { useShiftLog, useWeek } from '#web/data/attention.ts';
import { useBehind } from '#web/data/behind.ts';
import { useFleetAssessment } from '#web/data/fitness.ts';
import { useInstructorLists } from '#web/data/lists.ts';
import { useRefresh } from '#web/data/policy.ts';
import { listQuery } from '#web/data/api.ts';
import { stateQuery } from '#web/data/gateway/gateway.ts';
import { useWeather } from '#web/data/gateway/weather.ts';
import { ForecastHours, Weather } from '#web/components/weather/Weather.tsx';
import { AnotherTime } from '#web/components/page/AnotherTime.tsx';
import { Progress } from '#web/components/controls/bars/Progress.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useConnection, useKnowledge, useSituation } from '#web/components/page/connection.tsx';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { MomentContext, useMinute, usePresentMinute } from '#web/components/page/now.ts';
import { useClock, useLocationChoice, useRights, useSchool } from '#web/components/page/school.tsx';
import { useUrlChoice, useUrlSet } from '#web/components/page/urlState.ts';
import { later } from '#web/components/panel/later.tsx';
import { Notices } from '#web/components/panel/Notices.tsx';
import { PageHeader } from '#web/components/panel/PageHeader.tsx';
import { Trouble } from '#web/components/panel/Panel.tsx';
import { troubleOf } from '#web/components/panel/panelModel.ts';
import { PanelPlaceholder, PanelsTogether } from '#web/components/panel/PanelsTogether.tsx';
import { AttentionPanel, useMatters } from './AttentionPanel.tsx';
import { ChangesPanel, DutyPanel, FlightPanel, Groups, LatePanel, ModelPanel } from './NowPanels.tsx';
import { type Fold, FoldButton, Parts } from './Parts.tsx';
import { foldedParts, overviewParts, type Part, partCounts } from './partsModel.ts';
import { flightsOf, maxFlights, maxFlightsLow } from './flightsModel.ts';
import {
  changesShown,
  connectionTrouble,
  dutyOf,
  fillText,
  modelsShown,
  type OverviewPart,
  type OverviewReadings,
  sourcesOf,
} from './overviewModel.ts';
import style from './overview.module.css';

/** In a file of its own, because it is the last thing on the page, and most roles and moments do without it. */
const BehindPanel = later(async () => (await import('#web/components/people/BehindPanel.tsx')).BehindPanel, Nothing);
/** The most students on the page. */
const maxBehind = 5;

export { readOverview as readFirst } from '#web/data/attention.ts';

/** The first page: what is flying, what comes next, what will go wrong. Everything is from the gateway's copy; it costs no calls. */
export function OverviewPage() {
  const isPhone = useMediaQuery('(max-width: 700px)');
  const part = useUrlChoice('part', overviewParts, 'attention');
  const overview = useOverview(isPhone);
  const weather = useWeather(useSchool());
  const { groups, counts, note, setAside, trouble, isFilling } = overview;
  return (
    <>
      <PageHeader title="Overview">
        {!isPhone && <Groups {...groups} />}
        <AppLink className={style['brief']} to="/brief" isAlone>
          Morning brief
        </AppLink>
        <AnotherTime />
      </PageHeader>
      {isPhone && <Parts counts={counts} chosen={part.value} onChoose={part.set} />}
      <Welcome isFilling={isFilling} />
      <Weather query={weather} />
      <div className={style['trouble']}>
        <Trouble {...trouble} />
      </div>
      <PanelsTogether waiting={columns}>
        <Notices scope={note} setAside={setAside} />
        <OverviewPanels overview={overview} weather={weather} only={isPhone ? part.value : null} />
      </PanelsTogether>
    </>
  );
}

/** On a phone one below the other, as the panels are. */
const columns = (
  <div className={style['page']}>
    <PanelPlaceholder />
    <PanelPlaceholder />
    <PanelPlaceholder />
  </div>
);

type OverviewPanelsProps = {
  overview: ReturnType<typeof useOverview>;
  weather: ReturnType<typeof useWeather>;
  /** On a phone, the part that is shown; null for all. */
  only: Part | null;
};

function OverviewPanels({ overview, weather, only }: OverviewPanelsProps) {
  const { attention, groups, models, flights, duty, changes, given } = overview;
  const { departures, returns, notOutYet, neverCheckedOut } = flights;
  const opened = useUrlSet('open', foldedParts, 'replace');
  const has = (part: Part) => only === null || only === part;
  const foldOf = (part: (typeof foldedParts)[number]) =>
    only === null ? { isOpen: opened.value.includes(part), toggle: () => opened.toggle(part) } : null;
  const hasLate = only === 'late' || (only === null && notOutYet.length + neverCheckedOut.length > 0);
  return (
    <div className={style['page']}>
      <div className={style['column']}>
        {has('attention') && <AttentionPanel {...attention} />}
        {has('changes') && <ChangesPanel changes={changes} fold={foldOf('changes')} {...given.changes} />}
      </div>
      <div className={style['column']}>
        {has('departures') && (
          <FlightPanel title="Next departures" flights={departures} {...given.flights}>
            <ForecastHours query={weather} />
          </FlightPanel>
        )}
        {hasLate && <LatePanel flights={flights} fold={foldOf('late')} {...given.flights} />}
        {has('returns') && <FlightPanel title="Next returns" flights={returns} {...given.flights} />}
      </div>
      <div className={style['column']}>
        {has('instructors') && <DutyPanel duty={duty} fold={foldOf('instructors')} {...given.duty} />}
        {only === 'aircraft' && <Groups {...groups} />}
        {has('aircraft') && <ModelPanel models={models} {...given.models} />}
        {has('instructors') && <Students fold={foldOf('students')} />}
      </div>
    </div>
  );
}

/** Students that fall behind: of the present alone, for those who may see them. Closed, the panel is their number. */
function Students({ fold }: { fold: Fold | null }) {
  const { maySee } = useRights();
  const isShown = use(MomentContext) === null && maySee('students');
  const behind = useBehind(isShown);
  if (!isShown) return null;
  const button = fold && <FoldButton name="Students that fall behind" fold={fold} />;
  return <BehindPanel {...behind} max={maxBehind} isReported isClosed={fold?.isOpen === false} actions={button} />;
}

function Nothing() {
  return null;
}

/** All data of the page; each part is rebuilt only if its sources have changed. */
function useOverview(isPhone: boolean) {
  const school = useSchool();
  const now = useMinute();
  const clock = useClock();
  const narrowing = useLocationChoice();
  const situation = useSituation();
  const fleet = useQuery(listQuery(school, 'listAircraft', {}));
  const instructors = useQuery(listQuery(school, 'listInstructors', {}));
  const aircraft = fleet.data?.value.records;
  const {
    rows: assessed,
    index,
    near,
    sources,
    setAside,
    queryKeys,
  } = useFleetAssessment(school, aircraft ?? none, now, clock);
  const here = useMemo(
    () => narrowed(assessed, ({ aircraft: { aircraftId } }) => narrowing.whereIs(aircraftId)),
    [assessed, narrowing],
  );
  const rows = here.shown;
  const { lists } = useInstructorLists(school, narrowing.locations, narrowing.chosen !== null);
  const week = useWeek(school, now, index);
  const moment = use(MomentContext);
  const shift = useShiftLog(school, now, moment === null);
  const {
    known: read,
    given,
    trouble,
  } = useParts({ ...sources, week: week.reading, log: shift.reading }, [
    ...queryKeys,
    ...week.queryKeys,
    shift.queryKey,
    listQuery(school, 'listInstructors', {}).queryKey,
  ]);
  const present = usePresentMinute();
  // A forecast has no changes after the present, because the log ends there.
  const since = moment?.isAhead ? whenText(present, now, clock) : null;
  const known = since === null ? read : { ...read, changes: { ...read.changes, state: 'part' as const, since } };
  const staff = instructors.data?.value.records;
  const connection = connectionTrouble([sources.aircraft, sources.reservations], situation);
  const items = useFound(index, week, connection);
  const matters = useMatters(items, now);
  const max = useMediaQuery('(min-height: 950px)') || isPhone ? maxFlights : maxFlightsLow;
  const groups = useMemo(() => groupCounters(rows, known.models), [rows, known.models]);
  const flights = useMemo(
    () => flightsOf(index, { now, clock, narrowing, known: known.flights, max }),
    [index, now, clock, narrowing, known.flights, max],
  );
  const duty = useMemo(
    () => dutyOf(staff ?? none, week.reservations, { now, clock, narrowing, lists, known: known.duty }),
    [staff, week.reservations, now, clock, narrowing, lists, known.duty],
  );
  const began = shiftStart(now, school.timeZone, school.shiftStarts);
  const changed = shift.log?.total ?? 0;
  const unread = changed === 0 ? given.changes.beside.find(({ asOf }) => asOf === null) : undefined;
  return {
    attention: { matters, now, hasAircraft: aircraft?.length !== 0, known: known.attention, ...given.attention },
    groups,
    models: useMemo(() => modelsShown(rows, { now, clock }, known.models), [rows, now, clock, known.models]),
    flights,
    duty,
    counts: partCounts({ matters: matters.shown.length, flights, groups, duty, changes: changed }, known),
    note: locationNote(here, narrowing),
    changes: changesShown(shift.log, began, { now, clock }, known.changes),
    setAside,
    // Without the day's reservations, that nothing changed is not known, and the panel waits for them.
    given: unread ? { ...given, changes: { ...given.changes, reading: unread } } : given,
    trouble,
    isFilling: near.schedule === null || !aircraft?.every((record) => isRead(record, index)),
  };
}

/** What needs attention, at the location that is shown. */
function useFound(
  index: ReadinessIndex,
  { limits, reservations }: ReturnType<typeof useWeek>,
  connection: ReturnType<typeof connectionTrouble>,
) {
  const narrowing = useLocationChoice();
  const words = connection?.words;
  const found = useMemo(
    () => attentionOf({ index, limits, reservations, connection: words === undefined ? null : connection }),
    // `connection` is a new object each time, but means the same while its words do not change.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [index, limits, reservations, words],
  );
  return useMemo(() => found.filter(({ of }) => of === null || narrowing.isHere(of)), [found, narrowing]);
}

/** What is known of each part, and what its panel reports about its sources. */
function useParts(readings: OverviewReadings, queryKeys: readonly QueryKey[]) {
  const refresh = useRefresh();
  const onRetry = () => refresh(...queryKeys);
  const of = (part: OverviewPart) => sourcesOf(part, readings);
  const givenOf = (part: OverviewPart) => {
    const [reading = nothing, ...beside] = of(part);
    return { reading, beside, onRetry, isReported: true };
  };
  return {
    known: {
      attention: useKnowledge(...of('attention')),
      flights: useKnowledge(...of('flights')),
      models: useKnowledge(...of('models')),
      changes: useKnowledge(...of('changes')),
      duty: useKnowledge(...of('duty')),
    },
    given: {
      attention: givenOf('attention'),
      flights: givenOf('flights'),
      models: givenOf('models'),
      changes: givenOf('changes'),
      duty: givenOf('duty'),
    },
    // Most panels share their sources: what is missing is reported once.
    trouble: {
      of: troubleOf(
        Object.values(readings).filter((reading) => reading !== null),
        useSituation(),
      ),
      onRetry,
    },
  };
}

const nothing: Reading = { source: 'Data', asOf: null, interval: 0, failure: null };
const none: readonly never[] = [];

/** Whether the reminders of an aircraft are loaded; deleted ones are refreshed once a day. */
function isRead({ aircraftId, status }: Aircraft, { sources }: ReadinessIndex): boolean {
  return lifeOf(status) === 'deleted' || sources.reminders.get(idKey(aircraftId))?.items != null;
}

/** Says that the school is made up, or how much of a new connection is loaded. */
function Welcome({ isFilling }: { isFilling: boolean }) {
  const { embedded } = useSchool();
  const connection = useConnection();
  const { maySeePage } = useRights();
  if (embedded) {
    return (
      <p className={style['welcome']}>
        A made-up school: nothing that you do here reaches anyone.{' '}
        {maySeePage('/setup') && <AppLink to="/setup">Connect your own school</AppLink>}
      </p>
    );
  }
  // While the service does not answer, the banner says so, and nothing more is loading.
  return isFilling && !isOut(connection) && connection.outage?.isShown !== true ? <Filling /> : null;
}

function Filling() {
  const { data } = useQuery(stateQuery);
  const filled = data ? fillText(data.value.replica) : null;
  if (!filled) return null;
  return (
    <p className={style['welcome']} role="status">
      {filled.text} <Progress label={filled.text} value={filled.share} max={1} />
      <AppLink to="/setup?section=diagnostics" isAlone>
        Details
      </AppLink>
    </p>
  );
}
