import type { Page } from 'playwright/test';

/**
 * The marks that a page loses in forced colours (the high contrast of Windows): elements without text, picture or edge whose
 * ground alone tells them from what is behind them, and has become the same. One line for each kind; empty if there are none.
 */
export async function lostMarks(page: Page): Promise<string[]> {
  const functions = [groundOf, hasEdge, standsOut, isMark];
  const inPage = (body: string) => `(() => { ${functions.map(String).join('\n')}\n${body} })()`;
  await page.emulateMedia({ forcedColors: 'none' });
  await page.evaluate(
    inPage(`for (const one of document.body.querySelectorAll('*'))
      if (isMark(one) && standsOut(one) && !hasEdge(one)) one.dataset.groundMark = '';`),
  );
  await page.emulateMedia({ forcedColors: 'active' });
  const lost = await page.evaluate<string[]>(
    inPage(`return [...document.querySelectorAll('[data-ground-mark]')].flatMap((one) => {
      delete one.dataset.groundMark;
      return standsOut(one) || hasEdge(one) ? [] : [one.localName + '.' + one.className + ' in ' + one.parentElement.className];
    });`),
  );
  await page.emulateMedia({ forcedColors: 'none' });
  return [...new Set(lost)];
}

/** The colour behind an element's content: its own, or that of the nearest element outside it that has one. */
function groundOf(element: Element | null): string {
  for (let one = element; one; one = one.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(one);
    if (backgroundImage !== 'none') return backgroundImage;
    if (!/rgba\(.*, 0\)|transparent/.test(backgroundColor))
      return backgroundColor.replace(/^rgba\((.*), [\d.]+\)$/, 'rgb($1)');
  }
  return 'none';
}

function hasEdge(element: Element): boolean {
  const style = getComputedStyle(element);
  const sides = ['Top', 'Right', 'Bottom', 'Left'] as const;
  const isDrawn = (width: string, line: string, colour: string) =>
    Number.parseFloat(width) > 0 && line !== 'none' && !/rgba\(.*, 0\)/.test(colour);
  return (
    isDrawn(style.outlineWidth, style.outlineStyle, style.outlineColor) ||
    sides.some((side) => isDrawn(style[`border${side}Width`], style[`border${side}Style`], style[`border${side}Color`]))
  );
}

function standsOut(element: Element): boolean {
  const behind = groundOf(element.parentElement);
  const isDrawn = (part: '::before' | '::after') => {
    const { content, backgroundColor } = getComputedStyle(element, part);
    return content !== 'none' && !/rgba\(.*, 0\)/.test(backgroundColor) && backgroundColor !== behind;
  };
  return groundOf(element) !== behind || isDrawn('::before') || isDrawn('::after');
}

/** Something small without words: a line, a bar, a dot. A panel or a row that only groups its content is not one. */
function isMark(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  // The browser draws controls in system colours.
  if (element.localName === 'input') return false;
  const isSmall = Math.min(width, height) > 0.5 && Math.min(width, height) <= 40;
  return isSmall && element.children.length === 0 && element.textContent.trim() === '' && element.checkVisibility();
}
