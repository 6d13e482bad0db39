import { type FormEvent, useMemo, useState } from 'react';
import { instructorName } from '#domain/duty/duties.ts';
import { readRequest, vocabularyOf } from '#domain/planning/requestWords.ts';
import { classesIn } from '#domain/planning/candidates.ts';
import { findFlights, type Found } from '#domain/planning/finder.ts';
import {
  foundSummary,
  foundText,
  hasTried,
  offeredCount,
  requestText,
  unofferedText,
} from '#domain/planning/finderText.ts';
import { heatStrip } from '#domain/planning/heat.ts';
import type { PlanningIndex } from '#domain/planning/planningIndex.ts';
import type { DispatchCheck } from '#domain/readiness/check.ts';
import {
  defaultHours,
  type Feature,
  features,
  type FindRequest,
  paramsOf,
  readParams,
  requestParams,
} from '#domain/planning/request.ts';
import { checksAfter, dueBefore, reservationOf } from '#domain/planning/trial.ts';
import { whenText } from '#domain/time/clock.ts';
import { dayOf } from '#domain/time/time.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { capitalized, counted } from '#domain/words.ts';
import { usePlanning } from '#web/data/planning/planning.ts';
import { useRefresh } from '#web/data/policy.ts';
import { usePeopleNames } from '#web/data/reservations.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { Select } from '#web/components/controls/controls.tsx';
import { DateField } from '#web/components/controls/DateField.tsx';
import { Fold } from '#web/components/controls/Fold.tsx';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { Explained } from '#web/components/controls/Explained.tsx';
import { Check, TextField } from '#web/components/controls/fields.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useLocationChoice, useSchool } from '#web/components/page/school.tsx';
import { useUrlParams, useUrlText } from '#web/components/page/urlState.ts';
import { useWrongAddress } from '#web/components/page/wrongAddress.ts';
import { later } from '#web/components/panel/later.tsx';
import { Notices } from '#web/components/panel/Notices.tsx';
import { Panel, PlainPanel } from '#web/components/panel/Panel.tsx';
import { ToolPage } from '#web/pages/plan/parts.tsx';
import style from '#web/pages/plan/plan.module.css';
import {
  classChoices,
  hoursChoices,
  instructorChoices,
  lengthChoices,
  lostPicks,
  modelChoices,
  studentChoices,
  withPick,
} from './findModel.ts';
import type { FoundGiven } from './FoundTable.tsx';
import { HeatStrip } from './HeatStrip.tsx';
import type { History } from './history.ts';
import { WithHistory } from './StudentHistory.tsx';

const FoundTimes = later(async () => (await import('./FoundTable.tsx')).FoundTimes);

export { readPlanning as readFirst } from '#web/data/planning/planning.ts';

/** When an aircraft, an instructor and a student are free together. */
export function FindPage() {
  const state = useFindState();
  const { planning, index, request, words } = state;
  const refresh = useRefresh();
  return (
    <ToolPage title="Finder" readings={[planning.reading, ...planning.beside]}>
      <Panel
        title="Request"
        reading={planning.reading}
        beside={planning.beside}
        onRetry={() => refresh(...planning.queryKeys)}
      >
        {index ? (
          <Request state={state} index={index} />
        ) : (
          <p className={style['none']}>The reservations are not loaded yet.</p>
        )}
      </Panel>
      {index && (
        <WithHistory key={words} student={request.student}>
          {(history) => <Answer state={state} index={index} history={history} />}
        </WithHistory>
      )}
      {index && <Heat index={index} request={request} />}
    </ToolPage>
  );
}

/** The request in the address, and the answer. */
function useFindState() {
  const school = useSchool();
  const clock = useClock();
  const now = useMinute();
  const planning = usePlanning(school, now, clock);
  const { index } = planning;
  const [params, setParams] = useUrlParams(requestParams);
  const { request, problems } = useMemo(() => readParams(params), [params]);
  useWrongAddress(...problems);
  const people = usePeopleNames();
  const change = (changes: Partial<FindRequest>) => void setParams(paramsOf({ ...request, ...changes }));
  const instructor =
    request.instructor.kind === 'one' ? index?.readiness.instructors?.get(idKey(request.instructor.userId)) : undefined;
  const names = {
    student: request.student === null ? null : (people.get(request.student) ?? null),
    instructor: instructor ? instructorName(instructor) : null,
  };
  const isAsked = Object.values(params).some((value) => value !== null);
  return { planning, index, request, isAsked, people, change, words: requestText(request, names), now, clock };
}
type FindState = ReturnType<typeof useFindState>;

