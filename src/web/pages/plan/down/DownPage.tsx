import { useMemo, useState } from 'react';
import { type DownPlan, planDown } from '#domain/planning/down.ts';
import { departureText, planSummary, planText, proofText } from '#domain/planning/downText.ts';
import type { PlanningIndex } from '#domain/planning/planningIndex.ts';
import { checksAfter, movedTo } from '#domain/planning/trial.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { whoText } from '#domain/reservations/reservationTitles.ts';
import { aircraftLink, reservationLink } from '#domain/reservations/links.ts';
import { whenText } from '#domain/time/clock.ts';
import { dayOf } from '#domain/time/time.ts';
import { counted } from '#domain/words.ts';
import { useContacts, usePlanning } from '#web/data/planning/planning.ts';
import { useRefresh } from '#web/data/policy.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { Select } from '#web/components/controls/controls.tsx';
import { DateField, TimeField } from '#web/components/controls/DateField.tsx';
import { Check } from '#web/components/controls/fields.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useSchool } from '#web/components/page/school.tsx';
import { useUrlChoice, useUrlText } from '#web/components/page/urlState.ts';
import { useWrongAddress } from '#web/components/page/wrongAddress.ts';
import { Notices } from '#web/components/panel/Notices.tsx';
import { Panel, PlainPanel } from '#web/components/panel/Panel.tsx';
import { TakeAlong, ToolPage } from '#web/pages/plan/parts.tsx';
import style from '#web/pages/plan/plan.module.css';
import { aircraftChoices, groundedText, planNotes, readUntil, untilText, usualUntil } from './downModel.ts';
import { CallTable, type DownGiven, MoveTable, planCsv } from './DownTables.tsx';

export { readPlanning as readFirst } from '#web/data/planning/planning.ts';

/** An aircraft that cannot fly: where its reservations go, and whom to call. */
export function DownPage() {
  const state = useDownState();
  const { planning, aircraftId, plan, tail } = state;
  const refresh = useRefresh();
  const retry = () => refresh(...planning.queryKeys);
  return (
    <ToolPage
      title={tail === null ? 'Move reservations' : `Move reservations: ${tail}`}
      readings={[planning.reading, ...planning.beside]}
    >
      <Panel
        title="Plan"
        reading={planning.reading}
        beside={planning.beside}
        onRetry={retry}
        tools={<DownTools state={state} />}
      >
        {planning.index && !aircraftId && <p className={style['none']}>Choose the aircraft that cannot fly.</p>}
        {planning.index && aircraftId && tail === null && (
          <p className={style['none']}>The service lists no aircraft with the ID {aircraftId}.</p>
        )}
        {!planning.index && <p className={style['none']}>The reservations are not loaded yet.</p>}
        {planning.index && plan && tail !== null && <PlanHead state={state} plan={plan} index={planning.index} />}
      </Panel>
      {planning.index && plan && plan.moves.length > 0 && tail !== null && (
        <PlanLists state={state} plan={plan} index={planning.index} tail={tail} />
      )}
    </ToolPage>
  );
}

/** The question in the address, and the plan that answers it. */
function useDownState() {
  const school = useSchool();
  const clock = useClock();
  const now = useMinute();
  const planning = usePlanning(school, now, clock);
  const { index } = planning;
  const aircraft = useUrlText('aircraft');
  const until = useUrlText('until');
  const elsewhere = useUrlChoice('elsewhere', ['no', 'yes'], 'no');
  const aircraftId = aircraft.value === '' ? null : idKey(aircraft.value);
  const usual = aircraftId === null ? now : usualUntil(aircraftId, index, now, school.timeZone);
  const back = readUntil(until.value, usual, now, school.timeZone);
  useWrongAddress(back.problem);
  const isPlaceFree = elsewhere.value === 'yes';
  const plan = useMemo(
    () => (index && aircraftId !== null ? planDown({ aircraftId, until: back.at, isPlaceFree }, index) : null),
    [index, aircraftId, back.at, isPlaceFree],
  );
  const listed = index?.fleet.find((candidate) => idKey(candidate.aircraftId) === aircraftId);
  const tail = listed ? (listed.tailNumber ?? 'no tail number') : null;
  const { isShort, until: covered } = planning;
  const coveredText = whenText(covered, now, clock);
  const notes = index ? planNotes(index, { until: back.at, covered, isShort, coveredText }) : [];
  return { planning, aircraft, until, elsewhere, aircraftId, back, plan, tail, notes, now, clock };
}
type DownState = ReturnType<typeof useDownState>;

