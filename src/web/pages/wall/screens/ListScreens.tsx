import { type Look, StateMark } from '#web/components/controls/StateMark.tsx';
import { reminderLook, ReminderStatus } from '#web/components/aircraft/ReminderStatus.tsx';
import type { DueRow } from './due.ts';
import type { ListLayout, PairLayout } from './layout.ts';
import style from './ListScreens.module.css';
import type { MovementRow } from './movements.ts';
import { MarkedTail, Tail } from './parts.tsx';
import type { CheckedMovement, SlideContent } from './slides.ts';

type MovementsScreenProps = {
  lists: Extract<SlideContent, { kind: 'movements' }>['lists'];
  layout: PairLayout;
  hasNames: boolean;
};

/** Departures beside returns, or above them, each by time. */
export function MovementsScreen({ lists, layout, hasNames }: MovementsScreenProps) {
  return (
    <div className={style['pair']} data-is-wide={layout.isWide} style={{ fontSize: layout.font }}>
      {lists.map(({ title, count, rows }) => (
        <section key={title}>
          <h3>
            {title} <span>{count}</span>
          </h3>
          <div className={style['movements']} role="table" aria-label={title}>
            {rows.map((row) => (
              <Movement key={row.key} row={row} height={layout.rowHeight} hasNames={hasNames} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

const looks: Readonly<Record<MovementRow['tone'], Look>> = {
  missing: { shape: 'open', tone: 'expired' },
  late: { shape: 'open', tone: 'warning' },
  away: { shape: 'dot', tone: 'accent' },
  done: { shape: 'check', tone: 'plain' },
  plain: { shape: 'ring', tone: 'plain' },
};

type MovementProps = { row: CheckedMovement; height: number; hasNames: boolean };

/** Time, aircraft and state; below, the people, the purpose, and the result of its check. */
function Movement({ row, height, hasNames }: MovementProps) {
  return (
    <div className={style['row']} data-tone={row.tone} data-is-past={row.isPast} style={{ height }} role="row">
      <span className={style['time']} role="cell">
        {row.time}
      </span>
      <span role="cell">
        <MarkedTail tail={row.tail} isGrounded={row.isGrounded} />
      </span>
      <span className={style['status']} role="cell">
        <StateMark {...looks[row.tone]}>
          <span className={style['word']}>{row.status}</span> {row.late && <span>{row.late}</span>}
        </StateMark>
      </span>
      <span className={style['second']} role="cell">
        {hasNames && row.people && <span className={style['people']}>{row.people}</span>}
        <span className={style['quiet']}>{row.activity}</span>
        {row.mark && (
          <span className={style['check']} data-level={row.mark.level}>
            <StateMark {...reminderLook(row.mark.level === 'stop' ? 3 : 2)}>{row.mark.reason}</StateMark>
          </span>
        )}
      </span>
    </div>
  );
}

/** Expired reminders and warnings, worst first, with the reservation that reaches the limit and the next shop visit. */
export function MaintenanceScreen({ rows, layout }: { rows: readonly DueRow[]; layout: ListLayout }) {
  return (
    <div
      className={style['list']}
      data-is-wide={layout.isWide}
      style={{ fontSize: layout.font }}
      role="table"
      aria-label="Maintenance"
    >
      {layout.isWide && (
        <div className={style['heading']} role="row">
          <span role="columnheader">Status</span>
          <span role="columnheader">Tail</span>
          <span role="columnheader">Reminder</span>
          <span role="columnheader">Left</span>
          <span role="columnheader">Runs out on</span>
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
