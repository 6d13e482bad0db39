import { millisecondsInHour } from '#domain/units.ts';
import { useMemo } from 'react';
import { noneText, unanswered } from '#domain/answers/known.ts';
import { factorText } from '#domain/maintenance/factorWords.ts';
import {
  bandWords,
  delaySum,
  dueWords,
  jobText,
  reservationLine,
  shopHoursText,
  takesText,
  visitVerdict,
  weekCounts,
  weekText,
  workText,
} from '#domain/planning/shop/shopText.ts';
import type { BookedVisit, ShopJob } from '#domain/planning/shop/shopJobs.ts';
import { readTimes, timeText, withTime } from '#domain/planning/shop/shopTimes.ts';
import { proposedSlots, shopIndex, type ShopIndex, shopJob, shopWeek } from '#domain/planning/shop/shopWeek.ts';
import { idKey, type TimedReservation } from '#domain/reservations/reservations.ts';
import { aircraftLink, reminderLink, reservationLink } from '#domain/reservations/links.ts';
import { dayText, shownDay } from '#domain/time/clock.ts';
import { counted } from '#domain/words.ts';
import { useMaintenance } from '#web/data/maintenance.ts';
import { useScheduleNow } from '#web/data/reservations.ts';
import { Select } from '#web/components/controls/controls.tsx';
import { Fold, useUrlFold } from '#web/components/controls/Fold.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useKnowledge } from '#web/components/page/connection.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useSchool } from '#web/components/page/school.tsx';
import { useUrlNumber, useUrlText } from '#web/components/page/urlState.ts';
import { useWrongAddress } from '#web/components/page/wrongAddress.ts';
import { Notices } from '#web/components/panel/Notices.tsx';
import { Panel, PlainPanel } from '#web/components/panel/Panel.tsx';
import { csvOf } from '#web/components/table/csv.ts';
import { Figures, TakeAlong, ToolPage } from '#web/pages/plan/parts.tsx';
import style from '#web/pages/plan/plan.module.css';
import { DayTable, DelayTable } from './ShopDays.tsx';
import { ShopBays } from './ShopBays.tsx';
import { WorkTimes } from './WorkTimes.tsx';
import { slotColumns, SlotTable, weekColumns, WeekTable } from './ShopTables.tsx';
import { aircraftChoices, lengthChoices, reminderChoices, shopNotes, visitHours, workChoices } from './shopModel.ts';

export { readMaintenance as readFirst } from '#web/data/maintenance.ts';

/** When an aircraft can be in the shop before its next limit; for the fleet, when the shop does what. */
export function ShopPage() {
  const state = useShopState();
  const { picture, index, aircraftId, tail, job, known, problem } = state;
  useWrongAddress(problem);
  useWrongAddress(state.wrongTimes);
  return (
    <ToolPage
      title={tail === null ? 'Shop planner' : `Shop planner: ${tail}`}
      readings={[picture.reading, ...picture.beside]}
    >
      <Panel
        title={aircraftId === null ? 'Shop week' : 'Work'}
        reading={picture.reading}
        beside={picture.beside}
        onRetry={picture.retry}
        tools={<ShopTools state={state} />}
        empty={emptyOf(state)}
      >
        {index && aircraftId === null && <WeekHead state={state} index={index} />}
        {index && job && <JobHead state={state} job={job} />}
      </Panel>
      {index && aircraftId === null && known.state !== 'not known' && <Week state={state} index={index} />}
      {index && job && <Job state={state} index={index} job={job} />}
    </ToolPage>
  );
}

