import { dayText } from '#domain/time/clock.ts';
import type { Day } from '#domain/time/time.ts';

/** The columns a data set had, and the day on which that was last so. */
export type KeyMemory = { readonly day: Day; readonly columns: readonly string[] };

export type KeyChange = {
  readonly added: readonly string[];
  /** Rows loaded later may still bring these. */
  readonly missing: readonly string[];
  readonly since: Day;
};

/** What is different from the remembered columns; null where nothing is, or nothing is remembered. */
export function keyChange(memory: KeyMemory | null, columns: readonly string[]): KeyChange | null {
  if (!memory || columns.length === 0) return null;
  const [before, present] = [new Set(memory.columns), new Set(columns)];
  const added = columns.filter((id) => !before.has(id));
  const missing = memory.columns.filter((id) => !present.has(id));
  return added.length + missing.length > 0 ? { added, missing, since: memory.day } : null;
}

/** The memory once somebody has seen the change. An answer without rows tells nothing. */
export function rememberedKeys(memory: KeyMemory | null, columns: readonly string[], today: Day): KeyMemory | null {
  return columns.length === 0 ? memory : { day: today, columns };
}

/** `2 columns are new since Tue 12 May; 1 is not among these rows.` */
export function keyChangeWords({ added, missing, since }: KeyChange): string {
  const are = (count: number) => (count === 1 ? 'is' : 'are');
  const columns = (count: number) => (count === 1 ? '1 column' : `${count} columns`);
  if (added.length === 0) {
    return `${columns(missing.length)} of ${dayText(since)} ${are(missing.length)} not among these rows.`;
  }
  const gone = missing.length > 0 ? `; ${missing.length} ${are(missing.length)} not among these rows` : '';
  return `${columns(added.length)} ${are(added.length)} new since ${dayText(since)}${gone}.`;
}
