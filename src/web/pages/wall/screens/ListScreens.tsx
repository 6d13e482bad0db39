import { type Shape, StateMark, type Tone } from '#web/ui/controls/StateMark.tsx';
import { ReminderStatus } from '#web/ui/aircraft/ReminderStatus.tsx';
import { CheckWord } from '#web/ui/reservation/CheckLines.tsx';
import type { DueRow } from './due.ts';
import type { ListLayout } from './layout.ts';
import style from './ListScreens.module.css';
import type { MovementItem, MovementRow } from './movements.ts';
import { MarkedTail, Tail } from './parts.tsx';

type MovementsScreenProps = {
  items: readonly MovementItem[];
  layout: ListLayout;
  hasNames: boolean;
};

/** Departures and returns by time, with a line at now. */
export function MovementsScreen({ items, layout, hasNames }: MovementsScreenProps) {
  return (
    <div
      className={style['list']}
      data-columns={hasNames ? 'movements' : 'movements-nameless'}
      data-is-wide={layout.isWide}
      style={{ fontSize: layout.font }}
      role="table"
      aria-label="Departures and returns"
    >
      {layout.isWide && (
        <div className={style['heading']} role="row">
          <span role="columnheader">Time</span>
          <span role="columnheader">Tail</span>
          {hasNames && <span role="columnheader">Who</span>}
          <span role="columnheader">Activity</span>
          {hasNames && <span role="columnheader">Instructor</span>}
          <span role="columnheader">Status</span>
        </div>
      )}
      {items.map((item) =>
        item.kind === 'row' ? (
          <Movement key={item.key} row={item.row} height={layout.rowHeight} hasNames={hasNames} />
        ) : (
          <div key={item.key} className={style[item.kind]} style={{ height: layout.rowHeight }} role="row">
            <span role="cell">{item.kind === 'now' ? `now ${item.text}` : item.text}</span>
          </div>
        ),
      )}
    </div>
  );
}

const looks: Readonly<Record<MovementRow['tone'], { shape: Shape; tone: Tone }>> = {
  missing: { shape: 'open', tone: 'expired' },
  late: { shape: 'open', tone: 'warning' },
  away: { shape: 'dot', tone: 'accent' },
  done: { shape: 'check', tone: 'plain' },
  plain: { shape: 'ring', tone: 'plain' },
};

type MovementProps = { row: MovementRow; height: number; hasNames: boolean };

function Movement({ row, height, hasNames }: MovementProps) {
  return (
    <div className={style['row']} data-tone={row.tone} style={{ height }} role="row">
      <span className={style['time']} role="cell">
        <span aria-hidden="true">{row.direction === 'out' ? '↗' : '↙'}</span>
        <span className="visually-hidden">{row.direction === 'out' ? 'departs' : 'returns'}</span> {row.time}
      </span>
      <span className={style['tailCell']} role="cell">
        <MarkedTail tail={row.tail} isUnfit={row.isUnfit} />
      </span>
      {hasNames && (
        <span className={style['people']} role="cell">
          {row.people}
        </span>
      )}
      <span className={`${style['activity'] ?? ''} ${style['quiet'] ?? ''}`} role="cell">
        {row.activity}
      </span>
      {hasNames && (
        <span className={style['instructor']} role="cell">
          {row.instructor}
        </span>
      )}
      <span className={style['status']} role="cell">
        <StateMark {...looks[row.tone]}>
          <span className={style['word']}>{row.status}</span> {row.late && <span>{row.late}</span>}
        </StateMark>
        {row.mark && (
          <span className={style['check']} data-level={row.mark.level}>
            <CheckWord level={row.mark.level}>{row.mark.reason}</CheckWord>
          </span>
        )}
      </span>
    </div>
  );
}

/** Expired and warning reminders, worst first, with the booking that crosses the limit and the next shop visit. */
export function MaintenanceScreen({ rows, layout }: { rows: readonly DueRow[]; layout: ListLayout }) {
  return (
    <div
      className={style['list']}
      data-columns="maintenance"
      data-is-wide={layout.isWide}
      style={{ fontSize: layout.font }}
      role="table"
      aria-label="Expired and warning reminders"
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