/** The question in the address, and its answer. */
function useShopState() {
  const school = useSchool();
  const clock = useClock();
  const now = useMinute();
  const near = useScheduleNow(school, now);
  const picture = useMaintenance(school, now, near, { withInactive: false });
  const { items, horizons, schedule, reading, fleetReading, beside, until, setAside, aircraft: fleet } = picture;
  const known = useKnowledge(fleetReading, reading, ...beside);
  const aircraft = useUrlText('aircraft');
  const reminder = useUrlText('reminder');
  const hours = useUrlNumber('hours', null, visitHours);
  const takes = useUrlText('takes');
  const set = useMemo(() => readTimes(takes.value, visitHours), [takes.value]);
  const index = useMemo(
    () =>
      schedule && horizons ? shopIndex({ items, horizons, schedule, now, zone: school.timeZone, until, set }) : null,
    [items, horizons, schedule, now, school.timeZone, until, set],
  );
  const aircraftId = aircraft.value === '' ? null : idKey(aircraft.value);
  const listed = fleet.find((record) => idKey(record.aircraftId) === aircraftId) ?? null;
  const job = useMemo(() => {
    const work = hours.value === null ? null : hours.value * millisecondsInHour;
    return index && aircraftId !== null ? shopJob(index, aircraftId, { item: reminder.value, work }) : null;
  }, [index, aircraftId, reminder.value, hours.value]);
  const at = useMemo(() => ({ now, clock }), [now, clock]);
  const notes = useMemo(
    () => shopNotes(known, setAside.length, items, until, at),
    [known, setAside.length, items, until, at],
  );
  const isUnknown = aircraftId !== null && listed === null && picture.fleet !== null;
  return {
    picture,
    known,
    index,
    aircraft,
    reminder,
    hours,
    set,
    setTime: (name: string, time: number | null) => takes.set(withTime(set, name, time)),
    wrongTimes:
      set.size === takes.value.split(';').filter(Boolean).length
        ? null
        : `“${takes.value}” is not a list of works and hours for takes; what could not be read is ignored.`,
    aircraftId,
    job,
    at,
    notes,
    fleet,
    until,
    tail: listed ? (listed.tailNumber ?? 'no tail number') : null,
    problem: isUnknown ? `No aircraft in service has the ID ${aircraftId}.` : null,
    addressOf: (reservation: TimedReservation) =>
      new URL(reservationLink(reservation, clock.zone), window.location.href).href,
  };
}
type ShopState = ReturnType<typeof useShopState>;

function emptyOf({ index, aircraftId, tail, job, known }: ShopState) {
  if (!index) return noneText(unanswered(known), 'The reservations are not loaded.');
  if (aircraftId === null || job) return null;
  if (tail === null) return noneText(known, 'No aircraft in service has this ID.');
  return noneText(known, 'The records give no limit for the reminders of this aircraft.');
}

function ShopTools({ state: { index, fleet, aircraft, reminder, hours, aircraftId, job } }: { state: ShopState }) {
  const choices = useMemo(() => aircraftChoices(fleet, index), [fleet, index]);
  const reminders = useMemo(
    () => (index && aircraftId !== null ? reminderChoices(index, aircraftId) : []),
    [index, aircraftId],
  );
  return (
    <div className={style['fields']}>
      <Select
        label="Aircraft"
        width={312}
        value={aircraftId ?? ''}
        options={choices}
        onChange={(id) => {
          aircraft.set(id);
          reminder.set('');
        }}
      />
      {job && (
        <>
          <Select label="Work" value={job.item.key} options={reminders} onChange={reminder.set} />
          <Select
            label="Time in the shop"
            value={hours.value === null ? '' : String(hours.value)}
            options={lengthChoices(job.takes ? timeText(job.takes) : 'usual time', hours.value)}
            onChange={(text) => hours.set(text === '' ? null : Number(text))}
          />
        </>
      )}
    </div>
  );
}

/** Warnings of what has not been read, and what cannot be known. */
function Unknown({ state: { known, notes } }: { state: ShopState }) {
  const others = notes.slice(known.lacks.length);
  return (
    <>
      <Notices notes={known.lacks} />
      <p className={style['quiet']}>{others.join('. ')}.</p>
    </>
  );
}

type WeekProps = { state: ShopState; index: ShopIndex };

function useWeek({ fleet }: ShopState, index: ShopIndex) {
  return useMemo(() => shopWeek(index, fleet), [index, fleet]);
}

function WeekHead({ state, index }: WeekProps) {
  const week = useWeek(state, index);
  const counts = weekCounts(week);
  const hoursFold = useUrlFold('hours-by-day');
  const outsideFold = useUrlFold('outside');
  const { outside } = week.plan;
  return (
    <>
      <div className={style['head']}>
        <Figures
          of={[
            { count: counts.due, label: `due by ${dayText(shownDay(state.until - 1, state.at.clock))}` },
            { count: counts.booked, label: 'booked in time' },
            ...(counts.without > 0
              ? [{ count: counts.without, label: 'without room before the limit', tone: 'expired' as const }]
              : []),
            ...(counts.beyond > 0
              ? [{ count: counts.beyond, label: 'booked without a bay', tone: 'expired' as const }]
              : []),
          ]}
        />
      </div>
      <ShopBays week={week} at={state.at} />
      <div className={style['head']}>
        <p className={style['quiet']}>
          {shopHoursText()}. Each aircraft gets the time before its limit that displaces the fewest booked hours.
        </p>
        <Unknown state={state} />
        <Fold summary="Hours by day" isHeading {...hoursFold}>
          <DayTable rows={week.days} at={state.at} />
        </Fold>
        {outside.length > 0 && (
          <Fold summary={`${outside.length} booked outside shop hours`} isHeading {...outsideFold}>
            <p className={style['lines']}>
              {outside.map((reservation) => (
                <AppLink key={reservation.key} to={reservationLink(reservation, state.at.clock.zone)}>
                  {reservationLine(reservation, state.at.clock)}
                </AppLink>
              ))}
            </p>
          </Fold>
        )}
        <WorkTimes works={workChoices(week, index, state.set)} onChange={state.setTime} />
      </div>
    </>
  );
}

