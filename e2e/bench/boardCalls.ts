import { demandOf } from '#server/replica/planner.ts';
import { partsOfSchool } from '#e2e/servers/plannerSimulation.ts';
import { openBoard } from './boardPage.ts';
import type { Part } from './outcome.ts';

const step = 15_000;
const hour = 3_600_000;
const aircraft = 150;
const perDay = 450;

/**
 * The calls to the service minute by minute, for a board with 150 aircraft in its second hour, without a binding allowance. The
 * local copy makes them, whatever the board requests. They are compared with what its table of ages needs.
 */
export async function boardCalls(): Promise<Part> {
  const board = await openBoard({
    flags: [`--aircraft=${aircraft}`, `--reservations-per-day=${perDay}`],
    search: 'screens=fleet:600',
    isTimed: true,
  });
  const minutes: number[] = [];
  for (let passed = 0; passed < 2 * hour; passed += 4 * step) {
    const before = board.stack.upstream.calls();
    for (let part = 0; part < 4; part++) {
      await board.pass(step);
      await board.page.waitForTimeout(100);
    }
    if (passed >= hour) minutes.push(board.stack.upstream.calls() - before);
  }
  await board.close();
  const usual = minutes.reduce((sum, calls) => sum + calls, 0) / minutes.length;
  const max = Math.max(...minutes);
  const needed = demandOf(partsOfSchool(aircraft, perDay));
  return {
    rows: [
      [
        'calls a minute, 150 aircraft',
        usual.toFixed(1),
        `at most ${max}, by the ages ${needed.toFixed(1)}`,
        (usual / needed).toFixed(2),
      ],
    ],
    figures: { 'calls a minute, 150 aircraft': usual, 'most calls in a minute, 150 aircraft': max },
    ratios: { 'calls a minute to those by the ages, 150 aircraft': usual / needed },
  };
}
