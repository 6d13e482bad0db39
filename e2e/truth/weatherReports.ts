import type { Conditions, Weather } from '#contract/gateway/weather.ts';
import { soloRules } from '#domain/weather/limits.ts';
import type { Instant } from '#domain/time/time.ts';
import { hour, type School } from './school.ts';
import { forecastAt, forecastEnd, runway, type Sky, skyAt, soloLimits } from './sky.ts';

/** What a weather service reports of the simulated sky, with the rules that the gateway makes from it. */
export function weatherOf(school: School, now: Instant): Weather {
  const text = (at: Instant) => new Date(at).toISOString();
  const observedAt = Math.floor(now / hour) * hour;
  const spans = forecastAt(now);
  const issuedAt = text(spans[0]?.start ?? now);
  const metar = {
    raw: `METAR TRUE ${text(observedAt)}`,
    kind: 'METAR',
    observedAt: text(observedAt),
    conditions: conditionsOf(skyAt(school, observedAt)),
    temperature: 15,
    dewPoint: 5,
    altimeter: 29.92,
    unread: [],
  } as const;
  const taf = {
    raw: `TAF TRUE ${issuedAt}`,
    issuedAt,
    from: issuedAt,
    to: text(forecastEnd(now)),
    parts: spans.map(({ start, end }) => ({
      from: text(start),
      to: text(end),
      kind: 'prevailing' as const,
      conditions: conditionsOf(skyAt(school, start)),
    })),
    unread: [],
  };
  const airport = { station: 'TRUE', elevation: 0, variation: 0, runways: [runway], places: [] };
  const reports = { metar: { ...metar, unread: [] }, taf };
  const rules = soloRules(reports, airport, soloLimits);
  return {
    airports: [{ ...airport, ...reports, unreadable: [], endedAt: { metar: null, taf: null }, rules }],
    isMadeUp: true,
    askedAt: text(now),
    failure: null,
  };
}

function conditionsOf({ wind, visibility, ceiling }: Sky): Conditions {
  return {
    wind: { ...wind, gust: null, varies: null },
    visibility: { miles: visibility, bound: 'exactly' },
    ceiling: ceiling ?? 'none',
    weather: [],
    incomplete: [],
  };
}