type RequestProps = { state: FindState; index: PlanningIndex };

/** On a phone the form is folded once something is asked, so that the times come first. */
function Request({ state, index }: RequestProps) {
  const isPhone = useMediaQuery('(max-width: 700px)');
  const [isOpen, setOpen] = useState(!state.isAsked);
  const fold = () => {
    setOpen(false);
    // The form was longer than the window.
    window.scrollTo(0, 0);
  };
  if (!isPhone) return <RequestForm state={state} index={index} onAsked={null} />;
  return (
    <Fold summary={`${capitalized(state.words)}.`} isAcross isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
      <RequestForm state={state} index={index} onAsked={fold} />
    </Fold>
  );
}

/** `onAsked` folds the form; null where it stays. */
type RequestFormProps = RequestProps & { onAsked: (() => void) | null };

function RequestForm({ state, index, onAsked }: RequestFormProps) {
  const { request, change, people, now, clock } = state;
  const { instructors } = index.readiness.sources;
  const { instructor } = request;
  return (
    <div className={style['form']}>
      <InWords state={state} index={index} onAsked={onAsked} />
      <div className={style['fields']}>
        <Select
          label="Model"
          value={request.model}
          options={modelChoices(index.fleet, request.model)}
          onChange={(model) => change({ model })}
        />
        <Select
          label="Category and class"
          value={request.categoryClass}
          options={classChoices(classesIn(index), request.categoryClass)}
          onChange={(categoryClass) => change({ categoryClass })}
        />
        <Select
          label="Instructor"
          value={instructor.kind === 'one' ? instructor.userId : instructor.kind}
          options={instructorChoices(instructors, instructor)}
          onChange={(value) =>
            change({
              instructor: value === 'any' || value === 'none' ? { kind: value } : { kind: 'one', userId: value },
            })
          }
        />
        <Select
          label="Student"
          value={request.student ?? ''}
          options={studentChoices(people, request.student)}
          onChange={(value) => change({ student: value || null })}
        />
        <Select
          label="Length"
          value={String(request.length)}
          options={lengthChoices(request.length)}
          onChange={(value) => change({ length: Number(value) })}
        />
        <DateField
          label="From"
          value={request.day ?? dayOf(now, clock.zone)}
          today={dayOf(now, clock.zone)}
          onChange={(day) => change({ day: day === dayOf(now, clock.zone) ? null : day })}
        />
        <Hours state={state} />
      </div>
      <Requirements state={state} />
      {onAsked && <Button onClick={onAsked}>Show times</Button>}
    </div>
  );
}

function Requirements({ state: { request, change } }: { state: FindState }) {
  const { instructor } = request;
  return (
    <div className={style['checks']} role="group" aria-label="Other requirements">
      {features.map((feature) => (
        <Check
          key={feature}
          label={featureLabels[feature]}
          isOn={request.features.includes(feature)}
          onChange={(isOn) =>
            change({
              features: features.filter((candidate) =>
                candidate === feature ? isOn : request.features.includes(candidate),
              ),
            })
          }
        />
      ))}
      <Check label="Include night" isOn={request.mayBeNight} onChange={(mayBeNight) => change({ mayBeNight })} />
      {request.student !== null && instructor.kind === 'any' && (
        <Check
          label="Instructors who have taught the student first"
          isOn={request.prefersHistory}
          onChange={(prefersHistory) => change({ prefersHistory })}
        />
      )}
    </div>
  );
}

const featureLabels: Readonly<Record<Feature, string>> = {
  complex: 'Complex',
  'high performance': 'High performance',
  'tail wheel': 'Tail wheel',
  'multi-engine': 'Multi-engine',
  simulator: 'Simulator',
};

function Hours({ state: { request, change } }: { state: FindState }) {
  const value = paramsOf(request).hours ?? '';
  return (
    <Select
      label="Hours"
      value={value}
      options={hoursChoices(request.hours)}
      onChange={(hours) => change({ hours: readParams({ hours }).request.hours })}
    />
  );
}

