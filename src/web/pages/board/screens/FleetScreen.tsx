import type { CSSProperties } from 'react';
import type { FleetTile } from '#domain/board/fleetTiles.ts';
import type { TileLayout } from '#domain/board/tileLayout.ts';
import type { Activity } from '#domain/fleet/activities.ts';
import { reminderLook } from '#web/ui/aircraft/ReminderStatus.tsx';
import { type Shape, StateMark, type Tone } from '#web/ui/controls/StateMark.tsx';
import style from './FleetScreen.module.css';
import { Tail } from './Tail.tsx';

/** Quiet where all is well; what needs a person is amber. */
const activityLooks: Readonly<Record<Activity, { shape: Shape; tone: Tone }>> = {
  flying: { shape: 'dot', tone: 'accent' },
  'not back': { shape: 'open', tone: 'warning' },
  'due out': { shape: 'half', tone: 'accent' },
  'in the shop': { shape: 'wrench', tone: 'shop' },
  available: { shape: 'ring', tone: 'ok' },
  'not fit': { shape: 'octagon', tone: 'warning' },
  'out of service': { shape: 'ring', tone: 'inactive' },
  'not known': { shape: 'dashed', tone: 'plain' },
};

type FleetScreenProps = { tiles: readonly FleetTile[]; layout: TileLayout; gap: number };

/** A tile for each aircraft. What is well stays dark. */
export function FleetScreen({ tiles, layout, gap }: FleetScreenProps) {
  const grid = { '--columns': layout.columns, '--rows': layout.rows, fontSize: layout.font, gap } as CSSProperties;
  return (
    <ul className={style['tiles']} style={grid} data-level={layout.level}>
      {tiles.map((tile) => (
        <li key={tile.id} className={style['tile']} data-severity={tile.severity} data-activity={tile.activity}>
          {layout.level === 'full' && <FullTile tile={tile} />}
          {layout.level === 'compact' && <CompactTile tile={tile} />}
          {layout.level === 'line' && <LineTile tile={tile} />}
        </li>
      ))}
    </ul>
  );
}

function lookOf({ activity }: FleetTile): { shape: Shape; tone: Tone } {
  return activity === 'soon' ? { shape: 'ring', tone: 'accent' } : activityLooks[activity];
}

function FullTile({ tile }: { tile: FleetTile }) {
  return (
    <>
      <div className={style['head']}>
        <Tail tail={tile.tail} />
        <Tag tile={tile} />
      </div>
      <State tile={tile} />
      <p className={style['next']}>{tile.next ? `next ${tile.next}` : 'nothing booked'}</p>
      <Reminder tile={tile} />
      {tile.squawk !== null && <p className={style['squawk']}>{tile.squawk}</p>}
    </>
  );
}

/** The state beside the tail, and below it whatever needs a person most; else the next booking. */
function CompactTile({ tile }: { tile: FleetTile }) {
  const hasReminder = tile.severity === 'expired' || tile.severity === 'warning';
  return (
    <>
      <div className={style['head']}>
        <Tail tail={tile.tail} />
        <StateMark {...lookOf(tile)}>{shortState(tile)}</StateMark>
      </div>
      {tile.severity === 'grounded' && (
        <p className={style['squawk']}>{tile.grounds === null ? 'Grounded' : `Grounded: ${tile.grounds}`}</p>
      )}
      {tile.severity === 'open' && <p className={style['late']}>{`${tile.state.word} ${tile.state.detail}`}</p>}
      {hasReminder && <Reminder tile={tile} />}
      {tile.severity === 'none' && (
        <p className={style['next']}>{tile.next ? `next ${tile.next}` : 'nothing booked'}</p>
      )}
    </>
  );
}

function LineTile({ tile }: { tile: FleetTile }) {
  const isLit = tile.severity === 'grounded' || tile.severity === 'expired' || tile.severity === 'warning';
  return (
    <div className={style['head']}>
      <Tail tail={tile.tail} />
      <StateMark {...lookOf(tile)}>{tile.state.short}</StateMark>
      <span className={style['sign']}>
        {isLit && (
          <StateMark {...(tile.severity === 'warning' ? reminderLook(2) : reminderLook(3))}>
            <span className="visually-hidden">{tile.severity}</span>
          </StateMark>
        )}
      </span>
    </div>
  );
}

/** Few words beside a tail; the shape says the rest. */
function shortState({ activity, state }: FleetTile): string {
  if (activity === 'flying') return `until ${state.short}`;
  if (activity === 'soon') return `at ${state.short}`;
  if (activity === 'not back' || activity === 'due out') return state.short;
  return activity === 'in the shop' ? 'in shop' : state.word;
}

const severities = ['grounded', 'expired', 'open', 'warning'] as const;
const tags = { grounded: 'Grounded', expired: 'Expired', open: 'Not back', warning: 'Warning' } as const;
const tagLooks = {
  grounded: reminderLook(3),
  expired: reminderLook(3),
  open: activityLooks['not back'],
  warning: reminderLook(2),
} as const;

/** Where tiles have room for the mark alone, the title has its word, with how many there are. */
export function SeverityKey({ tiles }: { tiles: readonly FleetTile[] }) {
  const counts = Map.groupBy(tiles, ({ severity }) => severity);
  return severities.map((severity) => {
    const count = counts.get(severity)?.length ?? 0;
    return count > 0 ? (
      <StateMark key={severity} {...tagLooks[severity]}>
        {count} {tags[severity]}
      </StateMark>
    ) : null;
  });
}

function Tag({ tile: { severity } }: { tile: FleetTile }) {
  if (severity === 'none') return null;
  return (
    <span className={style['tag']}>
      <StateMark {...tagLooks[severity]}>{tags[severity]}</StateMark>
    </span>
  );
}

function State({ tile }: { tile: FleetTile }) {
  return (
    <p className={style['state']}>
      <StateMark {...lookOf(tile)}>
        {tile.state.word} {tile.state.detail && <span className={style['detail']}>{tile.state.detail}</span>}
      </StateMark>
    </p>
  );
}

function Reminder({ tile: { reminder } }: { tile: FleetTile }) {
  if (!reminder) return <p className={style['reminder']}>no reminders read</p>;
  return (
    <p className={style['reminder']} data-status={reminder.statusId}>
      <StateMark {...reminderLook(reminder.statusId)}>
        <span className={style['reminderName']}>{reminder.name}</span>
      </StateMark>
      <span className={style['left']}>{reminder.left}</span>
    </p>
  );
}
