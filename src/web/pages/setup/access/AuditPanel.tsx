import { type AuditLine, auditEvents } from '#contract/access/audit.ts';
import { useAudit, useGrants } from '#web/queries/gateway/access.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { Button, Select } from '#web/ui/controls/controls.tsx';
import { useNoneText } from '#web/ui/page/connection.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { useClock } from '#web/ui/page/school.tsx';
import { useUrlParams } from '#web/ui/page/urlState.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import style from './access.module.css';
import { type AuditRow, auditRows, eventNames } from './auditModel.ts';

const choices = [
  { value: '', label: 'all' },
  ...auditEvents.map((value) => ({ value, label: eventNames[value].toLowerCase() })),
] as const;

/** Who signed in, what was handed out, put off, saved and refused, newest first. */
export function AuditPanel() {
  const [params, setParams] = useUrlParams(['audit']);
  const event = auditEvents.find((one) => one === params['audit']) ?? null;
  const { entries, reading, queryKey, older, isLoadingOlder } = useAudit(event);
  const { grants } = useGrants();
  const refresh = useRefresh();
  const none = useNoneText('Nothing of this kind has been written down.', reading);
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
        <p className={style['further']}>Not among the newest entries. Show older ones to look further.</p>
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
          <code>npm run access -- audit --verify</code> on the gateway’s machine.
        </p>
      </div>
    </Panel>
  );
}

function AuditTable({ rows }: { rows: readonly AuditRow[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keys
    <div className={style['audit']} role="region" aria-label="Entries of the audit" tabIndex={0}>
      <table className={style['grants']}>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">What</th>
            <th scope="col">About</th>
            <th scope="col">By</th>
            <th scope="col">From</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ seq, when, what, about, who, from }) => (
            <tr key={seq}>
              <td>{when}</td>
              <th scope="row">{what}</th>
              <td className={style['about']}>{about}</td>
              <td data-name="By">{who}</td>
              <td data-name="From">{from}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
