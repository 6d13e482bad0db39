import { openBoard } from './boardPage.ts';
import type { Part } from './outcome.ts';

const step = 15_000;
const hour = 3_600_000;
const allowance = 60;

/** The calls that one board with 150 aircraft causes at the service, minute by minute, in its second hour. */
export async function boardCalls(): Promise<Part> {
  const board = await openBoard({
    flags: ['--aircraft=150', '--reservations-per-day=450'],
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
  const most = Math.max(...minutes);
  return {
    rows: [
      [
        'calls a minute, 150 aircraft',
        usual.toFixed(1),
        `at most ${most}, allowed ${allowance}`,
        (usual / allowance).toFixed(2),
      ],
    ],
    figures: { 'calls a minute, 150 aircraft': usual, 'most calls in a minute, 150 aircraft': most },
    ratios: { 'calls a minute to the allowance, 150 aircraft': usual / allowance },
  };
}
