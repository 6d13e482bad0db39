import { type AuditLine, auditEvents } from '#contract/access/audit.ts';
import { useAudit, useGrants } from '#web/data/gateway/access.ts';
import { useRefresh } from '#web/data/policy.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { Select } from '#web/components/controls/controls.tsx';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { useNoneText } from '#web/components/page/connection.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock } from '#web/components/page/school.tsx';
import { useUrlParams } from '#web/components/page/urlState.ts';
import { Panel } from '#web/components/panel/Panel.tsx';
import { DataTable, ScrollFrame } from '#web/components/table/DataTable.tsx';
import { columnsOf } from '#web/components/table/table.ts';
import style from './access.module.css';
import { type AuditRow, auditRows, eventNames } from './auditModel.ts';

const choices = [
  { value: '', label: 'all' },
  ...auditEvents.map((value) => ({ value, label: eventNames[value].toLowerCase() })),
] as const;

/** The audit: who signed in; what was handed out, put off, saved and refused; newest first. */
export function AuditPanel() {
  const [params, setParams] = useUrlParams(['audit']);
  const event = auditEvents.find((candidate) => candidate === params['audit']) ?? null;
  const { entries, reading, queryKey, older, isLoadingOlder } = useAudit(event);
  const { grants } = useGrants();
  const refresh = useRefresh();
  const none = useNoneText('Nothing of this kind has been recorded.', reading);
  const rows = auditRows(entries ?? [], grants ?? [], useMinute(), useClock());
  return (
    <Panel
      title="Audit"
      count={entries && `${entries.length}${older ? ' so far' : ''}`}
      reading={reading}
      onRetry={() => refresh(queryKey)}
      tools={
        <Select
          label="Event"
          value={event ?? ''}
          options={choices}
          onChange={(value: AuditLine['event'] | '') => void setParams({ audit: value === '' ? null : value })}
        />
      }
      empty={rows.length === 0 && !older ? none : null}
    >
      {rows.length > 0 ? (
        <AuditTable rows={rows} />
      ) : (
        <p className={style['further']}>Not found in the newest entries. Show older ones to search further.</p>
      )}
      <div className={style['inside']}>
        {older && (
          <div>
            <Button disabled={isLoadingOlder} onClick={older}>
              {isLoadingOlder ? 'Loading…' : 'Show older'}
            </Button>
          </div>
        )}
        <p>
          Each entry holds a checksum of the one before. To find out whether one was changed or removed, run{' '}
          <code>flightline access audit --verify</code> on the gateway’s machine; in the source,{' '}
          <code>npm run access -- audit --verify</code>.
        </p>
      </div>
    </Panel>
  );
}

const column = columnsOf<AuditRow>();

const auditColumns = column.columns([
  column.accessor('when', { header: 'When', meta: { card: { line: 1 } } }),
  column.accessor('what', {
    header: 'What',
    meta: { card: { line: 1 } },
    cell: ({ row }) => <b>{row.original.what}</b>,
  }),
  column.accessor('about', {
    header: 'About',
    meta: { card: { line: 2 } },
    cell: ({ row }) => <span className={style['about']}>{row.original.about}</span>,
  }),
  column.accessor('who', { header: 'By', meta: { card: { line: 3, label: 'By' } } }),
  column.accessor('from', { header: 'From', meta: { card: { line: 3, label: 'From' } } }),
]);

function AuditTable({ rows }: { rows: readonly AuditRow[] }) {
  const named = { caption: 'Audit entries', scrolls: 'audit' };
  const isCards = useMediaQuery('(max-width: 600px)');
  const table = (
    <DataTable {...named} columns={auditColumns} rows={rows} rowId={({ seq }) => String(seq)} isCards={isCards} />
  );
  return <div className={style['audit']}>{isCards ? <ScrollFrame {...named}>{table}</ScrollFrame> : table}</div>;
}