function DownTools({
  state: { planning, aircraft, until, elsewhere, aircraftId, back, now, clock },
}: {
  state: DownState;
}) {
  const choices = useMemo(() => (planning.index ? aircraftChoices(planning.index) : []), [planning.index]);
  const none = { value: '', label: 'Choose an aircraft' };
  return (
    <div className={style['fields']}>
      <Select
        label="Aircraft"
        width={312}
        value={aircraftId ?? ''}
        options={[none, ...choices]}
        onChange={(id) => {
          aircraft.set(id);
          until.set('');
        }}
      />
      <DateField
        label="Back on"
        value={back.day}
        today={dayOf(now, clock.zone)}
        onChange={(day) => until.set(untilText(day, back.time))}
      />
      <TimeField label="at" value={back.time} onChange={(time) => until.set(untilText(back.day, time.slice(0, 5)))} />
      <Check
        label="Also aircraft at other locations"
        isOn={elsewhere.value === 'yes'}
        onChange={(isOn) => elsewhere.set(isOn ? 'yes' : 'no')}
      />
    </div>
  );
}

type PlanProps = { state: DownState; plan: DownPlan; index: PlanningIndex };

/** The result of the plan, its basis, and what is not known. */
function PlanHead({ state: { aircraftId, back, notes, planning, tail, now, clock }, plan, index }: PlanProps) {
  const against = aircraftId === null ? null : groundedText(aircraftId, index);
  return (
    <div className={style['head']}>
      <p className={style['summary']}>{planSummary(plan)}</p>
      <p className={style['quiet']}>
        {aircraftId !== null && <AppLink to={aircraftLink(aircraftId)}>{tail}</AppLink>}
        {`, down until ${whenText(back.at, now, clock)}. `}
        {against === null ? 'No findings.' : `${against}.`}{' '}
        {`${counted(plan.likeCount, 'other aircraft', 'other aircraft')} of its model, or of its category and class.`}
      </p>
      <Notices notes={[...notes, proofText(plan)]} setAside={planning.setAside} />
      {plan.underWay.map((reservation) => (
        <p key={reservation.key}>
          <StateMark shape="dot" tone="accent">
            Under way, not moved:
          </StateMark>{' '}
          <AppLink to={reservationLink(reservation, clock.zone)}>{departureText(reservation, clock)}</AppLink>{' '}
          {whoText(reservation)}
        </p>
      ))}
      <p className={style['quiet']}>
        Each move keeps time, people and location and displaces nobody; its check stands beside it. Hours as booked, for
        two days or until the next shop visit.
      </p>
    </div>
  );
}

/** The moves, and whom to call where there is no other aircraft. */
function PlanLists({
  state: { aircraftId, back, notes, now, clock },
  plan,
  index,
  tail,
}: PlanProps & { tail: string }) {
  const [contactsFor, setContactsFor] = useState<string | null>(null);
  const moves = useMemo(() => plan.moves.filter(({ to }) => to !== null), [plan]);
  const calls = useMemo(() => plan.moves.filter(({ to }) => to === null), [plan]);
  const checks = useMemo(
    () =>
      checksAfter(
        plan.moves.flatMap(({ reservation, to }) => (to ? [movedTo(reservation, to.room.aircraft)] : [])),
        index,
      ),
    [plan, index],
  );
  const showsContacts = contactsFor === aircraftId;
  const contacts = useContacts(
    useMemo(() => calls.map(({ reservation }) => reservation.key), [calls]),
    showsContacts,
  );
  const { value: ticks, set: setTicks } = useUrlText('called');
  const given = useMemo((): DownGiven => {
    const called = ticks.split(',').filter(Boolean);
    const onCalled = (key: string, isCalled: boolean) =>
      setTicks([...called.filter((one) => one !== key), ...(isCalled ? [key] : [])].join(','));
    return { clock, checks, contacts, called, onCalled };
  }, [clock, checks, contacts, ticks, setTicks]);
  const phones = new Map(
    Array.from(contacts, ([key, one]) => [
      key,
      typeof one === 'string'
        ? ''
        : one.people.flatMap(({ name, phone }) => (phone ? `${name} ${phone}` : [])).join(', '),
    ]),
  );
  const text = planText({ tail, until: back.at, plan, checks, notes, phones, now, clock });
  return (
    <>
      {moves.length > 0 && (
        <PlainPanel title="Move" count={counted(moves.length, 'reservation')}>
          <MoveTable moves={moves} given={given} />
        </PlainPanel>
      )}
      {calls.length > 0 && (
        <PlainPanel title="Call" count={`${counted(calls.length, 'reservation')} without an aircraft`}>
          <p className={style['ask']}>
            <Button isPressed={showsContacts} onClick={() => setContactsFor(showsContacts ? null : aircraftId)}>
              Show telephone numbers
            </Button>
          </p>
          <div className={style['calls']}>
            <CallTable moves={calls} given={given} />
          </div>
        </PlainPanel>
      )}
      <TakeAlong
        file={`${tail}-down.csv`}
        csv={() => planCsv(plan.moves, given)}
        label="Copy plan as text"
        text={text}
      />
    </>
  );
}
