import type { Airport, Conditions, Metar, Taf, WeatherRule } from '#contract/gateway/weather.ts';
import { millisecondsInMinute } from '#domain/units.ts';
import { capitalized, numberText } from '#domain/words.ts';
import { isWithin, observationLifetime } from './reports.ts';
import { worstCrosswind } from './weather.ts';
import { ceilingText, reportTime, visibilityText } from './weatherWords.ts';

/** The school's limits for a student's solo; null where there is none. */
export type SoloLimits = {
  /** Knots across the runway. */
  readonly crosswind: number | null;
  /** Feet above the ground. */
  readonly ceiling: number | null;
  /** Statute miles. */
  readonly visibility: number | null;
};

type Finding = { readonly mark: string; readonly words: string; readonly excess: number };

/** What is beyond the limits, in their order, and which limits the report does not cover. */
function beyond(conditions: Conditions, airport: Airport, limits: SoloLimits) {
  const { wind, ceiling, visibility } = conditions;
  const found: Finding[] = [];
  const unknown: string[] = [];
  if (limits.crosswind !== null) {
    const best = wind ? minCrosswind(wind, airport) : null;
    if (best === null) unknown.push('crosswind');
    else if (best.across > limits.crosswind) {
      const across = Math.round(best.across);
      found.push({
        mark: `Crosswind ${across} kt`,
        words: `${across} kt across runway ${best.name}, limit ${limits.crosswind} kt`,
        excess: excessOf(best.across, limits.crosswind),
      });
    }
  }
  if (limits.ceiling !== null) {
    if (ceiling === null) unknown.push('ceiling');
    else if (ceiling !== 'none' && ceiling < limits.ceiling) {
      const words = ceilingText(ceiling);
      const excess = excessOf(limits.ceiling, ceiling);
      found.push({ mark: capitalized(words), words: `${words}, limit ${numberText(limits.ceiling)} ft`, excess });
    }
  }
  if (limits.visibility !== null) {
    if (visibility === null) unknown.push('visibility');
    else if (
      visibility.miles < limits.visibility ||
      (visibility.bound === 'less' && visibility.miles <= limits.visibility)
    ) {
      const mark = `Visibility ${visibilityText(visibility)}`;
      const excess = excessOf(limits.visibility, visibility.miles);
      found.push({ mark, words: `visibility ${visibilityText(visibility)}, limit ${limits.visibility} SM`, excess });
    }
  }
  return { found, unknown };
}

/** How far the larger figure is above the other, as a share of it: what is beyond a limit by nothing still counts. */
function excessOf(larger: number, smaller: number): number {
  return Math.max(Number.EPSILON, larger / Math.max(smaller, 0.1) - 1);
}

/** The runway with the smallest worst-case crosswind, because the pilot may choose it. Null without runways. */
function minCrosswind(wind: NonNullable<Conditions['wind']>, airport: Airport) {
  const [best] = airport.runways
    .map((name) => ({ name, across: worstCrosswind(wind, name, airport) }))
    .toSorted((a, b) => a.across - b.across);
  return best ?? null;
}

type Judged = Pick<WeatherRule, 'words' | 'mark' | 'excess' | 'isPartlyUnknown'>;

function judged(source: string, { found, unknown }: ReturnType<typeof beyond>): Judged {
  const open = unknown.length > 0 ? `${unknown.join(' and ')} not known` : null;
  const words =
    found.length > 0 ? found.map((finding) => finding.words) : open === null ? ['within the solo limits'] : [];
  return {
    words: `School’s rule, ${source}: ${[...words, ...(open === null ? [] : [open])].join('; ')}`,
    mark: found[0]?.mark ?? null,
    excess: Math.max(0, ...found.map(({ excess }) => excess)),
    isPartlyUnknown: open !== null,
  };
}

/** The rules of a school for an airport, by its reports: the observation first, then the parts of the forecast in order. */
export function soloRules(
  { metar, taf }: { readonly metar: Metar | null; readonly taf: Taf | null },
  airport: Airport,
  limits: SoloLimits,
): WeatherRule[] {
  if (Object.values(limits).every((limit) => limit === null)) return [];
  return [
    ...(metar ? [observedRule(metar, airport, limits)] : []),
    ...(taf ? forecastRules(taf, airport, limits) : []),
  ];
}

function observedRule({ kind, observedAt, conditions }: Metar, airport: Airport, limits: SoloLimits): WeatherRule {
  const source = `${kind} ${airport.station} ${reportTime(observedAt)}`;
  const to = new Date(Date.parse(observedAt) + observationLifetime).toISOString();
  return { isObserved: true, from: observedAt, to, ...judged(source, beyond(conditions, airport, limits)) };
}

/** One rule for each span in which the same parts of the forecast hold. */
function forecastRules({ issuedAt, from, to, parts }: Taf, airport: Airport, limits: SoloLimits): WeatherRule[] {
  const times = [from, to, ...parts.flatMap((part) => [part.from, part.to])].map((text) => Date.parse(text));
  const borders = [...new Set(times)]
    .filter((at) => at >= Date.parse(from) && at <= Date.parse(to))
    .toSorted((a, b) => a - b);
  const source = `forecast ${airport.station} of ${reportTime(issuedAt)}`;
  return borders.slice(0, -1).flatMap((start, place): WeatherRule[] => {
    const end = borders[place + 1] ?? start;
    if (end - start < millisecondsInMinute) return [];
    const here = parts.filter((part) => isWithin(part, start));
    const judgements = here.map(({ kind, conditions }) => ({
      kind,
      ...judgedPart(kind, source, conditions, airport, limits),
    }));
    const usual = judgements.find(({ kind }) => kind === 'prevailing');
    const [worst] = judgements.filter(({ mark }) => mark !== null).toSorted((a, b) => b.excess - a.excess);
    const found = worst ?? judgements.find(({ isPartlyUnknown }) => isPartlyUnknown) ?? usual;
    if (!found) return [];
    const span = { from: new Date(start).toISOString(), to: new Date(end).toISOString() };
    const { kind: _, ...rule } = found;
    return [{ isObserved: false, ...span, ...rule }];
  });
}

const kindWords = { prevailing: '', temporary: ', for a time', probable: ', perhaps' } as const;

/** A temporary part gives only what differs, so what it leaves out is not unknown. */
function judgedPart(
  kind: Taf['parts'][number]['kind'],
  source: string,
  conditions: Conditions,
  airport: Airport,
  limits: SoloLimits,
): Judged {
  const found = beyond(conditions, airport, limits);
  return judged(source + kindWords[kind], kind === 'prevailing' ? found : { ...found, unknown: [] });
}
