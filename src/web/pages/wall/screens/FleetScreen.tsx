import { type CSSProperties, memo } from 'react';
import type { Activity } from '#domain/readiness/activities.ts';
import { placeNotKnown } from '#domain/reservations/locations.ts';
import { reminderLook } from '#web/components/aircraft/ReminderStatus.tsx';
import { type Look, StateMark } from '#web/components/controls/StateMark.tsx';
import style from './FleetScreen.module.css';
import { type FleetTile, type Highlight, shortState } from './fleetTiles.ts';
import type { TileLayout, TileLevel } from './layout.ts';
import { Tail } from './parts.tsx';
import type { LegendEntry } from './slides.ts';

/** The mark of each activity that needs no attention. */
const activityLooks: Readonly<Record<Exclude<Activity, 'not available' | 'not back'>, Look>> = {
  flying: { shape: 'dot', tone: 'accent' },
  'may be out': { shape: 'dashed', tone: 'warning' },
  'due out': { shape: 'half', tone: 'accent' },
  'in the shop': { shape: 'wrench', tone: 'shop' },
  available: { shape: 'ring', tone: 'ok' },
  'out of service': { shape: 'ring', tone: 'inactive' },
  'not known': { shape: 'dashed', tone: 'plain' },
};

/** The mark of an aircraft that is not back: amber, and red once it is missing. */
function notBackLook(isMissing: boolean): Look {
  return { shape: 'open', tone: isMissing ? 'expired' : 'warning' };
}

type FleetScreenProps = { tiles: readonly FleetTile[]; layout: TileLayout; gap: number };

/** A tile for each aircraft. */
export function FleetScreen({ tiles, layout, gap }: FleetScreenProps) {
  const grid: CSSProperties & Record<`--${string}`, number> = {
    '--columns': layout.columns,
    '--rows': layout.rows,
    fontSize: layout.font,
    gap,
  };
  return (
    <ul className={style['tiles']} style={grid} data-level={layout.level}>
      {tiles.map((tile) => (
        <Tile key={tile.id} tile={tile} level={layout.level} />
      ))}
    </ul>
  );
}

const Tile = memo(function Tile({ tile, level }: { tile: FleetTile; level: TileLevel }) {
  return (
    <li className={style['tile']} data-severity={tile.highlight} data-activity={tile.activity}>
      {level === 'full' && <FullTile tile={tile} />}
      {level === 'compact' && <CompactTile tile={tile} />}
      {level === 'line' && <LineTile tile={tile} />}
    </li>
  );
});

function lookOf(tile: FleetTile): Look {
  const { activity, highlight } = tile;
  if (activity === 'not back')
    return highlight === 'none' ? activityLooks.flying : notBackLook(highlight === 'missing');
  if (activity === 'not available') return tile.isGrounded ? reminderLook(3) : activityLooks['not known'];
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
      <p className={style['next']}>{nextWords(tile)}</p>
      <Reminder tile={tile} />
      {tile.squawk !== null && <p className={style['squawk']}>{tile.squawk}</p>}
    </>
  );
}

/** The state beside the tail number; below it the most severe finding, otherwise the next reservation. */
function CompactTile({ tile }: { tile: FleetTile }) {
  return (
    <>
      <div className={style['head']}>
        <Tail tail={tile.tail} />
        <StateMark {...lookOf(tile)}>{shortState(tile)}</StateMark>
      </div>
      {tile.highlight === 'grounded' && <p className={style['squawk']}>Grounded: {tile.grounds}</p>}
      {(tile.highlight === 'open' || tile.highlight === 'missing') && (
        <p className={style['late']}>{`${tile.state.word} ${tile.state.detail}`}</p>
      )}
      {(tile.highlight === 'expired' || tile.highlight === 'warning') && <Reminder tile={tile} />}
      {tile.highlight === 'none' && <p className={style['next']}>{nextWords(tile)}</p>}
    </>
  );
}

function nextWords({ next, noNext, isPlaceUnknown }: FleetTile): string {
  return `${next ? `next ${next}` : noNext}${isPlaceUnknown ? `, ${placeNotKnown}` : ''}`;
}

function LineTile({ tile }: { tile: FleetTile }) {
  return (
    <div className={style['head']}>
      <Tail tail={tile.tail} />
      {tile.activity === 'not available' && tile.isGrounded ? (
        <span>{tile.state.short}</span>
      ) : (
        <StateMark {...lookOf(tile)}>{tile.state.short}</StateMark>
      )}
      <span className={style['sign']}>
        {(tile.isGrounded || tile.highlight === 'warning') && (
          <StateMark {...reminderLook(tile.isGrounded ? 3 : 2)}>
            <span className="visually-hidden">{tile.isGrounded ? 'grounded' : 'warning'}</span>
          </StateMark>
        )}
      </span>
    </div>
  );
}

type TagLook = { readonly word: string; readonly look: Look };

const groundedTag: TagLook = { word: 'Grounded', look: reminderLook(3) };

const tags: Readonly<Record<Exclude<Highlight, 'none'>, TagLook>> = {
  grounded: groundedTag,
  expired: groundedTag,
  missing: { word: 'Not back', look: notBackLook(true) },
  open: { word: 'Not back', look: notBackLook(false) },
  warning: { word: 'Warning', look: reminderLook(2) },
};

/** The meaning of marks without a word on a slide, with the number of aircraft for each. */
export function Legend({ entries }: { entries: readonly LegendEntry[] }) {
  return entries.map(({ meaning, count }) => (
    <StateMark key={meaning} {...tags[meaning].look}>
      {count} {tags[meaning].word}
    </StateMark>
  ));
}

function Tag({ tile: { highlight, activity } }: { tile: FleetTile }) {
  if (highlight === 'none') return null;
  const isDoubt = highlight === 'open' && activity === 'may be out';
  const { look, word } = isDoubt ? { look: activityLooks[activity], word: 'May be out' } : tags[highlight];
  return (
    <span className={style['tag']}>
      <StateMark {...look}>{word}</StateMark>
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

function Reminder({ tile: { reminder, noReminder } }: { tile: FleetTile }) {
  if (!reminder) return <p className={style['reminder']}>{noReminder}</p>;
  return (
    <p className={style['reminder']} data-status={reminder.statusId}>
      <StateMark {...reminderLook(reminder.statusId)}>
        <span className={style['reminderName']}>{reminder.name}</span>
      </StateMark>
      <span className={style['left']}>{reminder.left}</span>
    </p>
  );
}
