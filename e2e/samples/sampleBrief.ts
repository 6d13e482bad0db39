import type { BriefBlock, BriefSheet } from '#contract/gateway/brief.ts';
import { onTheDay } from './sampleSchedule.ts';
import { zone } from './sampleMaintenance.ts';
import { readinessIndex, type ReadinessSources } from '#domain/readiness/readinessIndex.ts';
import { sources } from './sampleReadiness.ts';
import type { TimedReservation } from '#domain/reservations/reservations.ts';
import { briefOf, type BriefSources } from '#domain/brief/brief.ts';
import { briefClock } from '#domain/brief/briefDay.ts';

export const today = '2026-05-12';
/** It is Tuesday 12 May, 0500L. */
export const morning = onTheDay('05:00');

type Given = Partial<Omit<BriefSources, 'index'>> & { readonly records?: Partial<ReadinessSources> };

/** For tests: the brief of these reservations, at 0500L of Tuesday 12 May. */
export function brief(reservations: readonly TimedReservation[], { records, ...given }: Given = {}): BriefSheet {
  const clock = briefClock(given.day ?? today, records?.zone?.name ?? zone.name);
  const index = readinessIndex({ ...sources(reservations, { now: records?.now ?? morning }), clock, ...records });
  return briefOf({ day: today, index, changes: [], logFrom: 0, unread: [], ...given });
}

export function block(sheet: BriefSheet, id: string): BriefBlock {
  const found = [...sheet.top, ...sheet.columns.flat()].find((one) => one.id === id);
  if (!found) throw new Error(`The sheet has no block ${id}.`);
  return found;
}

/** The texts of a block's rows, and its note about rows that do not fit. */
export function said(sheet: BriefSheet, id: string): readonly string[] {
  const { rows, more } = block(sheet, id);
  return [...rows.map(({ cells }) => cells.filter(Boolean).join(' | ')), ...(more === null ? [] : [more])];
}

export function fact(sheet: BriefSheet, name: string): string | undefined {
  return [...sheet.facts, ...sheet.lines.map(({ name: of, text }) => ({ name: of, value: text }))].find(
    (one) => one.name === name,
  )?.value;
}
