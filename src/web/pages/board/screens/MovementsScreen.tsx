import type { ListLayout } from '#domain/board/listLayout.ts';
import type { MovementItem, MovementRow } from '#domain/board/movementItems.ts';
import type { Telling } from '#domain/board/boardWords.ts';
import { CheckWord } from '#web/ui/reservation/CheckLines.tsx';
import { type Shape, StateMark, type Tone } from '#web/ui/controls/StateMark.tsx';
import style from '#web/pages/board/BoardList.module.css';
import { Tail } from './Tail.tsx';

type MovementsScreenProps = {
  items: readonly MovementItem[];
  layout: ListLayout;
  names: Telling['names'];
};

/** Departures and returns by the clock, with the line between past and coming. */
export function MovementsScreen({ items, layout, names }: MovementsScreenProps) {
  return (
    <div
      className={style['list']}
      data-columns={names === 'none' ? 'movements-nameless' : 'movements'}
      data-is-wide={layout.isWide}
      style={{ fontSize: layout.font }}
      role="table"
      aria-label="Departures and returns"
    >
      {layout.isWide && (
        <div className={style['heading']} role="row">
          <span role="columnheader">Time</span>
          <span role="columnheader">Tail</span>
          {names !== 'none' && <span role="columnheader">Who</span>}
          <span role="columnheader">Activity</span>
          {names !== 'none' && <span role="columnheader">Instructor</span>}
          <span role="columnheader">Status</span>
        </div>
      )}
      {items.map((item) =>
        item.kind === 'row' ? (
          <Movement key={item.key} row={item.row} height={layout.rowHeight} hasNames={names !== 'none'} />
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
        <Tail tail={row.tail} />
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
        <StateMark {...looks[row.tone]}>{row.status}</StateMark>
        {row.mark && <CheckWord level={row.mark} />}
      </span>
    </div>
  );
}
