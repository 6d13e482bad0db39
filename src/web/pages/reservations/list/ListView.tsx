import { Fold, useUrlFold } from '#web/components/controls/Fold.tsx';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { type ReactNode, useMemo } from 'react';
import type { NoneText } from '#domain/answers/known.ts';
import { clearFilters } from '#domain/lists/listState.ts';
import type { SentenceWords } from '#domain/lists/sentences.ts';
import { endedBefore, spanFilters } from '#domain/reservations/reservationSpans.ts';
import type { LateList } from '#domain/schedule/late.ts';
import { dayOf, type Day, type Instant } from '#domain/time/time.ts';
import { useDispatchChecks } from '#web/data/fitness.ts';
import { useReservationPage } from '#web/data/lists.ts';
import { usePeopleNames, useScheduleNow } from '#web/data/reservations.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { FilterBar, FilterSentences } from '#web/components/controls/FilterBar.tsx';
import { useKnowledge } from '#web/components/page/connection.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useLocationChoice, useSchool } from '#web/components/page/school.tsx';
import { type ListControls, useListState } from '#web/components/page/urlList.ts';
import { None } from '#web/components/panel/None.tsx';
import { Notices } from '#web/components/panel/Notices.tsx';
import { KeptFocus } from '#web/components/page/KeptFocus.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import { ApiDetails, QueryLine } from '#web/components/panel/QueryShown.tsx';
import { ReservationRows } from '#web/components/reservation/ReservationTable.tsx';
import { SpanChoices, useHeldNote, useMeanwhileText } from '#web/components/reservation/SpanChoices.tsx';
import { Pager } from '#web/components/table/Pager.tsx';
import style from './ListView.module.css';
import { lateMarks } from '#web/pages/reservations/attention/model.ts';
import { listStart, shownList } from './model.ts';
import { counted, numberText } from '#domain/words.ts';
import { useUrlChoice } from '#web/components/page/urlState.ts';

/**
 * Reservations as the API gives them: with its filters, pages and order. Without filters in the address it starts on `day`,
 * because the first page of everything is years old; today it starts now, and what ended earlier is one press away.
 */
export function ListView({ day, late }: { day: Day; late: LateList | null }) {
  const school = useSchool();
  const now = useMinute();
  const today = dayOf(now, school.timeZone);
  const isWide = useMediaQuery('(min-width: 1160px)');
  const past = useUrlChoice('past', ['hidden', 'shown'], 'hidden');
  const soon = day === today ? listStart(now) : undefined;
  const from = past.value === 'shown' ? undefined : soon;
  const defaults = useMemo(() => {
    const zone = { name: school.timeZone, zoneless: school.zonelessTimes };
    return spanFilters({ day, zone, ahead: school.copyDays.ahead, from }).weeks;
  }, [day, school, from]);
  const list = useListState('listReservations', 50, defaults);
  const page = useReservationPage(school, list, now);
  const { count, reservations, notes, scope, empty } = shownList({
    ...page,
    unreadable: page.setAside.length,
    meanwhile: useMeanwhileText(page.meanwhile),
    narrowing: useLocationChoice(),
    known: useKnowledge(page.reading),
    filters: list.query.filters ?? {},
  });
  const clock = useClock();
  const marks = useMemo(() => late && lateMarks(late, { now, clock }), [late, now, clock]);
  const { checks } = useDispatchChecks(school, page.meanwhile?.reservations ?? page.reservations, {
    now,
    clock,
  });
  const heldNote = useHeldNote(list);
  const words = { year: today.slice(0, 4), names: { userId: usePeopleNames() } };
  return (
    <div className={style['list']}>
      <Panel
        title="Reservations"
        shape="table"
        count={count}
        reading={page.reading}
        onRetry={page.retry}
        tools={<FilterBar list={list} names={words.names} />}
      >
        <Asking list={list} day={day} from={from} words={words}>
          {soon !== undefined && <EarlierToday list={list} day={day} from={soon} past={past} now={now} />}
        </Asking>
        {heldNote && <p className={style['scope']}>{heldNote}</p>}
        <Notices notes={notes} scope={scope} setAside={[{ what: 'reservation', records: page.setAside }]} />
        {empty === null ? (
          <ReservationRows
            caption="Reservations, in original order"
            reservations={reservations}
            year={words.year}
            checks={checks ?? 'not known yet'}
            late={marks}
            isCards={!isWide}
          />
        ) : (
          <NoRows empty={empty} list={list} />
        )}
        {page.meanwhile === null && page.totalItems > 0 && (
          <Pager list={list} page={page.page} totalItems={page.totalItems} />
        )}
        <ApiDetails name="list">
          {page.scope && <p>{page.scope}</p>}
          <QueryLine id="listReservations" query={page.query} words={words} />
        </ApiDetails>
      </Panel>
    </div>
  );
}

type EarlierProps = {
  list: ListControls;
  day: Day;
  from: Instant;
  past: { value: 'hidden' | 'shown'; set: (value: 'hidden' | 'shown') => void };
  now: Instant;
};

/** Shows what ended earlier today, with its number where no other filter applies; nothing while other times are chosen. */
function EarlierToday({ list, day, from, past, now }: EarlierProps) {
  const school = useSchool();
  const { schedule } = useScheduleNow(school, now);
  const { chosen } = useLocationChoice();
  const filters = list.query.filters ?? {};
  const isUsual = (name: string) => filters[name] === list.default[name];
  if (!isUsual('startTime') || !isUsual('endTime')) return null;
  const isPlain = chosen === null && Object.keys(filters).every(isUsual);
  const zone = { name: school.timeZone, zoneless: school.zonelessTimes };
  const ended = schedule && endedBefore(schedule.reservations, { day, zone, ahead: school.copyDays.ahead, from });
  const change = () => {
    past.set(past.value === 'shown' ? 'hidden' : 'shown');
    list.change({ offset: null });
  };
  return (
    <Button isPressed={past.value === 'shown'} onClick={change}>
      {isPlain && ended !== null ? `${numberText(ended)} earlier today` : 'Earlier today'}
    </Button>
  );
}

type AskingProps = {
  list: ListControls;
  day: Day;
  from: Instant | undefined;
  words: SentenceWords;
  children: ReactNode;
};

/** The usual periods, and the filters in words; on a phone the words are folded. */
function Asking({ list, day, from, words, children }: AskingProps) {
  const isPhone = useMediaQuery('(max-width: 700px)');
  const fold = useUrlFold('words');
  const filterCount = Object.keys(list.query.filters ?? {}).length;
  const sentences = <FilterSentences list={list} words={words} />;
  return (
    <div className={style['asking']}>
      <KeptFocus>
        <SpanChoices list={list} day={day} from={from} />
        {children}
        {isPhone ? (
          <Fold summary={`${counted(filterCount, 'filter')} in words`} {...fold}>
            {sentences}
          </Fold>
        ) : (
          sentences
        )}
      </KeptFocus>
    </div>
  );
}

/** With a button to remove filters that match nothing. */
function NoRows({ empty, list }: { empty: NoneText; list: ListControls }) {
  const cleared = clearFilters(list.operation, list.query.filters ?? {}, list.default);
  return (
    <None of={empty} className={style['none']}>
      {cleared && (
        <>
          {' '}
          <Button onClick={() => list.change(cleared)}>Clear</Button>
        </>
      )}
    </None>
  );
}
