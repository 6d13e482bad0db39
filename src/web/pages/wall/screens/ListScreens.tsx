import { Mark as Shape, StateMark } from '#web/components/controls/StateMark.tsx';
import { reminderLook, ReminderStatus } from '#web/components/aircraft/ReminderStatus.tsx';
import type { DueRow } from './due.ts';
import type { ListLayout, PairLayout } from './layout.ts';
import style from './ListScreens.module.css';
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
          <div className={style['movements']} data-has-names={hasNames} role="table" aria-label={title}>
            {rows.map((row) => (
              <Movement key={row.key} row={row} height={layout.rowHeight} hasNames={hasNames} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

type Mark = NonNullable<CheckedMovement['mark']>;
type MovementProps = { row: CheckedMovement; height: number; hasNames: boolean };

/** One line: time, aircraft, people; then what is odd about it, the result of its check, and the purpose if there is room. */
function Movement({ row, height, hasNames }: MovementProps) {
  const { mark } = row;
  return (
    <div className={style['row']} data-tone={row.tone} data-is-past={row.isPast} style={{ height }} role="row">
      <span className={style['time']} role="cell">
        {row.time}
      </span>
      <span className={style['aircraft']} role="cell">
        <MarkedTail tail={row.tail} isGrounded={row.isGrounded} />
      </span>
      {hasNames && <span role="cell">{row.people}</span>}
      <span className={style['rest']} role="cell">
        <span className={style['odd']}>
          <Status row={row} isShort={hasNames && mark !== null} />
          {mark && <Check mark={mark} isGrounded={row.isGrounded} />}
        </span>
        <span className={style['quiet']}>{row.activity}</span>
      </span>
    </div>
  );
}

/** The shape and the word stay together: the mark alone would read as that of a grounded aircraft, which has its mark at the tail. */
function Check({ mark: { level, reason }, isGrounded }: { mark: Mark; isGrounded: boolean }) {
  return (
    <span className={style['check']} data-level={level}>
      {isGrounded && level === 'stop' ? (
        reason
      ) : (
        <StateMark {...reminderLook(level === 'stop' ? 3 : 2)}>{reason}</StateMark>
      )}
    </span>
  );
}

/**
 * The status with how late it is. What the list says already is for screen readers alone, and one that is over is a check mark.
 * Beside names and the result of a check there is only room for how late it is.
 */
function Status({ row: { status, late, tone, isUsual }, isShort }: { row: CheckedMovement; isShort: boolean }) {
  const hidden = <span className="visually-hidden">{status}</span>;
  if (isUsual || tone === 'done')
    return (
      <>
        {hidden}
        {tone === 'done' && <Shape shape="check" />}
      </>
    );
  return (
    <span className={style['status']}>
      {late && isShort ? hidden : (shortStatuses[status] ?? status)}
      {late && ` ${late}`}
    </span>
  );
}

/** Beside a time that is past, these say enough. */
const shortStatuses: Readonly<Record<string, string>> = { 'not out yet': 'not out', 'never checked out': 'never out' };

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
