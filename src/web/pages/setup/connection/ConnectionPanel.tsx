import { type ConnectionCheck, isNightHour } from '#contract/gateway/connectionCheck.ts';
import { failureWords } from '#domain/answers/failures.ts';
import { asFailure } from '#web/data/client.ts';
import { useConnectionCheck } from '#web/data/gateway/connectionCheck.ts';
import { noteExport } from '#web/data/gateway/gateway.ts';
import { useRefresh } from '#web/data/policy.ts';
import { Progress } from '#web/components/controls/bars/Progress.tsx';
import { Button } from '#web/components/controls/buttons.tsx';
import { Select } from '#web/components/controls/controls.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock } from '#web/components/page/school.tsx';
import { useUrlParams } from '#web/components/page/urlState.ts';
import { CopyButton } from '#web/components/panel/CopyButton.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import { saveText } from '#web/components/panel/saveText.ts';
import { DataTable } from '#web/components/table/DataTable.tsx';
import { columnsOf } from '#web/components/table/table.ts';
import {
  type FindingRow,
  findingRows,
  histograms,
  markNames,
  progressText,
  reportText,
  settingLines,
} from './checkModel.ts';
import style from './connection.module.css';

/** The check of the connection, call by call: how the service differs from the specification, and which settings fit it. */
export function ConnectionPanel() {
  const { check, reading, queryKey, act, error } = useConnectionCheck();
  const refresh = useRefresh();
  const [params, setParams] = useUrlParams(['check']);
  const isAll = params['check'] === 'all';
  const rows = findingRows(check?.findings ?? [], isAll);
  return (
    <Panel
      title="Connection check"
      count={check && check.findings.length > 0 && `${rows.length} of ${check.findings.length}`}
      reading={reading}
      onRetry={() => refresh(queryKey)}
      tools={
        check &&
        check.findings.length > 0 && (
          <Select
            label="Findings"
            value={isAll ? 'all' : ''}
            options={choices}
            onChange={(value: 'all' | '') => void setParams({ check: value === '' ? null : value })}
          />
        )
      }
    >
      {check && (
        <div className={style['inside']}>
          <CheckProgress check={check} act={act} />
          {error && <p role="alert">Not done: {failureWords(asFailure(error)).title}</p>}
          <Fitting check={check} />
          {check.hours && <Hours check={check} />}
          {rows.length > 0 && <Findings rows={rows} />}
          {check.findings.length > 0 && rows.length === 0 && <p>Everything so far is as specified.</p>}
        </div>
      )}
    </Panel>
  );
}

const choices = [
  { value: '', label: 'what differs' },
  { value: 'all', label: 'all' },
] as const;

const actions = {
  none: { action: 'start', label: 'Check the connection' },
  running: { action: 'stop', label: 'Stop' },
  stopped: { action: 'start', label: 'Continue' },
  finished: { action: 'start', label: 'Check again' },
} as const;

/** How far the check is, and what can be done with it. */
function CheckProgress({ check, act }: { check: ConnectionCheck; act: (action: 'start' | 'stop') => void }) {
  const [now, clock] = [useMinute(), useClock()];
  const { action, label } = actions[check.state];
  const text = progressText(check, now, clock);
  const save = () => saveText('connection-check.txt', 'text/plain', reportText(check, now, clock), noteExport);
  return (
    <>
      {/* The figures change with every call, too often for a screen reader. */}
      <p role="status" aria-live={check.state === 'running' ? 'off' : 'polite'}>
        {text} {check.note}
      </p>
      {check.state === 'running' && (
        <Progress label={text} value={check.calls + check.held} max={check.mostCalls + check.held} />
      )}
      <div className={style['actions']}>
        <Button onClick={() => act(action)}>{label}</Button>
        {check.state === 'finished' && <Button onClick={save}>Save the report</Button>}
      </div>
    </>
  );
}

