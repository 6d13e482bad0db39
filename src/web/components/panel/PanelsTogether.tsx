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
 */
export function PanelsTogether({ children }: { children: ReactNode }) {
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
      {!isOpen && <PanelPlaceholder />}
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

/** Grey lines in place of loading content. */
export function Placeholder() {
  return (
    <div className={style['waiting']} role="status" aria-label="Loading">
      {[72, 88, 64, 80, 70, 84].map((width) => (
        <Skeleton key={width} height={16} width={`${width}%`} />
      ))}
    </div>
  );
}
