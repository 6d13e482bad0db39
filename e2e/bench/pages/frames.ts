/** Runs in the page: what is on the screen, and when. */

function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve(performance.now())));
}

const quietMs = 250;

/**
 * Milliseconds from an action until the frame after its last change to the page. An element that matches this selector (a bar or
 * a row) must be visible.
 */
export async function untilPainted(root: Element, selector: string, act: () => void): Promise<number> {
  let hasChanged = false;
  const observer = new MutationObserver(() => (hasChanged = true));
  observer.observe(root, { childList: true, subtree: true, attributes: true });
  let start = 0;
  // In a task, like a browser callback: code run by a debugger or after a promise does not count as script.
  await new Promise<void>((resolve) => {
    setTimeout(() => {
      start = performance.now();
      act();
      resolve();
    });
  });
  let painted: number | null = null;
  for (;;) {
    const now = await nextFrame();
    if (hasChanged) {
      hasChanged = false;
      painted = null;
    } else if (painted === null) painted = isVisible(root.querySelector(selector)) ? now : null;
    else if (now - painted > quietMs) break;
  }
  observer.disconnect();
  return painted - start;
}

/** Scrolls from the top to the bottom in so many frames. Resolves with the milliseconds of each. */
export function scrollThrough(scroller: Element, frames: number): Promise<number[]> {
  return scrollBetween(scroller, 0, scroller.scrollHeight - scroller.clientHeight, frames);
}

/** Scrolls from one position to another in so many frames. Resolves with the milliseconds of each. */
export async function scrollBetween(scroller: Element, from: number, to: number, frames: number): Promise<number[]> {
  const gaps: number[] = [];
  let before = await nextFrame();
  for (let step = 1; step <= frames; step++) {
    scroller.scrollTop = from + ((to - from) * step) / frames;
    const now = await nextFrame();
    gaps.push(now - before);
    before = now;
  }
  return gaps;
}

function isVisible(element: Element | null): boolean {
  return element?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ?? false;
}