/** The request in plain words, as in the palette; Enter reads it. */
function InWords({ state: { change, people, now, clock }, index, onAsked }: RequestFormProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const read = (event: FormEvent) => {
    event.preventDefault();
    const vocabulary = vocabularyOf(index.fleet, index.readiness.sources.instructors ?? [], people);
    const { request, unread } = readRequest(text, dayOf(now, clock.zone), vocabulary);
    setProblem(unread.length === 0 ? null : `Not understood: ${unread.join(', ')}`);
    if (text.trim() === '' || unread.length > 0) return;
    change(request);
    onAsked?.();
  };
  return (
    <form className={style['words']} onSubmit={read}>
      <TextField
        label="In words"
        value={text}
        onChange={setText}
        problem={problem}
        width={36}
        input={{ placeholder: '172 2h tomorrow afternoon with Tanaka' }}
      />
      <Button isSubmit>Find</Button>
    </form>
  );
}

type AnswerProps = { state: FindState; index: PlanningIndex; history: History | null };

function Answer({ state: { request, words, planning, now, clock }, index, history }: AnswerProps) {
  const { chosen } = useLocationChoice();
  const place = chosen?.name ?? null;
  const known = history?.known ?? null;
  const found = useMemo(() => findFlights(request, { index, place, history: known }), [index, request, place, known]);
  const picks = useUrlText('at');
  const picked = useMemo(() => picks.value.split(',').filter(Boolean), [picks.value]);
  const { windows } = found;
  useWrongAddress(windows.length === 0 ? null : lostPicks(windows, picked, clock.zone));
  const { set } = picks;
  const given = useMemo((): FoundGiven => {
    const checks = new Map<number, DispatchCheck | null>();
    return {
      clock,
      hours: request.hours ?? defaultHours,
      first: windows[0]?.start ?? now,
      dueOf: (slot) => dueBefore(slot, request, index),
      checkOf: (slot) => {
        const made = checks.get(slot.start);
        if (made !== undefined) return made;
        const proposal = reservationOf(slot, request, index);
        const check = checksAfter([proposal], index).get(proposal.key) ?? null;
        checks.set(slot.start, check);
        return check;
      },
      onPick: (window, start) => set(withPick(window, picked, start, clock.zone).join(',')),
    };
  }, [clock, request, windows, now, index, picked, set]);
  const text = foundText({ words, found, dueOf: given.dueOf, now, clock });
  const notes = found.obstacle === null ? found.notes : [];
  const short = planning.isShort ? `Reservations from ${whenText(planning.until, now, clock)} on are not loaded` : null;
  const undescribed =
    found.undescribed > 0 ? `${found.undescribed} aircraft left out: no reservation describes them` : null;
  return (
    <PlainPanel title="Possible times" count={found.obstacle === null ? counted(windows.length, 'time') : undefined}>
      <div className={style['head']}>
        <p className={style['summary']}>{foundSummary(found, clock)}</p>
        <p className={style['quiet']}>{`${capitalized(words)}.`}</p>
        {found.obstacle === null && hasTried(found) && (
          <p>
            <Offered found={found} />
          </p>
        )}
        {history?.words}
        <Notices notes={[...notes, undescribed, short]} setAside={planning.setAside} />
      </div>
      {windows.length > 0 && <FoundTimes windows={windows} picks={picked} given={given} text={text} />}
    </PlainPanel>
  );
}

/** `4 of 15 aircraft can take it`, with the reasons of the others when it is pressed and on paper. */
function Offered({ found }: { found: Found }) {
  const reasons = unofferedText(found);
  const words = (
    <>
      <b>
        {offeredCount(found)} of {found.aircraftCount}
      </b>{' '}
      aircraft can take it
    </>
  );
  if (reasons === null) return words;
  return (
    <Explained tip={reasons}>
      {words}
      <span className={style['onPaper']}>. {reasons}</span>
    </Explained>
  );
}

/** The aircraft of the request by model, by the rule of the possible times. */
function Heat({ index, request }: { index: PlanningIndex; request: FindRequest }) {
  const { chosen } = useLocationChoice();
  const place = chosen?.name ?? null;
  const rows = useMemo(() => heatStrip(request, { index, place }), [index, request, place]);
  if (rows.length === 0) return null;
  return (
    <PlainPanel title="Free aircraft, two weeks" count={counted(rows.length, 'model')}>
      <HeatStrip rows={rows} />
      <p className={style['foot']}>
        A bar is an hour, 0600 to 2200: the share of the model that can take this flight if it starts in that hour.
        Instructors and students are not looked at. Press a day to search from it.
      </p>
    </PlainPanel>
  );
}
