import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';

/** Pixels. */
export type Room = { readonly width: number; readonly height: number };

/** The room inside an element, followed as it changes; null until it is there. Give `ref` to the element. */
export function useRoom() {
  const [room, setRoom] = useState<Room | null>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      const next = { width: element.clientWidth, height: element.clientHeight };
      setRoom((last) => (last?.width === next.width && last.height === next.height ? last : next));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, room };
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

/** The whole window. */
export function useWindowRoom(): Room {
  const width = useSyncExternalStore(subscribe, () => window.innerWidth);
  const height = useSyncExternalStore(subscribe, () => window.innerHeight);
  return useMemo(() => ({ width, height }), [width, height]);
}
