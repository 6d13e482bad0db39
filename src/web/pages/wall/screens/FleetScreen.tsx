import { type CSSProperties, memo } from 'react';
import { placeNotKnown } from '#domain/reservations/locations.ts';
import { reminderLook } from '#web/components/aircraft/ReminderStatus.tsx';
import { type Look, StateMark } from '#web/components/controls/StateMark.tsx';
import style from './FleetScreen.module.css';
import { type FleetTile, type Highlight, lineState, shortState, tileWord } from './fleetTiles.ts';
import type { TileLayout, TileLevel } from './layout.ts';
import { Tail } from './parts.tsx';
import type { LegendEntry } from './slides.ts';

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

/** What the aircraft does, in one word. */
function Word({ tile }: { tile: FleetTile }) {
  const { word, tone } = tileWord(tile);
  return (
    <b className={style['word']} data-tone={tone}>
      {word}
    </b>
  );
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
        <span className={style['doing']}>
          <Word tile={tile} /> {shortState(tile)}
        </span>
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

/** A mark whose word is in the title of the slide. */
function Sign({ statusId, word }: { statusId: 2 | 3; word: string }) {
  return (
    <StateMark {...reminderLook(statusId)}>
      <span className="visually-hidden">{word}</span>
    </StateMark>
  );
}

function LineTile({ tile }: { tile: FleetTile }) {
  const isGroundedElsewhere = tile.isGrounded && tileWord(tile).word !== 'GROUNDED';
  return (
    <div className={style['head']}>
      <Tail tail={tile.tail} />
      <span className={style['doing']}>
        <Word tile={tile} /> {lineState(tile)}
      </span>
      <span className={style['sign']}>
        {isGroundedElsewhere && <Sign statusId={3} word="grounded" />}
        {tile.highlight === 'warning' && !tile.isGrounded && <Sign statusId={2} word="warning" />}
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

/** What the word of the tile does not say. */
function Tag({ tile }: { tile: FleetTile }) {
  const { highlight, activity, reminder } = tile;
  if (highlight === 'none' || tileWord(tile).word === 'GROUNDED') return null;
  // The line of the reminder says what is due.
  if (highlight === 'warning' && reminder?.statusId === 2) return null;
  const { look, word } = highlight === 'open' && activity === 'may be out' ? mayBeOutTag : tags[highlight];
  return (
    <span className={style['tag']}>
      <StateMark {...look}>{word}</StateMark>
    </span>
  );
}

const mayBeOutTag: TagLook = { word: 'May be out', look: { shape: 'dashed', tone: 'warning' } };

/** The word, and all that is known of it: `OUT until 1130L`, `SHOP +1:05`; the service's own status of one out of service. */
function State({ tile }: { tile: FleetTile }) {
  const { activity, state } = tile;
  const isExplained = activity === 'inactive' || activity === 'not known';
  return (
    <p className={style['state']}>
      <Word tile={tile} /> {isExplained && state.word}{' '}
      {tileWord(tile).word !== 'GROUNDED' && <span className={style['detail']}>{state.detail}</span>}
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
