import Card from '@mui/material/Card';
import Skeleton from '@mui/material/Skeleton';
import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useState } from 'react';
import { useOnceReady } from '#web/components/page/now.ts';
import style from './Panel.module.css';

/** Tells the group whether a panel in it waits; null outside a group. */
const Report = createContext<((panel: string, isWaiting: boolean) => void) | null>(null);

/**
 * Panels that are drawn together once each has its data or has failed, so that none moves another. After three seconds they
 * are drawn anyway.
 *
 * @param waiting what is drawn until then; one panel if it is left out
 */
export function PanelsTogether({ waiting: drawn, children }: { waiting?: ReactNode; children: ReactNode }) {
  /** Null until the panels have reported for the first time. */
  const [waiting, setWaiting] = useState<readonly string[] | null>(null);
  const [report] = useState(() => (panel: string, isWaiting: boolean) => {
    setWaiting((before) => [...(before ?? []).filter((text) => text !== panel), ...(isWaiting ? [panel] : [])]);
  });
  // For a group without panels. The panels inside have reported before, because effects run from the inside out.
  useLayoutEffect(() => report('', false), [report]);
  const isOpen = useOnceReady(waiting?.length === 0);
  return (
    <Report value={report}>
      {!isOpen && (drawn ?? <PanelPlaceholder />)}
      <div hidden={!isOpen}>{children}</div>
    </Report>
  );
}

/** Tells the surrounding group, if any, whether the panel waits for its data. */
export function useReport(isWaiting: boolean): void {
  const report = useContext(Report);
  const panel = useId();
  useLayoutEffect(() => {
    report?.(panel, isWaiting);
    return () => report?.(panel, false);
  }, [report, panel, isWaiting]);
}

/** A panel of a page whose code is still loading. */
export function PanelPlaceholder() {
  return (
    <Card>
      <div className={style['header']} />
      <Placeholder />
    </Card>
  );
}

/** What is on its way: rows of a table, rows of a timeline with their bars, the days of a month, or text. */
export type Shape = keyof typeof shapes;

/** The rows of each shape, in turn: the widths of their blocks, in per cent. Negative ones are gaps. */
const shapes = {
  text: [[72], [88], [64]],
  table: [
    [9, -4, 18, -6, 14, -6, 22],
    [9, -4, 14, -10, 18, -2, 18],
  ],
  timeline: [
    [8, -8, 14, -3, 20, -12, 16],
    [8, -20, 18, -6, 11],
  ],
  month: [[12, 12, 12, 12, 12, 12, 12]],
};
/** Of tables and timelines enough for a tall window: what does not fit is cut off. */
const rowsOf = { text: 6, table: 24, timeline: 24, month: 6 };

/** Grey blocks in place of loading content, in its shape, so that little moves when it comes. */
export function Placeholder({ shape = 'text' }: { shape?: Shape }) {
  const rows = shapes[shape];
  return (
    <div className={style['waiting']} data-shape={shape} role="status" aria-label="Loading">
      {Array.from({ length: rowsOf[shape] }, (_, line) => (
        <div key={line}>
          {rows[line % rows.length]?.map((width, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- the blocks never change
            <Skeleton key={place} sx={{ width: `${Math.abs(width)}%`, visibility: width < 0 ? 'hidden' : null }} />
          ))}
        </div>
      ))}
    </div>
  );
}
