import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { noneText, unanswered } from '#domain/answers/known.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import type { MeasuredHours } from '#contract/gateway/hours.ts';
import { counted } from '#domain/words.ts';
import { listQuery } from '#web/data/api.ts';
import { noteExport } from '#web/data/gateway/gateway.ts';
import { hoursQuery } from '#web/data/gateway/hours.ts';
import { useRefresh } from '#web/data/policy.ts';
import { readingOf } from '#web/data/readings.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { Choices } from '#web/components/controls/controls.tsx';
import { Tools, ToolSearch } from '#web/components/controls/Tools.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useKnowledge } from '#web/components/page/connection.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useSchool } from '#web/components/page/school.tsx';
import { useUrlChoice, useUrlText } from '#web/components/page/urlState.ts';
import { CopyButton } from '#web/components/panel/CopyButton.tsx';
import { None } from '#web/components/panel/None.tsx';
import { Panel, PlainPanel } from '#web/components/panel/Panel.tsx';
import { saveText } from '#web/components/panel/saveText.ts';
import { csvOf } from '#web/components/table/csv.ts';
import { useDrawnRows } from '#web/components/table/tableState.ts';
import { ToolPage } from '#web/pages/plan/parts.tsx';
import style from '#web/pages/plan/plan.module.css';
import { groupings, hoursNote, type HoursRow, hoursRows, hoursSummary, leftOutRows, schoolRow } from './hoursModel.ts';
import { hoursColumns, HoursTable, hoursText, LeftOutTable } from './HoursTables.tsx';

export { readHours as readFirst } from '#web/data/gateway/hours.ts';

const noAircraft: readonly Aircraft[] = [];
const narrowedBy = ['q'];

/** Measured meter hours per booked hour: what forecasts use, and what was left out. */
export function HoursPage() {
  const school = useSchool();
  const now = useMinute();
  const refresh = useRefresh();
  const query = hoursQuery(school, now);
  const result = useQuery(query);
  const fleetQuery = listQuery(school, 'listAircraft', {});
  const fleetResult = useQuery(fleetQuery);
  const reading = readingOf('hours', result);
  const known = useKnowledge(reading);
  const answer = result.data?.value;
  const fleet = fleetResult.data?.value.records ?? noAircraft;
  const all = answer ? schoolRow(answer) : null;
  const empty = answer
    ? all
      ? null
      : noneText(known, 'No flight has been measured yet. The gateway measures each flight that is closed from now on.')
    : noneText(unanswered(known), '');
  return (
    <ToolPage title="Booked and flown hours" readings={[reading]}>
      <Measured
        {...{ answer, fleet, reading, empty }}
        beside={[readingOf('listAircraft', fleetResult)]}
        onRetry={() => refresh(query.queryKey, fleetQuery.queryKey)}
      />
      {answer && answer.leftOut.count > 0 && <LeftOut answer={answer} fleet={fleet} />}
    </ToolPage>
  );
}

type MeasuredProps = Pick<Parameters<typeof Panel>[0], 'reading' | 'beside' | 'onRetry' | 'empty'> & {
  answer: MeasuredHours | undefined;
  fleet: readonly Aircraft[];
};

function Measured({ answer, fleet, ...panel }: MeasuredProps) {
  const clock = useClock();
  const grouping = useUrlChoice('by', groupings, 'aircraft');
  const search = useUrlText('q');
  const rows = useMemo(
    () => (answer ? hoursRows(answer, fleet, grouping.value, search.value) : []),
    [answer, fleet, grouping.value, search.value],
  );
  const drawn = useDrawnRows<HoursRow>();
  const given = useMemo(() => ({ school: answer ? schoolRow(answer) : null }), [answer]);
  return (
    <Panel
      title="Meter hours per booked hour"
      count={counted(rows.length, 'row')}
      {...panel}
      tools={
        <Tools
          used={0}
          search={<ToolSearch label="Search by tail number or activity" placeholder="Tail or activity" />}
        >
          <Choices label="By" value={grouping.value} options={byOptions} onChange={grouping.set} />
          <Button
            onClick={() =>
              saveText(
                'flown-hours.csv',
                'text/csv',
                csvOf(hoursColumns, drawn.rows.current ?? rows, given),
                noteExport,
              )
            }
          >
            CSV ({rows.length})
          </Button>
          <Button onClick={() => window.print()}>Print</Button>
          {answer && <CopyButton label="Copy as text" text={hoursText(answer, rows, clock)} />}
        </Tools>
      }
    >
      {answer && (
        <div className={style['head']}>
          <p className={style['summary']}>{hoursSummary(answer)}</p>
          <p className={style['quiet']}>
            {hoursNote(answer, clock)} A long reservation counts 8 hours a day. Changes no status.
          </p>
        </div>
      )}
      {rows.length === 0 && <None of={noMatch} className={style['none']} clears={narrowedBy} />}
      {rows.length > 0 && <HoursTable rows={rows} given={given} grouping={grouping.value} onDrawn={drawn.onDrawn} />}
    </Panel>
  );
}

const noMatch = noneText({ state: 'known', lacks: [], since: null, isComing: false }, 'No rows match this search.');

const byOptions = [
  { value: 'aircraft', label: 'Aircraft' },
  { value: 'activity', label: 'Activity' },
  { value: 'both', label: 'Both' },
] as const;

/** The meter readings that are not used, newest first. */
function LeftOut({ answer, fleet }: { answer: MeasuredHours; fleet: readonly Aircraft[] }) {
  const clock = useClock();
  const rows = useMemo(() => leftOutRows(answer, fleet), [answer, fleet]);
  const { count } = answer.leftOut;
  const given = useMemo(() => ({ clock }), [clock]);
  const shown = rows.length < count ? `newest ${rows.length} of ${count}` : counted(count, 'reading');
  return (
    <PlainPanel title="Readings left out" count={shown}>
      <p className={style['foot']}>
        These readings jumped, went backward, or moved without a closed reservation. They are not part of the figures.{' '}
        <AppLink isAlone to="/changes?period=all&kind=reading-jumped,reading-backward">
          All changes of meters
        </AppLink>
      </p>
      <LeftOutTable rows={rows} given={given} />
    </PlainPanel>
  );
}
