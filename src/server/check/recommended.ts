import { type Area, areaPaths } from '#contract/operations.ts';
import type { Settings } from '#server/settings.ts';
import type { Upstream } from './connection.ts';

export type Recommended = Pick<Settings, 'zonelessTimes' | 'reportOffset'>;

/** The settings of the connection as they should read, in the form of `.env`, without the key. */
export function settingsLines(settings: Settings, upstream: Upstream, recommended: Recommended): string[] {
  const { operatorId, rateLimit, timeZone } = settings;
  return [
    ...addressLines(upstream.bases),
    '# API_SUBSCRIPTION_KEY stays as it is.',
    `API_OPERATOR_ID=${operatorId}`,
    `API_RATE_LIMIT=${rateLimit}`,
    `OPERATOR_TIME_ZONE=${timeZone}`,
    ...changeable('ZONELESS_TIMES', settings.zonelessTimes, recommended.zonelessTimes),
    ...changeable('REPORT_OFFSET', settings.reportOffset, recommended.reportOffset),
  ];
}

function addressLines(bases: Upstream['bases']): string[] {
  const areas = Object.keys(areaPaths) as Area[];
  const shared = bases.core.slice(0, -areaPaths.core.length);
  if (areas.every((area) => bases[area] === shared + areaPaths[area])) return [`API_BASE_URL=${shared}`];
  return areas.map((area) => `API_${area.toUpperCase()}_URL=${bases[area]}`);
}

function changeable(name: string, was: string, should: string): string[] {
  return [...(was === should ? [] : [`# was ${was}`]), `${name}=${should}`];
}
