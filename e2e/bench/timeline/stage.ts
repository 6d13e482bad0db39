import { scrollThrough, untilPainted } from '#e2e/bench/pages/frames.ts';
import { day, schoolOf, type School, words } from './school.ts';

/** Runs in the page, after the script of the contender. */
const root = document.querySelector<HTMLElement>('#stage')!;
const { contender } = window;
/** Columns of 64 pixels for two hours: one and three quarter days fill the window. */
const pixelsPerHour = 32;
let school: School;

const stage = {
  prepare(aircraft: number, reservations: number): void {
    school = schoolOf(aircraft, reservations);
    contender.prepare(school, words);
  },
  show: () => untilPainted(root, contender.bars, () => contender.show(root, pixelsPerHour)),
  scroll: (frames: number) => scrollThrough(contender.scroller()!, frames),
  turn(index: number): Promise<number> {
    const start = school.start + index * day;
    return untilPainted(root, contender.bars, () => contender.turn(start, start + day));
  },
  nodes: () => root.querySelectorAll('*').length,
};

export type Stage = typeof stage;

declare global {
  interface Window {
    stage: Stage;
  }
}

window.stage = stage;
