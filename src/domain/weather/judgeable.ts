import type { Airport, Conditions, Metar, Taf } from '#contract/gateway/weather.ts';
import type { SoloLimits } from './limits.ts';
import { milesOf, worstCrosswind } from './weather.ts';

type Member = Conditions['incomplete'][number];
type Part = Taf['parts'][number];
type Judging = { readonly airport: Airport; readonly limits: SoloLimits };

/**
 * The conditions as the limits may judge them. What is known only in part counts if it is beyond the limit by itself;
 * otherwise it is not known.
 */
function judgeable(conditions: Conditions, judging: Judging): Conditions {
  return without(conditions, openMembers(conditions, judging));
}

/** What is known only in part, or not at all, and may be beyond a limit. */
function openMembers({ wind, visibility, ceiling, incomplete }: Conditions, { airport, limits }: Judging): Member[] {
  const min = wind ? Math.min(...airport.runways.map((name) => worstCrosswind(wind, name, airport))) : 0;
  const isBeyond = {
    wind: min > (limits.crosswind ?? Number.POSITIVE_INFINITY),
    visibility: visibility !== null && milesOf(visibility) < (limits.visibility ?? 0),
    ceiling: typeof ceiling === 'number' && ceiling < (limits.ceiling ?? 0),
  };
  return incomplete.filter((member) => !isBeyond[member]);
}

function without(conditions: Conditions, members: readonly Member[]): Conditions {
  const [wind, visibility, ceiling] = (['wind', 'visibility', 'ceiling'] as const).map((one) => members.includes(one));
  return {
    ...conditions,
    wind: wind ? null : conditions.wind,
    visibility: visibility ? null : conditions.visibility,
    ceiling: ceiling ? null : conditions.ceiling,
  };
}

/** An observation as the limits may judge it. */
export function judgeableMetar(metar: Metar, judging: Judging): Metar {
  return { ...metar, conditions: judgeable(metar.conditions, judging) };
}

/**
 * A forecast as the limits may judge it. What a temporary part leaves out stays as it is, but what it mentions and is not
 * known makes that member of the prevailing parts unknown for its time.
 */
export function judgeableTaf(taf: Taf, judging: Judging): Taf {
  const parts = taf.parts.map((part) => ({ ...part, conditions: judgeable(part.conditions, judging) }));
  const doubts = taf.parts.flatMap((part): Part[] => {
    const members = part.kind === 'prevailing' ? [] : openMembers(part.conditions, judging);
    return members.length === 0 ? [] : parts.flatMap((candidate) => doubted(candidate, part, members) ?? []);
  });
  return { ...taf, parts: [...doubts, ...parts] };
}

/** A prevailing part while another one makes some of it unknown; null if they do not meet. */
function doubted({ from, to, kind, conditions }: Part, by: Part, members: readonly Member[]): Part | null {
  const start = Math.max(Date.parse(from), Date.parse(by.from));
  const end = Math.min(Date.parse(to), Date.parse(by.to));
  if (kind !== 'prevailing' || start >= end) return null;
  const span = { from: new Date(start).toISOString(), to: new Date(end).toISOString() };
  return { ...span, kind, conditions: without(conditions, members) };
}
