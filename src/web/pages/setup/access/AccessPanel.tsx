import { useState } from 'react';
import type { Grant } from '#contract/access/grants.ts';
import { failureWords } from '#domain/answers/failures.ts';
import { durationText } from '#domain/time/clock.ts';
import { useGrants, useHandOut } from '#web/queries/gateway/access.ts';
import { asFailure } from '#web/queries/client.ts';
import { useRefresh, useSending } from '#web/queries/policy.ts';
import { Button } from '#web/ui/controls/controls.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { useClock, useSchool } from '#web/ui/page/school.tsx';
import { ErrorNote } from '#web/ui/panel/ErrorNote.tsx';
import panel from '#web/ui/panel/Panel.module.css';
import style from './access.module.css';
import { countsText, type GrantRow, grantRows } from './accessModel.ts';
import { HandOut } from './HandOut.tsx';

/** What a manager has handed out: links of displays and calendars, tokens, and the roles of people. */
export function AccessPanel() {
  const { mode } = useSchool().who;
  const { grants, asOf, failure, queryKey } = useGrants();
  const refresh = useRefresh();
  const now = useMinute();
  return (
    <section className={panel['panel']} aria-labelledby="access">
      <header className={panel['header']}>
        <h2 id="access">Access</h2>
        <div className={panel['facts']}>{grants && <span>{countsText(grants)}</span>}</div>
      </header>
      <div className={style['inside']}>
        {mode === 'open' && (
          <p>
            Nobody has to sign in, so Flightline answers this machine alone, and links work on it alone. The README says
            how to put it on your network.
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
        {!grants && failure && <ErrorNote failure={failure} onRetry={() => refresh(queryKey)} />}
        {!grants && !failure && <p role="status">Loading…</p>}
        {grants?.length === 0 && <p>Nothing has been handed out yet.</p>}
        {grants && grants.length > 0 && <GrantList grants={grants} />}
        {grants && <HandOut />}
      </div>
    </section>
  );
}

function GrantList({ grants }: { grants: readonly Grant[] }) {
  const rows = grantRows(grants, useMinute(), useClock());
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keys
    <div className={style['scroll']} role="region" aria-label="Handed out" tabIndex={0}>
      <table className={style['grants']}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Kind</th>
            <th scope="col">Sees</th>
            <th scope="col">Created</th>
            <th scope="col">Expires</th>
            <th scope="col">Last used</th>
            <th scope="col">
              <span className="visually-hidden">Revoke</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <GrantLine key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Revoking asks once more: a board on a wall goes without data, and cannot be given back the same link. */
function GrantLine({ row }: { row: GrantRow }) {
  const [isAsking, setAsking] = useState(false);
  const handOut = useHandOut();
  const revoking = useSending(() => handOut({ ask: 'revoke', id: row.id }));
  if (isAsking) {
    return (
      <tr>
        <td colSpan={7}>
          <div className={style['question']} role="group" aria-label={`Revoke ${row.name}`}>
            <span>{row.question}</span>
            <Button disabled={revoking.isRunning} onClick={() => void revoking.run(undefined)}>
              Revoke now
            </Button>
            <Button onClick={() => setAsking(false)}>Keep</Button>
            {revoking.error !== null && (
              <span role="alert">Not revoked: {failureWords(asFailure(revoking.error)).title}</span>
            )}
          </div>
        </td>
      </tr>
    );
  }
  return (
    <tr>
      <th scope="row">{row.name}</th>
      <td>{row.kind}</td>
      <td>{row.what}</td>
      <td data-name="Created">{row.created}</td>
      <td data-name="Expires">{row.expires}</td>
      <td data-name="Last used">{row.used}</td>
      <td>
        <Button onClick={() => setAsking(true)}>
          Revoke<span className="visually-hidden"> {row.name}</span>
        </Button>
      </td>
    </tr>
  );
}
