import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react';

/** Wraps controls that disappear when used: the nearest remaining one gets the focus, not the page. */
export function KeptFocus({ children }: { children: ReactNode }) {
  const around = useRef<HTMLDivElement>(null);
  /** The control that has the focus; then those after it, then those before it, each from the nearest. */
  const heirs = useRef<readonly HTMLElement[]>([]);
  useEffect(() => {
    const [holder, ...others] = heirs.current;
    if (!holder || holder.isConnected || document.activeElement !== document.body) return;
    others.find(({ isConnected }) => isConnected)?.focus({ preventScroll: true });
  });
  const follow = ({ target }: FocusEvent) => {
    const controls = Array.from(around.current?.querySelectorAll<HTMLElement>('a, button') ?? []);
    const place = controls.findIndex((control) => control === target);
    if (place >= 0) heirs.current = [...controls.slice(place), ...controls.slice(0, place).toReversed()];
  };
  return (
    // Removal takes the focus without a blur in React, so that a blur means that the person went elsewhere.
    <div ref={around} style={{ display: 'contents' }} onFocus={follow} onBlur={() => (heirs.current = [])}>
      {children}
    </div>
  );
}
