import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react';

/**
 * Wraps controls that disappear when used, or can no longer be pressed: the same one drawn anew gets the focus, or else the
 * nearest remaining one, not the page.
 */
export function KeptFocus({ children }: { children: ReactNode }) {
  const around = useRef<HTMLDivElement>(null);
  /** The control that has the focus; then those after it, then those before it, each from the nearest. */
  const heirs = useRef<readonly HTMLElement[]>([]);
  useEffect(() => {
    const [holder, ...others] = heirs.current;
    if (!holder || canHold(holder)) return;
    const active = document.activeElement;
    // The browser takes the focus from a disabled button only later.
    if (active !== document.body && active !== holder) return;
    const anew = controlsIn(around.current).filter((control) => nameOf(control) === nameOf(holder));
    [...anew, ...others].find(canHold)?.focus({ preventScroll: true });
  });
  const follow = ({ target }: FocusEvent) => {
    const controls = controlsIn(around.current);
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

function controlsIn(around: HTMLElement | null): HTMLElement[] {
  return Array.from(around?.querySelectorAll<HTMLElement>('a, button') ?? []);
}

/** A removed control has no root any more. */
function canHold(control: HTMLElement): boolean {
  return control.matches(':root :is(a, :enabled)');
}

function nameOf(control: HTMLElement): string {
  return control.ariaLabel ?? control.textContent;
}