/** The settings to change, ready to copy, and what else to do. */
function Fitting({ check }: { check: ConnectionCheck }) {
  if (check.state !== 'finished') return null;
  const lines = settingLines(check);
  return (
    <section aria-labelledby="fitting">
      <h3 id="fitting">Settings</h3>
      {lines.length === 0 ? (
        <StateMark shape="check" tone="ok">
          The settings fit this service.
        </StateMark>
      ) : (
        <>
          <p>
            Change these lines in <code>.env</code>, and start the server again. It then repeats the check.
          </p>
          <div className={style['lines']}>
            <pre>{lines.join('\n')}</pre>
            <CopyButton label="Copy the settings" text={lines.join('\n')} />
          </div>
        </>
      )}
      {check.advice.length > 0 && (
        <ul>
          {check.advice.map((advice) => (
            <li key={advice}>{advice}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** When flights would begin by either reading of times without a zone: the wrong one has them at night. */
function Hours({ check }: { check: ConnectionCheck }) {
  if (!check.hours) return null;
  const { zone } = check.hours;
  return (
    <section aria-labelledby="hours">
      <h3 id="hours">Start hours of reservations, {zone}</h3>
      <div className={style['histograms']}>
        {histograms(check.hours, check).map(({ reading, title, counts, isFitting, words }) => (
          <figure key={reading}>
            <figcaption>
              <b>{title}</b>
              {isFitting && (
                <StateMark shape="check" tone="ok">
                  fits
                </StateMark>
              )}
              <code>ZONELESS_TIMES={reading}</code>
            </figcaption>
            <Bars counts={counts} label={`${title}: ${words}`} />
            <p>{words}.</p>
          </figure>
        ))}
      </div>
    </section>
  );
}

/** The height of the bars, in units of the drawing. */
const height = 48;

function Bars({ counts, label }: { counts: readonly number[]; label: string }) {
  const max = Math.max(1, ...counts);
  return (
    <svg viewBox={`0 0 240 ${height + 14}`} role="img" aria-label={label}>
      {counts.map((count, hour) => (
        <rect
          // oxlint-disable-next-line react/no-array-index-key -- The hour is the bar.
          key={hour}
          x={hour * 10 + 1}
          width="8"
          y={height - (count / max) * height}
          height={(count / max) * height}
          data-is-night={isNightHour(hour)}
        />
      ))}
      <path d={`M0 ${height}.5H240`} />
      {[0, 6, 12, 18].map((hour) => (
        <text key={hour} x={hour * 10 + 1} y={height + 12}>
          {String(hour).padStart(2, '0')}L
        </text>
      ))}
    </svg>
  );
}

const column = columnsOf<FindingRow>();

const marks = {
  failed: { shape: 'octagon', tone: 'expired' },
  differs: { shape: 'triangle', tone: 'warning' },
  unsure: { shape: 'dashed', tone: 'inactive' },
  ok: { shape: 'check', tone: 'ok' },
} as const;

const findingColumns = column.columns([
  column.accessor('mark', {
    header: 'Finding',
    meta: { card: { line: 1 } },
    cell: ({ row: { original } }) => <StateMark {...marks[original.mark]}>{markNames[original.mark]}</StateMark>,
  }),
  column.accessor('subject', {
    header: 'About',
    meta: { card: { line: 2 } },
    cell: ({ row: { original } }) => <b>{original.subject}</b>,
  }),
  column.accessor('words', {
    header: 'What',
    meta: { card: { line: 3 } },
    cell: ({ row: { original } }) => <span className={style['words']}>{original.words}</span>,
  }),
]);

function Findings({ rows }: { rows: readonly FindingRow[] }) {
  return (
    <DataTable
      caption="Findings of the connection check"
      columns={findingColumns}
      rows={rows}
      rowId={({ key }) => key}
      scrolls="findings"
      isCards={useMediaQuery('(max-width: 600px)')}
    />
  );
}
