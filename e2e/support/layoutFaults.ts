import type { Page } from 'playwright/test';

type Box = { left: number; top: number; right: number; bottom: number };
/** One visible line of a text, with its element. */
type Piece = Box & { readonly text: string; readonly owner: Element };
/** The visible area for the text of an element; null if it is hidden. */
type Windows = Map<Element | null, Box | null>;

/**
 * Layout faults on the page: texts that overlap, and texts that are cut off without dots (figures and tail numbers also with
 * dots). One line for each fault; empty if there are none. It checks only the viewport, and skips covered texts.
 */
export function layoutFaults(page: Page): Promise<string[]> {
  // The page gets the source of these functions, because it cannot import.
  const functions = [cross, isThere, windowOf, hasGround, isShown, textPieces, crossings, cuts];
  return page.evaluate(`(() => {
    ${functions.map(String).join('\n')}
    const pieces = textPieces();
    return [...new Set([...crossings(pieces), ...cuts(pieces)])];
  })()`);
}

/**
 * What makes the page scroll sideways, one line for each: the innermost elements that reach beyond its right edge, outside
 * regions that scroll or cut by themselves. Empty if there are none.
 */
export function beyondTheEdge(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const edge = document.documentElement.clientWidth;
    const isHeld = (element: Element): boolean => {
      for (let outer = element.parentElement; outer && outer !== document.body; outer = outer.parentElement)
        if (getComputedStyle(outer).overflowX !== 'visible') return outer.getBoundingClientRect().right <= edge + 1;
      return false;
    };
    const far = [...document.body.querySelectorAll('*')].filter((element) => {
      const { right, width, height } = element.getBoundingClientRect();
      return right > edge + 1 && width > 1 && height > 1 && element.checkVisibility() && !isHeld(element);
    });
    const inner = far.filter((element) => !far.some((other) => other !== element && element.contains(other)));
    const lines = inner.map((element) => {
      const name = `${element.localName}.${element.getAttribute('class') ?? ''}`;
      return `${name} in ${element.parentElement?.getAttribute('class')}: ${element.textContent.slice(0, 12)}`;
    });
    const { scrollWidth } = document.scrollingElement ?? document.documentElement;
    return scrollWidth > edge ? [`${scrollWidth - edge} px too wide`, ...new Set(lines)] : [];
  });
}

function cross(a: Box, b: Box): Box {
  return {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

function isThere(box: Box): boolean {
  return box.right - box.left > 1 && box.bottom - box.top > 1;
}

function windowOf(element: Element | null, windows: Windows): Box | null {
  const known = windows.get(element);
  if (known !== undefined || !element) return known ?? null;
  const outer = windowOf(element.parentElement, windows);
  const style = getComputedStyle(element);
  const isRoot = element === document.documentElement || element === document.body;
  const clips = !isRoot && /hidden|clip|auto|scroll/.test(style.overflowX + style.overflowY);
  const isHidden = style.visibility === 'hidden' || style.opacity === '0' || style.clipPath !== 'none';
  const ownBox = outer && clips ? cross(outer, element.getBoundingClientRect()) : outer;
  const seen = isHidden ? null : ownBox;
  windows.set(element, seen);
  return seen;
}

function hasGround(element: Element): boolean {
  const { backgroundColor, backgroundImage } = getComputedStyle(element);
  return !/rgba\(.*, 0\)|transparent/.test(backgroundColor) || backgroundImage !== 'none';
}

/** Whether the text of `owner` is visible in the middle of the box: nothing with a background covers it. */
function isShown(box: Box, owner: Element): boolean {
  const stack = document.elementsFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
  const place = stack.findIndex((element) => element === owner || owner.contains(element));
  const above = place === -1 ? stack.filter((element) => !element.contains(owner)) : stack.slice(0, place);
  return above.every((element) => !hasGround(element));
}

function textPieces(): Piece[] {
  const whole: Box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const windows: Windows = new Map([[null, whole]]);
  const pieces: Piece[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? '';
    const owner = node.parentElement;
    if (text === '' || !owner?.checkVisibility() || owner.closest('option, textarea')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      // The line's box is taller than its letters.
      const inset = line.height * 0.2;
      const letters = { left: line.left, right: line.right, top: line.top + inset, bottom: line.bottom - inset };
      if (!isThere(cross(letters, whole))) continue;
      const frame = windowOf(owner, windows);
      const seen = frame && cross(letters, frame);
      if (seen && isThere(seen) && isShown(seen, owner)) pieces.push({ ...seen, text, owner });
    }
  }
  return pieces.toSorted((a, b) => a.top - b.top);
}

function crossings(pieces: readonly Piece[]): string[] {
  const faults: string[] = [];
  for (const [place, a] of pieces.entries()) {
    for (const b of pieces.slice(place + 1)) {
      if (b.top >= a.bottom) break;
      const both = cross(a, b);
      if (both.right - both.left <= 2 || both.bottom - both.top <= 2 || a.owner === b.owner) continue;
      if (isShown(both, a.owner) && isShown(both, b.owner))
        faults.push(`“${a.text.slice(0, 40)}” crosses “${b.text.slice(0, 40)}” at ${both.left | 0}, ${both.top | 0}`);
    }
  }
  return faults;
}

function cuts(pieces: readonly Piece[]): string[] {
  return [...new Set(pieces.map(({ owner }) => owner))].flatMap((owner) => {
    const cut = owner.scrollWidth - owner.clientWidth;
    const style = getComputedStyle(owner);
    if (cut <= 1 || owner.clientWidth === 0 || !/hidden|clip/.test(style.overflowX)) return [];
    if (style.textOverflow === 'ellipsis' && !/mono/i.test(style.fontFamily)) return [];
    return [`“${owner.textContent.slice(0, 60)}” lacks ${cut} px`];
  });
}
