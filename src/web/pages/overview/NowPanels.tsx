import type { ReactNode } from 'react';
import type { LogEntry } from '#contract/gateway/log.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { entryLink, entryWords } from '#domain/log/words.ts';
import { type Clock, clockText } from '#domain/time/clock.ts';
import { type GroupCounters, groupWord } from '#domain/readiness/fleetLists.ts';
import { groupLook } from '#web/components/aircraft/AircraftMarks.tsx';
import { TailNumber } from '#web/components/aircraft/TailNumber.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useClock } from '#web/components/page/school.tsx';
import { LogMark } from '#web/components/records/LogMark.tsx';
import { None } from '#web/components/panel/None.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import { CheckMark } from '#web/components/reservation/CheckLines.tsx';
import type { FlightList, FlightRow, Flights } from './flightsModel.ts';
import { type Fold, FoldButton } from './Parts.tsx';
import type { changesShown, Duty, DutyLine, modelsShown } from './overviewModel.ts';
import style from './overview.module.css';

type Given = { reading: Reading; beside?: readonly Reading[]; onRetry: () => void; isReported: boolean };

/** The number of aircraft in each state; each figure opens its part of the fleet. */
export function Groups({ counters, lack }: GroupCounters) {
  return (
    <ul className={style['groups']} aria-label="Aircraft by activity">
      {counters.map(({ group, count, word, note, step }) => (
        <li key={group}>
          <AppLink to={`/fleet?now=${encodeURIComponent(group)}`} data-tip={note ?? undefined}>
            <StateMark {...groupLook(group, step)}>
              <b>{count}</b> {word}
            </StateMark>
          </AppLink>
        </li>
      ))}
      {lack !== null && (
        <li className={style['lack']}>
          <StateMark shape="dashed" tone="plain">
            {lack}
          </StateMark>
        </li>
      )}
    </ul>
  );
}

type FlightPanelProps = Given & { title: string; flights: FlightList; children?: ReactNode };

/** The flights that leave next, each with its check; or those that come back next. The children are above them. */
export function FlightPanel({ title, flights, children, ...given }: FlightPanelProps) {
  const { rows, count, none } = flights;
  return (
    <Panel title={title} count={count} {...given}>
      {children}
      {rows.length === 0 ? <None of={none} className={style['none']} /> : <FlightLines name={title} rows={rows} />}
    </Panel>
  );
}

type LatePanelProps = Given & { flights: Flights; fold: Fold | null };

/** Flights that should have left. Closed, the panel names their aircraft; open, it lists the flights. */
export function LatePanel({
  flights: { notOutYet, neverCheckedOut, lateCount, lateNone },
  fold,
  ...given
}: LatePanelProps) {
  const rows = [...notOutYet, ...neverCheckedOut];
  return (
    <Panel
      title={
        <AppLink className={style['heading']} to="/reservations?late=shown">
          Not checked out
        </AppLink>
      }
      count={lateCount}
      actions={fold && <FoldButton name="Not checked out" fold={fold} />}
      {...given}
    >
      {rows.length === 0 && <None of={lateNone} className={style['gist']} />}
      {fold?.isOpen === false ? (
        <p className={style['gist']}>
          {rows.slice(0, maxNamed).map(({ key, tail, late }) => (
            <span key={key}>
              <TailNumber tail={tail} /> {late}
            </span>
          ))}
          {rows.length > maxNamed && <span>and {rows.length - maxNamed} more</span>}
        </p>
      ) : (
        <>
          <Late title="Not out yet" rows={notOutYet} />
          <Late title="Never checked out" rows={neverCheckedOut} />
        </>
      )}
    </Panel>
  );
}

/** The most aircraft that a closed panel names. */
const maxNamed = 3;

function Late({ title, rows }: { title: string; rows: readonly FlightRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={style['title']}>
        {title} <span>{rows.length}</span>
      </h3>
      <FlightLines name={title} rows={rows.slice(0, maxListed)} />
      <More count={rows.length - maxListed} to="/reservations?late=shown" />
    </section>
  );
}

