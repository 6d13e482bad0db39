import { millisecondsInHour, millisecondsInMinute, millisecondsInSecond } from '#domain/units.ts';
import { reportViewed } from '#contract/gateway/ages.ts';
import { reservationAges } from '#contract/sets.ts';
import { isLive, type PageNews, pageNews } from '#domain/reports/rows/liveRows.ts';
import { dayOf, type Zone } from '#domain/time/time.ts';
import type { ReplicaStorage } from '#server/replica/storage/storage.ts';
import { isReport, type Part, reportOf } from '#server/replica/register/parts.ts';

/** Reports wait for the night through `retryAt`, and are due then. */
const nightlyMs = millisecondsInHour;
const viewedMs = reportViewed * millisecondsInSecond;
/** While a report is in use, it is read again at this age, so that the next request does not find it old. */
const aheadMs = 0.8 * viewedMs;
/** Somebody asks for a page as long as the last request is no longer ago than this: boards ask every minute or two. */
const askedMs = 3 * millisecondsInMinute;
const nearMs = reservationAges.near * millisecondsInSecond;
/** The part of the copy's calls that all live pages may use together. */
const liveShare = 1 / 4;

export type ReportPacesParts = {
  readonly storage: Pick<ReplicaStorage, 'records'>;
  readonly zone: Zone;
  readonly wall: () => number;
  /** The clock for ages. */
  readonly clock: () => number;
  readonly parts: () => readonly Part[];
  /** Calls per 60 seconds that the copy can sustain. */
  readonly budget: () => number;
};

type Known = { readonly key: string; readonly news: PageNews | null };

/**
 * How often the copy reads pages of reports. Those with open rows or rows of the newest day are live: they follow at the pace of
 * today's reservations while somebody asks for them. Others are read again before they are old as long as somebody asks, and
 * once a night.
 */
export class ReportPaces {
  readonly #given: ReportPacesParts;
  /** What each page's present content says. */
  readonly #known = new WeakMap<Part, Known>();

  constructor(given: ReportPacesParts) {
    this.#given = given;
  }

  /** How the planner treats a page: the age at which it is due, its calls, and whether it waits for the night. */
  plan(part: Part): { readonly targetMs: number; readonly cost: number; readonly isForNight: boolean } {
    const { asOf, viewedAt, failures } = part;
    const asked = asOf === null || failures > 0 ? Number.POSITIVE_INFINITY : this.#given.clock() - viewedAt;
    const liveMs = asked < askedMs ? this.liveMs(part) : null;
    if (liveMs !== null) return { targetMs: liveMs, cost: 1, isForNight: false };
    const isViewed = asked < viewedMs && viewedAt > (asOf ?? 0);
    return { targetMs: isViewed ? aheadMs : nightlyMs, cost: 0, isForNight: !isViewed };
  }

  /** The interval at which a live page is read while somebody asks for it, in milliseconds; null for any other page. */
  liveMs(part: Part): number | null {
    if (!this.#isLive(part)) return null;
    const { clock, parts, budget } = this.#given;
    const isAsked = ({ set, viewedAt }: Part) => set === 'report' && clock() - viewedAt < askedMs;
    const count = parts().filter(isAsked).length;
    return Math.max(nearMs, (count * millisecondsInMinute) / Math.max(1, budget() * liveShare));
  }

  /** From this age on a program waits for a newer page, and a person's request makes the copy read it again. */
  oldMs(part: Part): number {
    const liveMs = this.liveMs(part);
    return liveMs === null ? viewedMs : 2 * liveMs;
  }

  #isLive(part: Part): boolean {
    const { zone, wall, parts } = this.#given;
    const news = this.#newsOf(part);
    if (!news) return false;
    const [name] = part.scope.split(' ', 1);
    const pages = parts().filter(({ set, scope }) => set === 'report' && scope.split(' ', 1)[0] === name);
    // Pages that nobody has asked for since the start are not read for this.
    const days = pages.flatMap((page) => this.#known.get(page)?.news?.newestDay ?? []);
    return isLive(news, days.toSorted().at(-1) ?? null, zone, wall());
  }

  #newsOf(part: Part): PageNews | null {
    const { storage, zone, wall } = this.#given;
    if (part.asOf === null) return null;
    const key = `${part.revision} ${dayOf(wall(), zone.name)}`;
    const before = this.#known.get(part);
    if (before?.key === key) return before.news;
    const { id } = reportOf(part.scope);
    const json = storage.records('report', part.scope)[0]?.json;
    const news = json !== undefined && isReport(id) ? pageNews(id, JSON.parse(json), zone, wall()) : null;
    this.#known.set(part, { key, news });
    return news;
  }
}
