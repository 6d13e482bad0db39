import { type FreeForm, isRecord } from '#contract/objects.ts';
import { columnsOf, emptyShape, widened } from '#domain/reports/columns/columns.ts';
import { addDays, type Day, dayOf, type Instant, isNoDate, type Zone } from '#domain/time/time.ts';
import { isDated } from '#domain/reports/loading/reportQuery.ts';
import { datesIn, newestColumn } from './newestFirst.ts';
import type { ReportId } from '#domain/reports/loading/reportQuery.ts';

/** What decides whether the rows of a report's page may change at any moment. */
export type PageNews = {
  /** An event has begun and not ended: a flight that is out, a work order that is open. */
  readonly hasOpen: boolean;
  /** The day of the newest row, today at the latest; null if no row has a readable date. */
  readonly newestDay: Day | null;
  /** A page without rows may get the first one. */
  readonly isEmpty: boolean;
};

const ends =
  /^(?:(?:date)?(?:checked|came|signed)?(?:in|back)|returned|closed|completed|finished|ended|resolved)(?:on|at|date|time)?$/;
const openStatus = /^(?:checked ?out|open(?:ed)?|in (?:progress|work|flight)|out|flying|started)$/i;

/** What a member says about the end of its row's event. */
function roleOf(name: string): 'end' | 'status' | null {
  const plain = name.toLowerCase().replaceAll(/[^a-z]/g, '');
  return plain.endsWith('status') ? 'status' : ends.test(plain) ? 'end' : null;
}

/** True for a row with an end of its own that is empty or a placeholder such as 1753, or with such a status. */
function openReader(): (row: FreeForm) => boolean {
  const roles = new Map<string, ReturnType<typeof roleOf>>();
  const roleIn = (name: string) => {
    const known = roles.get(name);
    if (known !== undefined) return known;
    const role = roleOf(name);
    roles.set(name, role);
    return role;
  };
  return (row) =>
    Object.keys(row).some((name) => {
      const role = roleIn(name);
      const text = role === null ? null : (row[name] ?? '');
      if (typeof text !== 'string') return false;
      return role === 'status' ? openStatus.test(text.trim()) : isNoDate(text);
    });
}

/** Rows at each end of a page that show its columns. */
const sampled = 100;

/** Reads a page; null for a data set of things rather than events, and for an answer that is no list. */
export function pageNews(id: ReportId, body: unknown, zone: Zone, now: Instant): PageNews | null {
  const items = isRecord(body) ? body['items'] : body;
  if (!isDated(id) || !(Array.isArray(items) || items === null)) return null;
  const rows = (items ?? []).filter(isRecord);
  const sample = rows.length > 2 * sampled ? [...rows.slice(0, sampled), ...rows.slice(-sampled)] : rows;
  const column = newestColumn(id, columnsOf(widened(emptyShape, sample)));
  const today = dayOf(now, zone.name);
  const dayAt = (at: Instant) =>
    column?.kind === 'day' ? new Date(at).toISOString().slice(0, 10) : dayOf(at, zone.name);
  const times = column ? datesIn(rows, column, zone) : [];
  const until = Date.parse(`${addDays(today, 2)}T00:00:00Z`);
  const past = times.filter((at) => at < until).toSorted((a, b) => b - a);
  const newest = past.find((at) => dayAt(at) <= today);
  const newestDay = newest === undefined ? null : dayAt(newest);
  return { hasOpen: rows.some(openReader()), newestDay, isEmpty: rows.length === 0 };
}

/** Rows of a day longer ago than this hardly change: the school was closed, or the page is an old one. */
const recentDays = 7;

/**
 * Whether a page must be as new as reservations: it has open rows, or rows of the newest day. `newestKnown` is the newest day on
 * any known page of the report.
 */
export function isLive(news: PageNews, newestKnown: Day | null, zone: Zone, now: Instant): boolean {
  const { hasOpen, newestDay, isEmpty } = news;
  const isRecent = newestDay !== null && newestDay >= addDays(dayOf(now, zone.name), -recentDays);
  return hasOpen || isEmpty || (isRecent && newestDay >= (newestKnown ?? newestDay));
}
