import { type ReactNode, useMemo } from 'react';
import type { Horizon } from '#domain/maintenance/horizon.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { monthText, weekdayNames } from '#domain/time/clock.ts';
import { dayOf, type Instant } from '#domain/time/time.ts';
import { Fold } from '#web/components/controls/Fold.tsx';
import { reminderLook } from '#web/components/aircraft/ReminderStatus.tsx';
import { Button, IconButton } from '#web/components/controls/buttons.tsx';
import { Spoken } from '#web/components/controls/controls.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useSchool } from '#web/components/page/school.tsx';
import { useUrlChoice, useUrlMonth, useUrlSet } from '#web/components/page/urlState.ts';
import {
  type CalendarCell,
  countsOf,
  type DayCount,
  type DueBand,
  dueCalendar,
  type DueMark,
  unplaced,
  daysShown,
} from './dueCalendarModel.ts';
import style from './DueCalendar.module.css';

type DueCalendarProps = {
  items: readonly DueItem[];
  horizons: ReadonlyMap<string, Horizon> | null;
  reservations: readonly TimedReservation[] | null;
  now: Instant;
};

/** A month of planned shop visits, date limits and forecast counts, which open. This month begins with the present week. */
export function DueCalendar({ items, horizons, reservations, now }: DueCalendarProps) {
  const zone = useSchool().timeZone;
  const month = useUrlMonth('month', dayOf(now, zone).slice(0, 7));
  const weeks = useUrlChoice('weeks', ['ahead', 'all'], 'ahead');
  const all = useMemo(
    () => dueCalendar({ items, horizons, reservations, month: month.value, zone, now }),
    [items, horizons, reservations, month.value, zone, now],
  );
  const { cells, earlier } = daysShown(all, weeks.value === 'all');
  const days = useMemo(() => all.map(({ day }) => day), [all]);
  const notPlaced = useMemo(() => unplaced(items), [items]);
  // Open days of another month are not an error: they are not reported.
  const opened = useUrlSet('more', days, 'replace');
  return (
    <>
      <div className={style['head']}>
        <IconButton icon="previous" label="Previous month" onClick={() => month.turn(-1)} />
        <h3>{monthText(month.value)}</h3>
        <IconButton icon="next" label="Next month" onClick={() => month.turn(1)} />
        {earlier && (
          <Button isPressed={weeks.value === 'all'} onClick={() => weeks.set(weeks.value === 'all' ? 'ahead' : 'all')}>
            {earlier}
          </Button>
        )}
        <Key />
      </div>
      {notPlaced.length > 0 && (
        <ul className={style['unplaced']} aria-label="Not in the calendar">
          {notPlaced.map((mark) => (
            <li key={mark.key}>
              <Limit mark={mark} />
            </li>
          ))}
        </ul>
      )}
      <div className={style['weekdays']} aria-hidden="true">
        {weekdayNames.map((name) => (
          <span key={name}>{name.slice(0, 3)}</span>
        ))}
      </div>
      <ol className={style['month']} data-paper="wide" aria-label={monthText(month.value)}>
        {cells.map((cell) => (
          <Cell
            key={cell.day}
            cell={cell}
            isOpen={opened.value.includes(cell.day)}
            onToggle={() => opened.toggle(cell.day)}
          />
        ))}
      </ol>
    </>
  );
}

/** What the marks of a day mean, once for all days. */
function Key() {
  return (
    <ul className={style['key']} aria-label="Key">
      <li>
        <StateMark shape="dot" tone="plain">
          Date limit
        </StateMark>
      </li>
      <li data-needs-visit="true">No shop visit before it</li>
      {(['visit', 'unnamed', 'likely', 'may'] as const).map((kind) => (
        <li key={kind}>
          <CountMark kind={kind}>{kindWords[kind]}</CountMark>
        </li>
      ))}
    </ul>
  );
}

const kindWords: { readonly [Kind in DayCount['kind']]: string } = {
  visit: 'Shop visit',
  unnamed: 'Shop visit, no work named',
  likely: 'Likely due, as booked',
  may: 'May come due',
};

