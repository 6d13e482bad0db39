import { type CSSProperties, use } from 'react';
import { createPortal } from 'react-dom';
import { countAt } from '#domain/reservations/locations.ts';
import { type Marks, MarkIcons } from '#web/pages/reservations/ReservationMarks.tsx';
import { percent } from '#web/components/timetrack/trackModel.ts';
import { usePrinting } from '#web/components/page/display.tsx';
import { MomentContext, usePresentMinute } from '#web/components/page/now.ts';
import { useClock, useLocationChoice, useSchoolName } from '#web/components/page/school.tsx';
import { kindBarClass, KindIcon, StatusGlyph } from '#web/components/reservation/kinds.tsx';
import style from './DaySheet.module.css';
import { daySheet, type Sheet, type SheetBar, type SheetMoment, type SheetSources } from './model.ts';

type DaySheetProps = Omit<SheetSources, 'clock'> & { marks: Marks };

/** The day on one landscape page. It prints whichever view is on screen, and is mounted only while printing. */
export function DaySheet(props: DaySheetProps) {
  return usePrinting() ? createPortal(<PrintedSheet {...props} />, document.body) : null;
}

function PrintedSheet({ marks, ...sources }: DaySheetProps) {
  const name = countAt(useSchoolName(), useLocationChoice());
  const sheet = daySheet({ ...sources, ...useSheetMoment(), clock: useClock() });
  return (
    <section className={style['sheet']} aria-label="Day sheet">
      <header>
        <h1>{sheet.title}</h1>
        <b>{name}</b>
        <span>{sheet.booked}</span>
        <span>{sheet.conflicts}</span>
        <span className={style['stamp']}>{sheet.stamp}</span>
      </header>
      <Grid sheet={sheet} marks={marks} />
      {sheet.lists.map(({ title, entries }) => (
        <footer key={title}>
          <b>
            {title} ({entries.length})
          </b>
          {entries.map(({ key, text }) => (
            <span key={key}>{text}</span>
          ))}
        </footer>
      ))}
    </section>
  );
}

/** A sheet of another moment says so, and when it was printed. */
export function useSheetMoment(): SheetMoment {
  return { printedAt: usePresentMinute(), moment: use(MomentContext)?.words };
}

/** With the custom properties that the style sheet reads. */
export type BarStyle = CSSProperties & { readonly [name: `--${string}`]: string | number };

/** A row per aircraft over the hours of the sheet; the rows share the height of the page between them. */
function Grid({ sheet: { hours, hourCount, now, lines, rows }, marks }: { sheet: Sheet; marks: Marks }) {
  const size: BarStyle = { '--lines': lines, '--hour': percent(1 / hourCount) };
  return (
    <div className={style['grid']} style={size}>
      <Hours hours={hours} now={now} />
      {rows.map(({ id, label, depth, bars }) => {
        const height: BarStyle = { '--depth': depth };
        return (
          <div key={id} className={style['row']} style={height}>
            <b>{label}</b>
            <div className={style['track']}>
              {bars.map((bar) => (
                <Bar key={bar.reservation.key} bar={bar} marks={marks} />
              ))}
            </div>
          </div>
        );
      })}
    </div>
  );
}

export function Hours({ hours, now }: Pick<Sheet, 'hours' | 'now'>) {
  return (
    <div className={style['hours']}>
      {hours.map(({ at, left, label }) => (
        <span key={at} style={{ left: percent(left) }}>
          {label}
        </span>
      ))}
      {now && <b style={{ left: percent(now.left) }}>{now.label}</b>}
    </div>
  );
}

export function Bar({ bar: { reservation, title, left, width, lane }, marks }: { bar: SheetBar; marks: Marks }) {
  const place: BarStyle = { left: percent(left), width: percent(width), '--lane': lane };
  return (
    <span className={kindBarClass} data-kind={reservation.kind} style={place}>
      <KindIcon kind={reservation.kind} size={8} />
      <MarkIcons mark={marks.get(reservation.key)} />
      <span>{title}</span>
      <StatusGlyph statusId={reservation.statusId} size={8} />
    </span>
  );
}
