import { lifeOf } from '#contract/statuses.ts';
import { dateText } from '#domain/maintenance/reminders.ts';
import type { RecordRow } from '#domain/records/rows.ts';
import { folded } from '#domain/reports/columns/values.ts';
import { thresholds } from '#domain/thresholds.ts';
import { addDays, dayOf, readInstant } from '#domain/time/time.ts';
import { millisecondsInDay } from '#domain/units.ts';
import { capitalized, numberText } from '#domain/words.ts';
import type { Look } from '#web/components/controls/StateMark.tsx';
import { type Purpose, purposeOf } from '#web/components/records/listModel.ts';
import type { Writing } from '#web/components/records/recordModel.ts';

/** What a person must know of an item first, in the order of the list. */
export const needs = ['past due', 'due soon', 'out of service', 'other', 'in service'] as const;
export type Need = (typeof needs)[number];

/** How the list is put in sections. */
export const groupings = ['need', 'type', 'where', 'none'] as const;
export type Grouping = (typeof groupings)[number];

export const needWords: { readonly [Name in Need]: { readonly word: string; readonly look: Look } } = {
  'past due': { word: 'Past due', look: { shape: 'octagon', tone: 'expired' } },
  'due soon': { word: 'Due soon', look: { shape: 'triangle', tone: 'warning' } },
  'out of service': { word: 'Out of service', look: { shape: 'ring', tone: 'inactive' } },
  other: { word: 'Other status', look: { shape: 'dashed', tone: 'plain' } },
  'in service': { word: 'In service', look: { shape: 'check', tone: 'ok' } },
};

/** An item of the list. */
export type EquipmentLine = Omit<Purpose, 'due'> & {
  readonly row: RecordRow;
  readonly need: Need;
  /** `Fri 31 Jul`, and the same as the service sent it, by which the column sorts; null if the service sends no such date. */
  readonly due: { readonly text: string; readonly sent: string } | null;
};

/** An item with what a person must know of it first: a date that comes near or has passed, then a status that is not Active. */
export function equipmentLine(row: RecordRow, { now, zone }: Writing): EquipmentLine {
  const { due: sent, ...purpose } = purposeOf(row.value);
  // A date alone has no time of day; the day counts either way.
  const at = readInstant(sent, zone) ?? readInstant(`${sent}T00:00:00`, zone);
  const need = at === null ? null : dueNeed(dayOf(at, zone.name), dayOf(now, zone.name));
  return {
    ...purpose,
    row,
    need: need ?? statusNeed(purpose.status),
    due: at === null || sent === null ? null : { text: dateText(at, now, zone.name), sent },
  };
}

/** Due is due to the end of that day. */
function dueNeed(day: ReturnType<typeof dayOf>, today: ReturnType<typeof dayOf>): Need | null {
  if (day < today) return 'past due';
  return day <= addDays(today, thresholds().limitAhead / millisecondsInDay) ? 'due soon' : null;
}

/** A status that the API does not name, and no status at all, say nothing about service. */
function statusNeed(status: string | null): Need {
  if (status === null) return 'other';
  const life = lifeOf({ name: status });
  if (life === 'unknown') return 'other';
  return life === 'active' ? 'in service' : 'out of service';
}

export type Narrowed = { readonly search: string; readonly need: Need | 'any' };

/** Items whose name, type, place, serial number or status has every word of the search, and with this need; those that need a person first. */
export function equipmentFound(lines: readonly EquipmentLine[], { search, need }: Narrowed): readonly EquipmentLine[] {
  const words = folded(search.trim()).split(/\s+/).filter(Boolean);
  return lines
    .filter((line) => {
      if (need !== 'any' && line.need !== need) return false;
      const { row, type, where, serial, status } = line;
      const all = folded([row.title, type, where, serial, status].filter(Boolean).join(' '));
      return words.every((word) => all.includes(word));
    })
    .toSorted((a, b) => needs.indexOf(a.need) - needs.indexOf(b.need));
}

/** How many items have each need; those of none are left out. */
export function needCounts(
  lines: readonly EquipmentLine[],
): readonly { readonly need: Need; readonly count: number }[] {
  return needs
    .map((need) => ({ need, count: lines.filter((line) => line.need === need).length }))
    .filter(({ count }) => count > 0);
}

/** The section of an item; null where one section would hold everything, which is no grouping. */
export function sectionsOf(
  lines: readonly EquipmentLine[],
  grouping: Grouping,
): ((line: EquipmentLine) => string) | undefined {
  if (grouping === 'none') return undefined;
  const sectionOf = (line: EquipmentLine) =>
    grouping === 'need' ? needWords[line.need].word : capitalized(line[grouping] ?? 'not given');
  return new Set(lines.map(sectionOf)).size > 1 ? sectionOf : undefined;
}

/** The columns that say nothing of any item. */
export function emptyColumns(lines: readonly EquipmentLine[]): readonly ('due' | 'where' | 'type' | 'serial')[] {
  return (['due', 'where', 'type', 'serial'] as const).filter((id) => lines.every((line) => line[id] === null));
}

/** That the search and the sections cover one page of the list alone; null if the list is whole. */
export function scopeNote(shown: number, totalItems: number, isNarrowed: boolean): string | null {
  if (!isNarrowed || shown >= totalItems) return null;
  return `Only this page was searched: ${numberText(shown)} of ${numberText(totalItems)} items.`;
}