function FlightLines({ name, rows }: { name: string; rows: readonly FlightRow[] }) {
  return (
    <ol className={style['flights']} aria-label={name}>
      {rows.map(({ key, link, time, late, tail, who, check, sheet }) => (
        <li key={key}>
          <AppLink coversRow className={style['time']} to={link}>
            {time}
            {late && <span className={style['late']}> {late}</span>}
          </AppLink>
          <span className={style['tail']} data-tip={tail}>
            <TailNumber tail={tail} />
          </span>
          <div className={style['what']}>
            <span className={style['who']} data-tip={who}>
              {who}
            </span>
            <CheckMark check={check} />
            {sheet && (
              <AppLink isAlone className={style['sheet']} to={sheet} aria-label={`Sheet: ${tail}, not back`}>
                Sheet
              </AppLink>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

type ChangesPanelProps = Given & { changes: ReturnType<typeof changesShown>; fold: Fold | null };

/** The changes since the current shift began, latest first. Closed, it shows only the latest, in one line. */
export function ChangesPanel({ changes, fold, ...given }: ChangesPanelProps) {
  const clock = useClock();
  const { entries, count, none } = changes;
  const isShort = fold?.isOpen === false;
  return (
    <Panel
      title={
        <AppLink className={style['heading']} to="/changes">
          Changes this shift
        </AppLink>
      }
      count={count}
      actions={fold && entries.length > 0 && <FoldButton name="Changes this shift" fold={fold} />}
      {...given}
    >
      {entries.length === 0 && <None of={none} className={style['gist']} />}
      <ol className={style['log']} aria-label="Changes this shift" data-is-short={isShort}>
        {(isShort ? entries.slice(0, 1) : entries).map((entry) => (
          <li key={entry.seq}>
            <time dateTime={entry.at}>{clockText(Date.parse(entry.at), clock)}</time>
            <div>
              <LogMark entry={entry} /> {entry.tail && <TailNumber tail={entry.tail} />}{' '}
              <EntryLink entry={entry} clock={clock} />
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function EntryLink({ entry, clock }: { entry: LogEntry; clock: Clock }) {
  const { words, who } = entryWords(entry, clock);
  const link = entryLink(entry, clock.zone);
  return (
    <>
      {link === null ? words : <AppLink to={link}>{words}</AppLink>}
      {who && <span className={style['quiet']}> {who}</span>}
    </>
  );
}

/**
 * The fleet by model. Those that can go now are named; a wide screen draws the others as marks, whose tooltips name them.
 */
export function ModelPanel({ models: shown, ...given }: Given & { models: ReturnType<typeof modelsShown> }) {
  const { models, count, none } = shown;
  return (
    <Panel title="By model" count={count} {...given}>
      {models.length === 0 && <None of={none} className={style['none']} />}
      <ul className={style['models']} aria-label="Fleet by model">
        {models.map(({ model, total, available, nextBack, rest, aircraft }) => (
          <li key={model}>
            <span className={style['model']}>
              <b>{model}</b>
              {available > 0 && (
                <AppLink to={`/fleet?now=available&q=${encodeURIComponent(model)}`}>
                  <StateMark {...groupLook('available')}>
                    {available} of {total}
                    <span className="visually-hidden"> can go</span>
                  </StateMark>
                </AppLink>
              )}
              <span className={style['quiet']}>
                {[available === 0 && `0 of ${total}`, nextBack && `back ${nextBack}`, rest].filter(Boolean).join(', ')}
              </span>
            </span>
            <Tails aircraft={aircraft.filter(({ group }) => group === 'available')} />
            <Tails aircraft={aircraft.filter(({ group }) => group !== 'available')} areMarks />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type TailsProps = {
  aircraft: ReturnType<typeof modelsShown>['models'][number]['aircraft'];
  /** On a wide screen, only their marks are seen. */
  areMarks?: boolean;
};

function Tails({ aircraft, areMarks = false }: TailsProps) {
  if (aircraft.length === 0) return null;
  return (
    <span className={style['tails']} data-are-marks={areMarks}>
      {aircraft.map(({ id, link, tail, group, tip, step, until }) => (
        <AppLink key={id} to={link} data-tip={tip}>
          <StateMark {...groupLook(group, step)}>
            <TailNumber tail={tail} />
            {!until.startsWith(group) && <span className="visually-hidden">, {groupWord(group)}</span>}{' '}
            <span className={style['quiet']}>{until}</span>
          </StateMark>
        </AppLink>
      ))}
    </span>
  );
}

type DutyPanelProps = Given & { duty: Duty; fold: Fold | null };

/** Who is free, and for how long. Open, it also shows who teaches until when, and who is off. */
export function DutyPanel({ duty, fold, ...given }: DutyPanelProps) {
  const { free, idle, busy, off, count, none, noneFree } = duty;
  const others = busy.length + off.length;
  const freeCount = free.length + idle.length;
  return (
    <Panel
      title={
        <AppLink className={style['heading']} to="/instructors">
          Instructors now
        </AppLink>
      }
      count={count}
      actions={fold && others > 0 && <FoldButton name="Instructors now" fold={fold} />}
      {...given}
    >
      {freeCount + others === 0 && <None of={none} className={style['none']} />}
      <div className={style['duty']}>
        <DutyGroup title="Free" lines={free} />
        <IdleGroup lines={idle} />
        {fold?.isOpen === false ? (
          freeCount === 0 && others > 0 && <None of={noneFree} className={style['gist']} />
        ) : (
          <>
            <DutyGroup title="On a duty" lines={busy} />
            <DutyGroup title="Off" lines={off} />
          </>
        )}
      </div>
    </Panel>
  );
}

function DutyGroup({ title, lines }: { title: string; lines: readonly DutyLine[] }): ReactNode {
  if (lines.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={style['title']}>
        {title} <span>{lines.length}</span>
      </h3>
      <ul className={style['people']}>
        {lines.slice(0, maxListed).map(({ id, link, name, words }) => (
          <li key={id}>
            <AppLink to={link}>{name}</AppLink> <span className={style['quiet']}>{words}</span>
          </li>
        ))}
      </ul>
      <More count={lines.length - maxListed} to="/instructors" />
    </section>
  );
}

/** Who has nothing booked all day, in a line: each would say the same. */
function IdleGroup({ lines }: { lines: readonly DutyLine[] }) {
  if (lines.length === 0) return null;
  return (
    <section aria-label="Free all day">
      <h3 className={style['title']}>
        Free all day <span>{lines.length}</span>
      </h3>
      <ul className={style['names']}>
        {lines.slice(0, maxListed).map(({ id, link, name }) => (
          <li key={id}>
            <AppLink to={link}>{name}</AppLink>
          </li>
        ))}
      </ul>
      <More count={lines.length - maxListed} to="/instructors" />
    </section>
  );
}

/** The most entries of a list that has its own page. */
const maxListed = 12;

/** Links to the entries that are not listed; nothing if all are. */
function More({ count, to }: { count: number; to: string }) {
  if (count <= 0) return null;
  return (
    <AppLink className={style['rest']} to={to}>
      and {count} more
    </AppLink>
  );
}
