import { createContext, type ReactNode, useContext, useId, useLayoutEffect, useState } from 'react';
import { useOnceReady } from '#web/ui/page/now.ts';
import style from './Panel.module.css';

/** Tells the group around a panel whether the panel waits; null where there is no group. */
const Report = createContext<((panel: string, isWaiting: boolean) => void) | null>(null);

/**
 * Panels that are drawn at once when each of them has its data or has failed, so that none pushes another away while they come;
 * after three seconds as they are.
 */
export function PanelsTogether({ children }: { children: ReactNode }) {
  /** Null until the panels have reported for the first time. */
  const [waiting, setWaiting] = useState<readonly string[] | null>(null);
  const [report] = useState(() => (panel: string, isWaiting: boolean) => {
    setWaiting((before) => [...(before ?? []).filter((one) => one !== panel), ...(isWaiting ? [panel] : [])]);
  });
  // For a group without panels. Those inside have reported before, because effects run from the inside out.
  useLayoutEffect(() => report('', false), [report]);
  const isOpen = useOnceReady(waiting?.length === 0);
  return (
    <Report value={report}>
      {!isOpen && <PanelPlaceholder />}
      <div hidden={!isOpen}>{children}</div>
    </Report>
  );
}

/** Says to the group around a panel, where there is one, whether the panel waits for its data. */
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
    <div className={style['panel']}>
      <div className={style['header']} />
      <Placeholder />
    </div>
  );
}

/** Grey lines in the place of what is still loading. */
export function Placeholder() {
  return (
    <div className={style['waiting']} role="status" aria-label="Loading">
      {[72, 88, 64, 80, 70, 84].map((width) => (
        <div key={width} className={style['placeholder']} style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
