import type { DueRow } from '#domain/board/dueRows.ts';
import type { ListLayout } from '#domain/board/listLayout.ts';
import { ReminderStatus } from '#web/ui/aircraft/ReminderStatus.tsx';
import style from '#web/pages/board/BoardList.module.css';
import { Tail } from './Tail.tsx';

/** What is Expired or warns, worst first, with the booking that will cross its limit and the visit before it. */
export function MaintenanceScreen({ rows, layout }: { rows: readonly DueRow[]; layout: ListLayout }) {
  return (
    <div
      className={style['list']}
      data-columns="maintenance"
      data-is-wide={layout.isWide}
      style={{ fontSize: layout.font }}
      role="table"
      aria-label="Reminders that are Expired or warn"
    >
      {layout.isWide && (
        <div className={style['heading']} role="row">
          <span role="columnheader">Status</span>
          <span role="columnheader">Tail</span>
          <span role="columnheader">Reminder</span>
          <span role="columnheader">Left</span>
          <span role="columnheader">Crossed by</span>
          <span role="columnheader">Shop</span>
        </div>
      )}
      {rows.map((row) => (
        <div
          key={row.key}
          className={style['row']}
          data-status={row.statusId}
          style={{ height: layout.rowHeight }}
          role="row"
        >
          <span className={style['state']} role="cell">
            <ReminderStatus id={row.statusId} name={row.status} />
          </span>
          <span className={style['tailCell']} role="cell">
            <Tail tail={row.tail} />
          </span>
          <span className={style['reminder']} role="cell">
            {row.name}
          </span>
          <span className={style['left']} role="cell">
            {row.left}
          </span>
          <span className={style['crossing']} data-is-none={row.crossing === null} role="cell">
            {row.crossing ?? '–'}
          </span>
          <span className={`${style['visit'] ?? ''} ${style['quiet'] ?? ''}`} role="cell">
            {row.visit ?? '…'}
          </span>
        </div>
      ))}
    </div>
  );
}
