import { useEffect, useId, useState } from 'react';
import { useLayers } from './overlays.tsx';

/** Milliseconds that a pointer must rest, or a finger press, before the tooltip appears. */
const rest = 400;

type Tip = { readonly element: Element; readonly text: string };

/**
 * Shows the tooltip of an element with `data-tip`: on hover, on keyboard focus, on a long press, and at once on a tap where a tap
 * does nothing else. One for the whole page, because hundreds of bars and marks have tooltips. Escape and any press hide it. A
 * fact that stands nowhere else is an `Explained`, which takes the focus.
 */
export function Tips() {
  const [tip, setTip] = useState<Tip | null>(null);
  const layers = useLayers(tip !== null);
  const id = useId();
  useEffect(() => followTips(setTip), []);
  useEffect(() => {
    if (!tip) return undefined;
    const { element } = tip;
    // If the name has the same text, a screen reader would read it twice. Text for paper alone is not in it.
    const seen = element instanceof HTMLElement ? element.innerText : element.textContent;
    if ((element.getAttribute('aria-label') ?? seen).includes(tip.text)) return undefined;
    const own = element.getAttribute('aria-describedby');
    element.setAttribute('aria-describedby', own === null ? id : `${own} ${id}`);
    return () => {
      if (own === null) element.removeAttribute('aria-describedby');
      else element.setAttribute('aria-describedby', own);
    };
  }, [tip, id]);
  return tip && layers && <layers.TipLayer id={id} text={tip.text} anchor={tip.element} />;
}

function followTips(show: (tip: Tip | null) => void): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let shown: Element | null = null;
  let tapped: Element | null = null;
  const end = new AbortController();
  const put = (element: Element | null) => {
    clearTimeout(waiting);
    shown = element;
    const text = element?.getAttribute('data-tip');
    show(element && text ? { element, text } : null);
  };
  const away = () => {
    clearTimeout(waiting);
    if (shown) put(null);
  };
  const soon = (element: Element) => {
    clearTimeout(waiting);
    waiting = setTimeout(() => element.isConnected && put(element), rest);
  };
  const on = <Name extends keyof DocumentEventMap>(name: Name, act: (event: DocumentEventMap[Name]) => void) =>
    document.addEventListener(name, act, { capture: true, passive: true, signal: end.signal });
  on('pointerover', ({ target, pointerType }) => {
    if (pointerType === 'touch') return;
    const element = tipped(target);
    if (element === shown) return;
    away();
    if (element) soon(element);
  });
  on('focusin', ({ target }) => {
    const focused = target instanceof Element && target.matches(':focus-visible') ? target : null;
    // A link or button shows the tooltip of its parts, because the parts take no focus.
    const element = tipped(focused) ?? (focused?.matches('a, button') ? focused.querySelector('[data-tip]') : null);
    if (element) soon(element);
    else if (focused || !tapped) away();
  });
  // After the finger is lifted, a tap moves the focus: its tooltip stays.
  on('focusout', () => tapped ?? away());
  on('pointerdown', ({ target, pointerType }) => {
    away();
    const element = pointerType === 'touch' ? tipped(target) : null;
    if (element) soon(element);
    tapped = element && !element.closest(pressable) ? element : null;
  });
  on('pointermove', ({ pointerType, movementX, movementY }) => {
    if (pointerType !== 'touch' || Math.hypot(movementX, movementY) <= 3) return;
    away();
    tapped = null;
  });
  // A browser ends a long press on a link with its own menu: a tooltip shown by then stays.
  const lift = () => shown === null && clearTimeout(waiting);
  on('pointerup', () => (tapped && !shown ? put(tapped) : lift()));
  on('pointercancel', lift);
  on('click', ({ target }) => {
    const element = tipped(target);
    if (element?.matches('[data-explains]')) put(element);
  });
  on('keydown', ({ key }) => key === 'Escape' && away());
  // A pending tooltip is kept: a pointer may rest before the page stops scrolling.
  on('scroll', () => shown && away());
  return () => {
    end.abort();
    away();
  };
}

/** What a tap presses; a tooltip in it waits for a long press. */
const pressable = 'a, button, input, label, summary, [role=option]';

function tipped(target: EventTarget | null): Element | null {
  const element = target instanceof Element ? target.closest('[data-tip]') : null;
  return element && hasMore(element) ? element : null;
}

/** Whether the tooltip adds to the visible text: a cut-off name, or a text that differs from the element's own. */
function hasMore(element: Element): boolean {
  if (element.textContent !== element.getAttribute('data-tip')) return true;
  return [element, element.parentElement].some((one) => one && one.scrollWidth > one.clientWidth);
}
