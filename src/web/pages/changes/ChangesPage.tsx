import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import type { Config } from '#contract/gateway/config.ts';
import { type LogKind, logKinds, defaultLogEntries } from '#contract/gateway/log.ts';
import { operations } from '#contract/operations.ts';
import { failureWords } from '#domain/answers/failures.ts';
import { searchSentence } from '#domain/lists/sentences.ts';
import { kindWords } from '#domain/log/words.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { dayText } from '#domain/time/clock.ts';
import { dayOf, type Instant } from '#domain/time/time.ts';
import { noteExport } from '#web/data/gateway/gateway.ts';
import { listQuery, recordsOf } from '#web/data/api.ts';
import { lastLook, logEntriesOf, logQuery, useLastLook, useLog } from '#web/data/log.ts';
import { usePeopleNames } from '#web/data/reservations.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { Choices, Select } from '#web/components/controls/controls.tsx';
import { DateSwitch } from '#web/components/controls/DateSwitch.tsx';
import { TextFilter } from '#web/components/controls/FilterBar.tsx';
import { Menu } from '#web/components/controls/overlays.tsx';
import { Tools, ToolSearch } from '#web/components/controls/Tools.tsx';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { useKnowledge } from '#web/components/page/connection.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useSchool } from '#web/components/page/school.tsx';
import { useUrlChoice, useUrlDay, useUrlSet, useUrlText } from '#web/components/page/urlState.ts';
import { useWrongAddress } from '#web/components/page/wrongAddress.ts';
import { ClearButton } from '#web/components/panel/None.tsx';
import { PageHeader } from '#web/components/panel/PageHeader.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import { usePaperTitle } from '#web/components/panel/paperTitle.ts';
import { saveStream, useSaving } from '#web/components/panel/saveText.ts';
import {
  defaultPeriod,
  filtersUsed,
  kindGroups,
  logCsv,
  logPeriods,
  periodOptions,
  questionOf,
  shownLog,
  writtenChoice,
} from './changesModel.ts';
import { LogList } from './LogList.tsx';
import style from './changes.module.css';
import { counted, inOrder, numberText } from '#domain/words.ts';

/** Loads what the address asks for before the page is drawn. Never rejects. */
export async function readFirst(client: QueryClient, school: Config, now: Instant): Promise<void> {
  const { timeZone: zone, shiftStarts: starts } = school;
  const choice = writtenChoice(new URLSearchParams(location.search), dayOf(now, zone));
  const question = questionOf(choice, { now, zone, starts, lookedAt: lastLook(school) ?? now });
  await client.infiniteQuery(logQuery({ ...question, limit: defaultLogEntries })).catch(() => undefined);
}

/** What happened at the school, newest first, as the gateway noticed it. It costs no calls to the service. */
export function ChangesPage() {
  const school = useSchool();
  const clock = useClock();
  const now = useMinute();
  const isPhone = useMediaQuery('(max-width: 700px)');
  const zone = school.timeZone;
  const today = dayOf(now, zone);
  const choice = useLogChoice(today);
  const { lookedAt, see } = useLastLook(school);
  const moment = { now, zone, starts: school.shiftStarts, lookedAt };
  const question = questionOf(choice.value, moment);
  const found = useLog({ ...question, limit: defaultLogEntries });
  const { log } = found;
  const until = useHeld(log?.entries[0]?.seq ?? null);
  const known = useKnowledge(found.reading);
  const shown = log && shownLog(log, { choice: choice.value, moment, clock, until: until.seq, known });
  const periods = periodOptions(moment, clock);
  const title = useLogTitle(choice.value, periods);
  const markAsSeen = (
    <Button disabled={found.isPending || !shown?.news} onClick={() => log && see(log)}>
      Mark as seen
    </Button>
  );
  return (
    <>
      <PageHeader title="Changes">
        <Choices label="Period" value={choice.value.period} options={periods} onChange={choice.period.set} />
        {choice.value.period === 'day' && <DateSwitch day={choice.value.day} today={today} onChange={choice.day.set} />}
        {!isPhone && markAsSeen}
      </PageHeader>
      <Panel
        title={title}
        count={found.isPending ? '…' : shown?.count}
        reading={found.reading}
        onRetry={found.retry}
        tools={
          <LogTools choice={choice} question={question} total={found.isPending ? 0 : (log?.total ?? 0)}>
            {isPhone && markAsSeen}
          </LogTools>
        }
        empty={found.isPending ? null : (shown?.empty ?? null)}
        afterEmpty={<ClearButton names={narrowedBy} />}
        footer={<p className={style['began']}>{shown?.began}</p>}
      >
        {shown && (
          <>
            {shown.held > 0 && (
              <div className={style['held']}>
                <Button onClick={until.release}>{shown.held} new</Button>
              </div>
            )}
            <LogList days={shown.days} lookedAt={lookedAt} isPending={found.isPending} />
            <Older older={found.older} shown={shown.shown} />
          </>
        )}
      </Panel>
    </>
  );
}

/** The filters besides the period. */
const narrowedBy = ['q', 'kind', 'aircraft', 'person'];

type Choice = ReturnType<typeof useLogChoice>;

/** What is shown; all of it is in the address. */
function useLogChoice(today: string) {
  const search = useUrlText('q');
  const kinds = useUrlSet('kind', logKinds);
  const aircraft = useUrlText('aircraft');
  const person = useUrlText('person');
  const period = useUrlChoice('period', logPeriods, defaultPeriod);
  const day = useUrlDay('date', today);
  useWrongAddress(kinds.problem);
  const value = {
    period: period.value,
    day: day.value,
    kinds: kinds.value,
    aircraft: aircraft.value,
    person: person.value,
    search: search.value,
  };
  return { value, kinds, aircraft, person, period, day };
}