/** A forecast is a swatch, because nothing about it is certain; a visit without named work is no work yet. */
function CountMark({ kind, children }: { kind: DayCount['kind']; children: ReactNode }) {
  if (kind === 'visit' || kind === 'unnamed') {
    return (
      <StateMark shape={kind === 'visit' ? 'wrench' : 'ring'} tone="shop">
        {children}
      </StateMark>
    );
  }
  return (
    <span className={style['forecast']} data-kind={kind}>
      {children}
    </span>
  );
}

type CellProps = { cell: CalendarCell; isOpen: boolean; onToggle: () => void };

function Cell({ cell, isOpen, onToggle }: CellProps) {
  return (
    <li data-is-in-month={cell.isInMonth} data-is-today={cell.isToday} data-is-empty={cell.isEmpty}>
      <span className={style['day']}>
        <span className={style['label']}>
          {cell.label}
          {cell.isToday && ', today'}
        </span>
        <span className={style['number']} aria-hidden="true">
          {cell.number}
        </span>
      </span>
      {cell.limits.map((mark) => (
        <Limit key={mark.key} mark={mark} />
      ))}
      <Counts counts={countsOf(cell)} isOpen={isOpen} onToggle={onToggle} />
    </li>
  );
}

type CountsProps = Omit<CellProps, 'cell'> & { counts: ReturnType<typeof countsOf> };

/** The counts of a day; opened, they name the aircraft in the shop and the reminders. */
function Counts({ counts: found, isOpen, onToggle }: CountsProps) {
  if (!found) return null;
  const { counts, words, bands, visits } = found;
  const unnamed = visits.filter(({ purpose }) => purpose === null);
  const summary = (
    <Spoken words={words}>
      <span className={style['counts']} data-tip={words}>
        {counts.map(({ kind, count }) => (
          <CountMark key={kind} kind={kind}>
            {count}
          </CountMark>
        ))}
      </span>
    </Spoken>
  );
  return (
    <Fold className={style['more']} summary={summary} isOfRow isOnPaper isOpen={isOpen} onToggle={onToggle}>
      {visits
        .filter(({ purpose }) => purpose !== null)
        .map(({ key, text, purpose }) => (
          <span key={key} className={style['visit']}>
            <CountMark kind="visit">
              {text} <em>{purpose}</em>
            </CountMark>
          </span>
        ))}
      {unnamed.length > 0 && (
        <span className={style['visit']}>
          <CountMark kind="unnamed">
            {unnamed.map(({ text }) => text).join(', ')}
            <span className="visually-hidden">, no work named</span>
          </CountMark>
        </span>
      )}
      {bands.map((band) => (
        <Forecast key={band.key} band={band} />
      ))}
    </Fold>
  );
}

/** A limit far ahead has a plain mark: only what the service warns of stands out. The key says what the dashed edge means. */
function Limit({ mark: { link, statusId, text, needsVisit } }: { mark: DueMark }) {
  const look = reminderLook(statusId);
  const words = [text, needsVisit && 'no shop visit before it'].filter(Boolean).join(', ');
  return (
    <AppLink className={style['limit']} to={link} data-needs-visit={needsVisit} data-tip={words}>
      <StateMark {...(look.tone === 'ok' ? plainLimit : look)}>
        {text}
        {needsVisit && <span className="visually-hidden">, no shop visit before it</span>}
      </StateMark>
    </AppLink>
  );
}

const plainLimit = { shape: 'dot', tone: 'plain' } as const;

function Forecast({ band: { link, text, needsVisit, isFirst, isLikely } }: { band: DueBand }) {
  const isBare = needsVisit && isLikely;
  return (
    <AppLink to={link} data-needs-visit={isBare}>
      <CountMark kind={isLikely ? 'likely' : 'may'}>
        <span>
          {text}
          {isLikely && <span className="visually-hidden">, likely</span>}
          {isBare && <span className="visually-hidden">, no shop visit before it</span>}
          {!isLikely && isFirst && <em> at the earliest</em>}
        </span>
      </CountMark>
    </AppLink>
  );
}
