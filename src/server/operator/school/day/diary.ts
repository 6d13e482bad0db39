/** What each aircraft or person is taken for on one day: pairs of start and end, in epoch seconds, end exclusive. */
export type Diary = Map<number, number[]>;

/** Whether nothing in the diary touches [start, end). */
export function isFree(diary: Diary, id: number, start: number, end: number): boolean {
  const taken = diary.get(id);
  if (!taken) return true;
  for (let index = 0; index < taken.length; index += 2) {
    if (start < (taken[index + 1] as number) && end > (taken[index] as number)) return false;
  }
  return true;
}

export function take(diary: Diary, id: number, start: number, end: number): void {
  const taken = diary.get(id);
  if (taken) taken.push(start, end);
  else diary.set(id, [start, end]);
}

/** For how many seconds in all. */
export function takenFor(diary: Diary, id: number): number {
  const taken = diary.get(id) ?? [];
  return taken.reduce((sum, instant, index) => (index % 2 === 0 ? sum - instant : sum + instant), 0);
}
