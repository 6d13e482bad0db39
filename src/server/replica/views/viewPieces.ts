import { aircraftSets, type ReplicaSet } from '#contract/sets.ts';
import { dayOf, daySpan, isDay, overlaps } from '#domain/time/time.ts';
import type { Piece } from '#server/replica/register/parts.ts';
import type { Replica } from '#server/replica/replica.ts';
import { countOf, figureSpan, maxFigureDays } from '#domain/figures/period.ts';
import { comparedDays } from './figures.ts';
import { figureReports, flightMonths, isOfFigures } from './figureFacts.ts';
import { type PageSize, pageSize, pagesOfReport } from './reportPages.ts';
import { spanOf } from './viewQuery.ts';

/** The pieces of `/replica/...` at this address that are worth waiting for. */
export function piecesOfView(
  path: string,
  search: URLSearchParams,
  { register, status, sources }: Pick<Replica, 'register' | 'status' | 'sources'>,
): readonly Piece[] {
  const ofSet = (set: ReplicaSet) => register.parts().filter((part) => part.set === set);
  const shown = aircraftSets.find((set) => path === `/replica/${set}`);
  if (shown) return [...ofSet('aircraft'), ...ofSet(shown)];
  if (path === '/replica/figures') return piecesOfFigures(search, { register, status, sources });
  if (path === '/replica/people') return ofSet('users');
  if (path === '/replica/behind') return [...register.cellsIn(status.window), ...ofSet('users')];
  // The log is as new as today's reservations, which change most.
  if (path === '/replica/log') return register.cellsIn(daySpan(dayOf(status.now, status.zone.name), status.zone.name));
  if (path === '/replica/brief') {
    const day = search.get('date') ?? '';
    const span = isDay(day) ? daySpan(day, status.zone.name) : null;
    return span && overlaps(span, status.window) ? [...register.cellsIn(span), ...ofSet('aircraft')] : [];
  }
  if (path !== '/replica/reservations' && path !== '/replica/days') return [];
  const span = spanOf(search, status.zone.name);
  return span ? [...register.cellsIn(span), ...ofSet('reservations')] : [];
}

/** Whether somebody asks for figures as they are: what they lack is not to be read. */
function stopsReading(search: URLSearchParams): boolean {
  return search.get('read') === 'no';
}

/**
 * What a request stops at the next page: all that the copy would still read for figures, of any period. Another screen that shows
 * figures with their reading asks again within seconds, and then it goes on: the copy reads as long as anybody asks.
 */
export function stoppedBy(address: string, register: Replica['register']): readonly Piece[] {
  const [path, query] = address.split('?', 2);
  if (path !== '/replica/figures' || !stopsReading(new URLSearchParams(query))) return [];
  const isAwaited = ({ asOf, isRequested }: Piece) => asOf === null || isRequested;
  return register.parts().filter((part) => part.set === 'report' && isAwaited(part) && isOfFigures(part.scope));
}

/** Months of flights and pages of reports are read because somebody asks, and then kept; nothing waits for them. */
function piecesOfFigures(
  search: URLSearchParams,
  { register, status, sources }: Pick<Replica, 'register' | 'status' | 'sources'>,
): readonly Piece[] {
  if (stopsReading(search)) return [];
  const { now, zone } = status;
  const [first, last] = [search.get('from') ?? '', search.get('to') ?? ''];
  if (!isDay(first) || !isDay(last) || first > last || countOf({ first, last }) > maxFigureDays) return [];
  const spans = comparedDays({ first, last }).map((days) => figureSpan(days, now, zone.name));
  const months = flightMonths(spans, zone.name).map(({ scope }) => scope);
  const sizeOf = (scope: string) => knownSize(register.openReport(scope), sources.storage);
  const pages = figureReports.flatMap((id) => pagesOfReport(id, sizeOf));
  return [...pages, ...months].map((scope) => register.openReport(scope));
}

/** What each page says of itself, read again only if it changed. */
const sizes = new WeakMap<Piece, { readonly revision: number; readonly size: PageSize | null }>();

function knownSize(part: ReturnType<Replica['register']['openReport']>, storage: Replica['sources']['storage']) {
  if (part.asOf === null) return null;
  const known = sizes.get(part);
  if (known?.revision === part.revision) return known.size;
  const size = pageSize(storage, part.scope);
  sizes.set(part, { revision: part.revision, size });
  return size;
}
