import { useMemo } from 'react';
import { countText, noneText } from '#domain/answers/known.ts';
import { waitingNote } from '#domain/planning/planningIndex.ts';
import type { Takers } from '#domain/planning/standby.ts';
import type { FreedSlot } from '#domain/planning/standbySlots.ts';
import { unofferedText } from '#domain/planning/standbyText.ts';
import { standbyDays } from '#domain/thresholds.ts';
import { whenText } from '#domain/time/clock.ts';
import { counted } from '#domain/words.ts';
import { usePlanning } from '#web/data/planning/planning.ts';
import { useStandby } from '#web/data/planning/standby.ts';
import { useRefresh } from '#web/data/policy.ts';
import { usePeopleNames } from '#web/data/reservations.ts';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { useKnowledge } from '#web/components/page/connection.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useLocationChoice, useSchool } from '#web/components/page/school.tsx';
import { useUrlText } from '#web/components/page/urlState.ts';
import { useWrongAddress } from '#web/components/page/wrongAddress.ts';
import { later } from '#web/components/panel/later.tsx';
import { Notices } from '#web/components/panel/Notices.tsx';
import { Panel, PlainPanel } from '#web/components/panel/Panel.tsx';
import { ToolPage } from '#web/pages/plan/parts.tsx';
import planStyle from '#web/pages/plan/plan.module.css';
import style from './standby.module.css';
import { SlotList } from './SlotList.tsx';
import { chosenSlot, closedText, slotProblem } from './standbyModel.ts';

const TakersPanel = later(async () => (await import('./TakersPanel.tsx')).TakersPanel);

export { readPlanning as readFirst } from '#web/data/planning/planning.ts';

/** The freed slots of the next days, and who could use one of them. */
export function StandbyPage() {
  const state = useStandbyState();
  const { isAsked, readings } = state;
  // One below the other, the answer comes first once a slot is asked for.
  const isStacked = useMediaQuery('(max-width: 1199px)');
  const slots = <Slots state={state} />;
  const takers = state.closed === null ? <Chosen state={state} /> : <Closed words={state.closed} />;
  return (
    <ToolPage title="Standby" readings={readings}>
      <div className={style['parts']}>
        {isStacked && isAsked ? takers : slots}
        {isStacked && isAsked ? slots : takers}
      </div>
    </ToolPage>
  );
}

/** The answer for the chosen slot; nothing until it is known. */
function Chosen({ state: { standby, chosen, shown, notes, names, now } }: { state: StandbyState }) {
  if (!chosen || !shown || standby.lessonsSince === null) return null;
  return (
    <TakersPanel
      key={chosen.key}
      slot={chosen}
      takers={shown}
      since={standby.lessonsSince}
      notes={notes}
      names={names}
      now={now}
    />
  );
}

/** In place of the answer, why the time that a link asks for is not offered. */
function Closed({ words }: { words: string }) {
  return (
    <PlainPanel title="Who could use it">
      <p className={planStyle['none']}>{words}</p>
    </PlainPanel>
  );
}

const noTakers: ReadonlyMap<string, Takers> = new Map();

/** The slot in the address, the slots of the log, and who could use each. */
function useStandbyState() {
  const school = useSchool();
  const clock = useClock();
  const now = useMinute();
  const planning = usePlanning(school, now, clock);
  const place = useLocationChoice().chosen?.name ?? null;
  const standby = useStandby(school, planning.index, place, now);
  const names = usePeopleNames();
  const asked = useUrlText('slot');
  const { slots, takers, entries } = standby;
  const found = slots?.slots ?? noSlots;
  const chosen = chosenSlot(found, asked.value);
  const given = slots && { ...slots, entries };
  useWrongAddress(given && slotProblem(asked.value, given));
  const takersBySlot = useMemo(
    () => (takers ? new Map(found.map((slot) => [slot.key, takers(slot)])) : noTakers),
    [takers, found],
  );
  const short = planning.isShort ? `Reservations from ${whenText(planning.until, now, clock)} on are not loaded` : null;
  const people = planning.index && !planning.index.readiness.users ? 'Checkouts are not loaded' : null;
  const waiting = planning.index && chosen ? waitingNote(planning.index, chosen) : null;
  return {
    planning,
    standby,
    slots,
    found,
    chosen,
    shown: chosen && takersBySlot.get(chosen.key),
    takersBySlot,
    /** Why the time of the address is not offered. */
    closed: given && closedText(asked.value, given, clock),
    isAsked: asked.value !== '',
    names,
    notes: [short, people, waiting].filter((note) => note !== null),
    readings: [standby.log, planning.reading, ...planning.beside, standby.lessons],
    now,
    clock,
  };
}
type StandbyState = ReturnType<typeof useStandbyState>;

const noSlots: readonly FreedSlot[] = [];

function Slots({ state }: { state: StandbyState }) {
  const { planning, standby, slots, found, chosen, takersBySlot, readings, now, clock } = state;
  const refresh = useRefresh();
  const known = useKnowledge(...readings);
  const left = slots && unofferedText(slots.unoffered);
  const none = `No freed slots in the next ${standbyDays} days.`;
  const empty =
    slots && found.length === 0 ? noneText(known, left === null ? none : `${none} Not offered: ${left}.`) : null;
  const since = standby.changesSince === null ? null : whenText(standby.changesSince, now, clock);
  return (
    <Panel
      title="Freed slots"
      count={countText(known, found.length, counted(found.length, 'slot'))}
      reading={standby.log}
      beside={readings.slice(1)}
      onRetry={() => refresh(...planning.queryKeys, ...standby.queryKeys)}
      empty={empty}
      footer={
        since !== null && <p className={planStyle['foot']}>Reservations cancelled, moved or shortened since {since}.</p>
      }
    >
      {!slots && <p className={planStyle['none']}>The reservations are not loaded yet.</p>}
      {slots && (
        <>
          <SlotList slots={found} chosen={chosen} takers={takersBySlot} now={now} />
          {left !== null && <p className={planStyle['foot']}>Not offered: {left}.</p>}
          <Notices notes={[]} setAside={planning.setAside} />
        </>
      )}
    </Panel>
  );
}
