import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { boardScreens } from '#domain/board/settings.ts';
import { planScreen } from './planScreens.tsx';

const sizes = { legible: 31, easy: 37, isTooFar: false };
const room = { width: 1876, height: 820 };

test.each(boardScreens)('where the screen %s cannot be planned it says so, and has its turn all the same', (screen) => {
  const broken = new Proxy({}, { get: () => null });
  const given = { data: broken, room, sizes, school: broken } as unknown as Parameters<typeof planScreen>[1];
  const plan = planScreen(screen, given);
  expect(plan.pages).toBe(1);
  expect(renderToStaticMarkup(plan.draw(0))).toContain('This screen has a fault; the others go on.');
});
