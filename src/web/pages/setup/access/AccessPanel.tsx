import { useMemo, useState } from 'react';
import type { Grant } from '#contract/access/grants.ts';
import { failureWords } from '#domain/answers/failures.ts';
import { durationText } from '#domain/time/clock.ts';
import { useGrants, useHandOut } from '#web/data/gateway/access.ts';
import { asFailure } from '#web/data/client.ts';
import { useRefresh } from '#web/data/policy.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useSchool } from '#web/components/page/school.tsx';
import { ErrorNote } from '#web/components/panel/ErrorNote.tsx';
import { PlainPanel } from '#web/components/panel/Panel.tsx';
import { DataTable } from '#web/components/table/DataTable.tsx';
import { columnsOf } from '#web/components/table/table.ts';
import style from './access.module.css';
import { countsText, type GrantRow, grantRows } from './accessModel.ts';
import { HandOut } from './HandOut.tsx';

/** Access that a manager has granted: links of displays and calendars, tokens, and the roles of people. */
export function AccessPanel() {
  const { mode } = useSchool().who;
  const { grants, notYet, trouble, asOf, failure, queryKey } = useGrants();
  const refresh = useRefresh();
  const now = useMinute();
  return (
    <PlainPanel title="Access" count={grants && <span>{countsText(grants)}</span>}>
      <div className={style['inside']}>
        {mode === 'open' && (
          <p>
            Sign-in is off, so Flightline and its links work only on this machine. The manual (src/manual/access.md)
            says how to open it to your network.
          </p>
        )}
        {failure && grants && asOf !== null && (
          <div className={style['stale']} role="status">
            <StateMark shape="triangle" tone="warning">
              {failureWords(failure).title}. Showing what was handed out {durationText(Math.max(0, now - asOf))} ago.
            </StateMark>
            <Button onClick={() => refresh(queryKey)}>Refresh now</Button>
          </div>
        )}
        {[trouble, notYet].map(
          (words) =>
            words !== null && (
              <div key={words} role="alert">
                <StateMark shape="triangle" tone="warning">
                  {words}
                </StateMark>
              </div>
            ),
        )}
        {!grants && failure && <ErrorNote failure={failure} onRetry={() => refresh(queryKey)} />}
        {!grants && !failure && <p role="status">Loading…</p>}
        {grants?.length === 0 && <p>Nothing has been handed out yet.</p>}
        {grants && grants.length > 0 && <GrantList grants={grants} />}
        {grants && <HandOut />}
      </div>
    </PlainPanel>
  );
}

const column = columnsOf<GrantRow>();

const grantColumns = column.columns([
  column.accessor('name', {
    header: 'Name',
    meta: { card: { line: 1 } },
    cell: ({ row }) => <b className={style['name']}>{row.original.name}</b>,
  }),
  column.accessor('kind', { header: 'Kind', meta: { card: { line: 2 } } }),
  column.accessor('what', { header: 'Sees', meta: { card: { line: 2 } } }),
  column.accessor('created', { header: 'Created', meta: { card: { line: 3, label: 'Created' } } }),
  column.accessor('expires', {
    header: 'Expires',
    meta: { card: { line: 3, label: 'Expires' } },
    cell: ({ row }) => <span className={style['expires']}>{row.original.expires}</span>,
  }),
  column.accessor('used', { header: 'Last used', meta: { card: { line: 3, label: 'Last used' } } }),
  column.display({
    id: 'revoke',
    header: () => <span className="visually-hidden">Revoke</span>,
    meta: { align: 'end', card: { line: 4 } },
    cell: ({ row }) => <Revoke row={row.original} />,
  }),
]);

function GrantList({ grants }: { grants: readonly Grant[] }) {
  const now = useMinute();
  const clock = useClock();
  const rows = useMemo(() => grantRows(grants, now, clock), [grants, now, clock]);
  return (
    <div className={style['grants']}>
      <DataTable
        caption="Handed out"
        columns={grantColumns}
        rows={rows}
        rowId={({ id }) => id}
        scrolls="grants"
        isCards={useMediaQuery('(max-width: 600px)')}
      />
    </div>
  );
}

/** Revoking asks for confirmation: a wall board loses its data, and cannot get the same link back. */
function Revoke({ row }: { row: GrantRow }) {
  const [isAsking, setAsking] = useState(false);
  const revoking = useHandOut();
  if (!isAsking) {
    return (
      <Button onClick={() => setAsking(true)}>
        Revoke<span className="visually-hidden"> {row.name}</span>
      </Button>
    );
  }
  return (
    <div className={style['question']} role="group" aria-label={`Revoke ${row.name}`}>
      <span>{row.question}</span>
      <Button disabled={revoking.isPending} onClick={() => revoking.mutate({ ask: 'revoke', id: row.id })}>
        Revoke now
      </Button>
      <Button onClick={() => setAsking(false)}>Keep</Button>
      {revoking.error && <span role="alert">Not revoked: {failureWords(asFailure(revoking.error)).title}</span>}
    </div>
  );
}
