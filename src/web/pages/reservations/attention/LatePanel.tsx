import { useMemo } from 'react';
import { Link } from 'react-router';
import { countText, noneText, unanswered } from '#domain/answers/known.ts';
import { countAt } from '#domain/reservations/locations.ts';
import type { Instant } from '#domain/time/time.ts';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { useClock, useLocationChoice } from '#web/components/page/school.tsx';
import { useHere } from '#web/components/page/urlState.ts';
import { None } from '#web/components/panel/None.tsx';
import { Notices } from '#web/components/panel/Notices.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import type { Late } from './LateButton.tsx';
import style from './AttentionLists.module.css';
import { type LateGroup, lateGroups, type LateRow } from './model.ts';

/** The late list: not back, not out yet, never checked out, and to be closed out; each with the reservations at risk. */
export function LatePanel({ late, now }: { late: Late; now: Instant }) {
  const { list, known, hasFlights, reading, beside, setAside, retry } = late;
  const clock = useClock();
  const narrowing = useLocationChoice();
  const groups = useMemo(() => list && lateGroups(list, { now, clock }), [list, now, clock]);
  const total = groups?.reduce((sum, { rows }) => sum + rows.length, 0) ?? 0;
  const ofList = list ? known : unanswered(known);
  return (
    <div className={style['panel']}>
      <Panel
        title="Late"
        count={countAt(countText(ofList, total, `${total} in all`), narrowing)}
        reading={reading}
        beside={beside}
        onRetry={retry}
      >
        <Notices notes={[]} setAside={[{ what: 'reservation', records: setAside }]} />
        {total === 0 && (
          <None
            of={noneText(ofList, hasFlights ? 'Nothing is late.' : 'No flights that could be late.')}
            className={style['none']}
          />
        )}
        {groups?.map((group) => (
          <LateSection key={group.title} group={group} />
        ))}
      </Panel>
    </div>
  );
}

function LateSection({ group: { title, look, rows } }: { group: LateGroup }) {
  return (
    <section aria-label={title}>
      <h3 className={style['title']}>
        {title} <span>{rows.length}</span>
      </h3>
      <ul className={style['late']}>
        {rows.map((row) => (
          <li key={row.key} data-step={row.step}>
            <StateMark {...look}>{row.state}</StateMark>
            <LateLink row={row} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The reservation, and the next ones of its aircraft, instructor and pilots with the earliest possible delay of each. */
function LateLink({ row: { key, tail, words, atRisk, more } }: { row: LateRow }) {
  const here = useHere();
  return (
    <>
      <Link to={here({ reservation: key })}>
        <b>{tail}</b> {words}
      </Link>
      {atRisk.length > 0 && (
        <ul className={style['risks']} aria-label="At risk behind it">
          {atRisk.map((risk) => (
            <li key={risk.key}>
              <Link to={here({ reservation: risk.key })}>{risk.words}</Link>
            </li>
          ))}
          {more !== null && <li>{more}</li>}
        </ul>
      )}
    </>
  );
}