function Week({ state, index }: WeekProps) {
  const week = useWeek(state, index);
  const { at, notes, until, addressOf } = state;
  if (week.lines.length === 0) return null;
  return (
    <>
      <PlainPanel title="Proposed order" count={counted(week.lines.length, 'aircraft', 'aircraft')}>
        <WeekTable lines={week.lines} at={at} />
      </PlainPanel>
      <TakeAlong
        file="shop-week.csv"
        csv={() => csvOf(weekColumns, week.lines, at)}
        label="Copy as text"
        text={weekText(week, until, { ...at, notes, addressOf })}
      />
    </>
  );
}

type JobProps = { state: ShopState; job: ShopJob };

/** What is due, what belongs in the same visit, and whether a booked visit is in time. */
function JobHead({ state, job }: JobProps) {
  const { at } = state;
  const { aircraftId } = job.aircraft;
  const band = bandWords(job, at);
  return (
    <div className={style['head']}>
      <p className={style['summary']}>{workText(job)}</p>
      <p>{takesText(job)}</p>
      <p>
        {dueWords(job, at)}
        {band && <span className={style['quiet']}> ({band})</span>}
      </p>
      <ul className={style['verdicts']} aria-label="Booked shop visits">
        {job.visits.map((visit) => (
          <li key={visit.reservation.key}>
            <VisitMark visit={visit} job={job} at={at} />
          </li>
        ))}
        {job.visits.length === 0 && <li>No shop visit is booked in the days that are known.</li>}
      </ul>
      <p className={style['quiet']}>
        {factorText(job.horizon.factor)} <AppLink to={aircraftLink(aircraftId)}>Aircraft</AppLink>,{' '}
        <AppLink to={reminderLink(job.item.key)}>reminder</AppLink>,{' '}
        <AppLink to="/plan/hours">booked and flown hours</AppLink>
      </p>
      <Unknown state={state} />
    </div>
  );
}

function VisitMark({ visit, job, at }: { visit: BookedVisit; job: ShopJob; at: ShopState['at'] }) {
  const text = visitVerdict(visit, job, at);
  if (visit === job.planned)
    return (
      <StateMark shape="check" tone="ok">
        {text}
      </StateMark>
    );
  return (
    <StateMark shape={visit.isPlanned ? 'triangle' : 'wrench'} tone={visit.isPlanned ? 'warning' : 'shop'}>
      {text}
    </StateMark>
  );
}

function Job({ state: { at, notes, tail, addressOf }, index, job }: JobProps & { index: ShopIndex }) {
  const slots = useMemo(() => proposedSlots(job, index), [job, index]);
  const given = useMemo(() => ({ ...at, job }), [at, job]);
  const isPast = job.due.at <= at.now;
  const title = isPast ? 'Times in the shop' : 'Times before the limit';
  const delays = useMemo(() => job.delays.filter(({ reservations }) => reservations.length > 0), [job]);
  return (
    <>
      <PlainPanel title={title} count={counted(slots.length, 'time')}>
        {slots.length === 0 && (
          <p className={style['none']}>
            The shop has no time for this {isPast ? 'in the days that are known' : 'before the limit'}: each would
            overlap a visit, need another bay, or end after the days that are known.
          </p>
        )}
        {slots.length > 0 && <SlotTable rows={slots} given={given} />}
      </PlainPanel>
      <PlainPanel title="Each day without the work" count={delaySum(job.delays)}>
        {delays.length === 0 && <p className={style['none']}>Nothing is booked after the limit.</p>}
        {delays.length > 0 && <DelayTable rows={delays} at={at} />}
      </PlainPanel>
      <TakeAlong
        file={`${tail ?? 'aircraft'}-shop.csv`}
        csv={() => csvOf(slotColumns, slots, given)}
        label="Copy as text"
        text={jobText(job, slots, { ...at, notes, addressOf })}
      />
    </>
  );
}
