import { aircraftSets, type ReplicaSet } from '#contract/sets.ts';
import { dayOf, daySpan, isDay, overlaps } from '#domain/time/time.ts';
import type { Piece } from '#server/replica/register/parts.ts';
import type { Replica } from '#server/replica/replica.ts';
import { countOf, figureSpan } from '#domain/figures/period.ts';
import { comparedDays, maxFigureDays } from './figures.ts';
import { figureReports, flightMonths } from './figureFacts.ts';
import { spanOf } from './viewQuery.ts';

/** The pieces of `/replica/...` at this address that are worth waiting for. */
export function piecesOfView(
  path: string,
  search: URLSearchParams,
  { register, status }: Pick<Replica, 'register' | 'status'>,
): readonly Piece[] {
  const ofSet = (set: ReplicaSet) => register.parts().filter((part) => part.set === set);
  const shown = aircraftSets.find((set) => path === `/replica/${set}`);
  if (shown) return [...ofSet('aircraft'), ...ofSet(shown)];
  if (path === '/replica/figures') return piecesOfFigures(search, register, status);
  if (path === '/replica/people') return ofSet('users');
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

/** Months of flights and first pages of reports are read because somebody asks, and then kept; nothing waits for them. */
function piecesOfFigures(
  search: URLSearchParams,
  register: Replica['register'],
  { now, zone }: Replica['status'],
): readonly Piece[] {
  const [first, last] = [search.get('from') ?? '', search.get('to') ?? ''];
  if (!isDay(first) || !isDay(last) || first > last || countOf({ first, last }) > maxFigureDays) return [];
  const spans = comparedDays({ first, last }).map((days) => figureSpan(days, now, zone.name));
  const months = flightMonths(spans, zone.name).map(({ scope }) => scope);
  return [...figureReports, ...months].map((scope) => register.openReport(scope));
}
