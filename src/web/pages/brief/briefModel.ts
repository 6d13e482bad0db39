import type { BriefBlock, BriefRow } from '#contract/gateway/brief.ts';
import type { Failure } from '#domain/answers/failures.ts';
import { type Clock, clockText, dayText, shownDay } from '#domain/time/clock.ts';
import { type Day, dayOf, type Instant } from '#domain/time/time.ts';
import { readUrlDay } from '#web/components/page/urlValues.ts';

export const papers = ['letter', 'a4'] as const;
export type Paper = (typeof papers)[number];

/** Zones in the Americas whose countries print on A4; the others use Letter. */
const onA4 = /^America\/(Argentina|Sao_Paulo|Lima|Asuncion|Montevideo|Guayaquil|La_Paz|Paramaribo|Cayenne)/;

/** The usual paper size in a zone. */
export function defaultPaper(zone: string): Paper {
  return (/^(America|US|Canada)\//.test(zone) && !onA4.test(zone)) || zone === 'Pacific/Honolulu' ? 'letter' : 'a4';
}

/** The most characters of a notice: two lines on paper. */
export const maxNotice = 180;

/** The notice in the address as it prints: on one line, and cut to fit. */
export function noticeOf(text: string): string {
  const words = text.replaceAll(/\s+/g, ' ').trim();
  return words.length > maxNotice ? `${words.slice(0, maxNotice - 1).trimEnd()}…` : words;
}

/** The age of the sheet, for someone reading it on paper: `As of 0458L Tue 12 May`; always by the operator's clock. */
export function stampText(asOf: Instant | null, zone: string): string {
  if (asOf === null) return '';
  const clock: Clock = { zone, mode: 'L' };
  return `As of ${clockText(asOf, clock)} ${dayText(shownDay(asOf, clock))}`;
}

/** Why there is no brief of a day, in the gateway's own words; null if it did not refuse. */
export function refusalText(failure: Failure | null): string | null {
  return failure?.kind === 'refused' ? (failure.entries[0]?.message ?? null) : null;
}

/** The day in the address, before it is known whether it can be loaded; today if it gives none, or no day. */
export function dayInAddress(search: string, now: Instant, zone: string): Day {
  return readUrlDay(new URLSearchParams(search).get('date'), dayOf(now, zone)).value;
}

/** The widths of a block's columns, as `grid-template-columns` takes them. */
export function columnsOf({ columns }: Pick<BriefBlock, 'columns'>): string {
  return columns.map(({ width }) => (width === null ? 'minmax(0, 1fr)' : `calc(${width} * var(--line))`)).join(' ');
}

/** A row has no id, so its text identifies it. */
export function rowKey({ cells }: Pick<BriefRow, 'cells'>, place: number): string {
  return `${place} ${cells.join(' ')}`;
}
