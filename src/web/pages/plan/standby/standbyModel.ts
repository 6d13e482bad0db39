import type { LogEntry } from '#contract/gateway/log.ts';
import type { FreedSlot, FreedSlots } from '#domain/planning/standbySlots.ts';
import { freedText, unofferedWords } from '#domain/planning/standbyText.ts';
import { standbyDays } from '#domain/thresholds.ts';
import type { Clock } from '#domain/time/clock.ts';

/**
 * The slot that the address asks for, by its key; otherwise the first part that its entry still has, because the first part
 * may have been taken. Without one in the address the first slot; null if there is none.
 */
export function chosenSlot(slots: readonly FreedSlot[], asked: string): FreedSlot | null {
  if (asked === '') return slots[0] ?? null;
  return (
    slots.find(({ key }) => key === asked) ?? slots.find(({ entry }) => String(entry.seq) === numberIn(asked)) ?? null
  );
}

type Sources = Pick<FreedSlots, 'slots' | 'unoffered'> & { readonly entries: readonly LogEntry[] };

/** Why the address is wrong: the log has no such number; null if it is right. */
export function slotProblem(asked: string, { slots, entries }: Sources): string | null {
  if (asked === '' || chosenSlot(slots, asked) || entryOf(asked, entries)) return null;
  return `slot: the log has no freed time with the number ${asked}`;
}

/** Why the time that the address asks for is not offered: `N512SP was 1300L to 1500L: booked again`; null if it is. */
export function closedText(asked: string, { slots, entries, unoffered }: Sources, clock: Clock): string | null {
  const entry = entryOf(asked, entries);
  if (!entry || chosenSlot(slots, asked)) return null;
  const tail = entry.facts.of === 'reservation' ? (entry.facts.before?.tail ?? entry.tail) : entry.tail;
  const reason = unoffered.get(entry.seq);
  const why =
    reason === undefined
      ? `it has passed, is more than ${standbyDays} days ahead, or was freed again later`
      : unofferedWords(reason);
  return `This time is not offered: ${why}. ${tail ?? 'The aircraft'}: ${freedText(entry, clock)}.`;
}

function entryOf(asked: string, entries: readonly LogEntry[]): LogEntry | undefined {
  return entries.find(({ seq }) => String(seq) === numberIn(asked));
}

function numberIn(asked: string): string {
  return asked.replace(/-.*/, '');
}