/** Pixels from the top within which the newest entries are in view. */
const top = 60;

/**
 * New entries push the content down: fine at the top of the page, but not while someone reads further down. `seq` is the
 * number of the newest entry to draw until then; null for all.
 */
function useHeld(newest: number | null) {
  const [seq, setSeq] = useState<number | null>(null);
  useEffect(() => {
    const look = () => setSeq((held) => (window.scrollY < top ? null : (held ?? newest)));
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [newest]);
  const release = () => {
    setSeq(null);
    window.scrollTo({ top: 0 });
  };
  return { seq, release };
}

type FileProps = { question: ReturnType<typeof questionOf>; total: number };
type LogToolsProps = FileProps & { choice: Choice; children: ReactNode };

function LogTools({ choice, question, total, children }: LogToolsProps) {
  const { kinds, aircraft, person, value } = choice;
  return (
    <Tools used={filtersUsed(value)} search={<ToolSearch label="Search the log" placeholder="Tail, name or words" />}>
      <KindChoice kinds={kinds} />
      <AircraftChoice aircraft={aircraft} />
      <PersonChoice person={person} />
      <LogFile question={question} total={total} />
      {children}
    </Tools>
  );
}

/** Several kinds at once. */
function KindChoice({ kinds }: Pick<Choice, 'kinds'>) {
  const { value: chosen } = kinds;
  return (
    <Menu
      label={kindsLabel(chosen)}
      choices={kindGroups.flatMap(({ name, kinds: members }) =>
        members.map((kind) => ({
          id: kind,
          label: kindWords[kind],
          group: name,
          isOn: chosen.includes(kind),
          onChoose: () => kinds.toggle(kind),
        })),
      )}
    />
  );
}

/** `Kind`, `Kind: moved`, `Kind: 3`. */
function kindsLabel(kinds: readonly LogKind[]): string {
  const [first, ...others] = kinds;
  if (first === undefined) return 'Kind';
  return `Kind: ${others.length === 0 ? kindWords[first].toLowerCase() : kinds.length}`;
}

type UrlText = ReturnType<typeof useUrlText>;

function AircraftChoice({ aircraft }: { aircraft: UrlText }) {
  const options = useTails(aircraft.value);
  return <Select label="Aircraft" value={idKey(aircraft.value)} options={options} onChange={aircraft.set} />;
}

/** Any aircraft, each by its tail number, and the one in the address. */
function useTails(chosen: string) {
  const fleet = useQuery({ ...listQuery(useSchool(), 'listAircraft', {}), select: recordsOf }).data;
  return useMemo(() => {
    const known = (fleet ?? [])
      .map(({ aircraftId, tailNumber }) => ({ value: idKey(aircraftId), label: tailNumber ?? 'No tail number' }))
      .toSorted((a, b) => inOrder.compare(a.label, b.label));
    const id = idKey(chosen);
    const other = id !== '' && !known.some(({ value }) => value === id) ? [{ value: id, label: id }] : [];
    return [{ value: '', label: 'any' }, ...known, ...other];
  }, [fleet, chosen]);
}

/** The title on paper names the filters. */
function useLogTitle({ period, day, kinds, aircraft, person, search }: Choice['value'], periods: Periods): string {
  const tail = useTails(aircraft).find(({ value }) => value === idKey(aircraft))?.label;
  const name = usePeopleNames().get(person) ?? person;
  return usePaperTitle('Log', [
    period === 'day' ? dayText(day) : (periods.find(({ value }) => value === period)?.label ?? null),
    kinds.map((kind) => kindWords[kind].toLowerCase()).join(' or '),
    aircraft !== '' && (tail ?? aircraft),
    name,
    searchSentence(search),
  ]);
}

type Periods = ReturnType<typeof periodOptions>;

const personField = operations.listReservations.filters.find(({ name }) => name === 'userId');

function PersonChoice({ person }: { person: UrlText }) {
  const names = usePeopleNames();
  if (!personField) return null;
  return (
    <TextFilter
      field={personField}
      filter={person.value === '' ? null : { operator: 'eq', values: [person.value] }}
      names={names}
      onChange={(filter) => person.set(filter?.values[0] ?? '')}
    />
  );
}

/** All matching entries as a file, however many there are. */
function LogFile({ question, total }: FileProps) {
  const clock = useClock();
  const today = dayOf(useMinute(), clock.zone);
  const { message, save, cancel } = useSaving();
  const write = () =>
    save(counted(total, 'entry', 'entries'), ({ signal, tell }) => {
      const showProgress = (count: number) =>
        tell(`Saving ${numberText(count)} of ${counted(total, 'entry', 'entries')} …`);
      return saveStream(
        `changes-${today}.csv`,
        'text/csv',
        logCsv(logEntriesOf(question, signal), clock, showProgress),
        signal,
        noteExport,
      );
    });
  return (
    <span className={style['file']}>
      {cancel ? (
        <Button onClick={cancel}>Cancel CSV</Button>
      ) : (
        <Button disabled={total === 0} onClick={write}>
          CSV ({numberText(total)})
        </Button>
      )}
      <span role="status">{message}</span>
    </span>
  );
}

type OlderProps = { older: ReturnType<typeof useLog>['older']; shown: string | null };

function Older({ older: { load, isLoading, failure }, shown }: OlderProps) {
  const clock = useClock();
  if (load === null) return null;
  return (
    <div className={style['older']}>
      <span role="status">{failure ? `${failureWords(failure, clock).title}.` : shown}</span>
      <Button disabled={isLoading} onClick={load}>
        {isLoading ? 'Loading…' : 'Show older'}
      </Button>
    </div>
  );
}
