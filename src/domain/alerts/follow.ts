import { millisecondsInDay } from '#domain/units.ts';
import type { AlertKind } from '#contract/gateway/alerts.ts';
import { alertSettling, firstLookPatience } from '#domain/thresholds.ts';
import type { Instant } from '#domain/time/time.ts';
import { counted } from '#domain/words.ts';
import type { Alert, AlertContent, Condition, Look } from './alert.ts';
import { kindTable } from './kinds.ts';

/** A condition from its beginning to its end. */
type Episode = {
  readonly kind: AlertKind;
  readonly since: Instant;
  /** The worst step that has settled; 0 before the first. */
  readonly step: number;
  /** A worse step that has not settled yet, with the time it began. */
  readonly rising: { readonly step: number; readonly since: Instant } | null;
  readonly goneSince: Instant | null;
  readonly seenAt: Instant;
  readonly needs: readonly string[];
  readonly ended: AlertContent | null;
};

/** What has been reported, as plain JSON. `began`: false until the first look at the school is complete. */
export type LookState = {
  readonly began: boolean;
  readonly firstAt: Instant;
  readonly episodes: { readonly [key: string]: Episode };
};

type Followed = { readonly state: LookState | null; readonly alerts: readonly Alert[] };

/** After this, an episode whose records cannot be read is forgotten. */
const forgottenAfter = 7 * millisecondsInDay;

/**
 * The alerts that a look adds. Each condition is reported once when it has lasted for its kind's settling time, and
 * once more when it gets worse. Its end is reported if people want to know. Something that comes and goes is one
 * episode until it has been gone for that time. What this look cannot see stays as it was.
 *
 * The first looks report nothing. They record what is already true, and one alert counts it. They end when everything
 * has been read, or after a while.
 */
export function followLook(state: LookState | null, look: Look): Followed {
  const { now, conditions, isWhole } = look;
  // The first look must be at the whole school.
  if (!state && isWhole === null) return { state, alerts: [] };
  const before = state ?? { began: false, firstAt: now, episodes: {} };
  const isFirst = !before.began;
  const begins = isFirst && isWhole !== null && (isWhole || now - before.firstAt >= firstLookPatience);
  const episodes: { [key: string]: Episode } = {};
  const alerts: Alert[] = [];
  const seen = new Map(conditions.map((condition) => [condition.key, condition]));
  for (const [key, condition] of seen) {
    const known = before.episodes[key] ?? null;
    const next = isFirst ? takenIn(known, condition, now) : followed(known, condition, now);
    episodes[key] = next;
    const isWorse = next.step > (known?.step ?? 0);
    if (isWorse && !isFirst && condition.alert)
      alerts.push({ ...condition.alert, id: `${key} ${next.step} ${next.since}`, at: now });
  }
  for (const [key, episode] of Object.entries(before.episodes)) {
    if (seen.has(key)) continue;
    const next = withoutSight(episode, look);
    if (next) episodes[key] = next;
    else if (isEnded(episode, look) && episode.step > 0 && episode.ended && !isFirst)
      alerts.push({ ...episode.ended, id: `${key} ended ${episode.since}`, at: now });
  }
  if (begins) alerts.push(beginning(conditions, now));
  return { state: { ...before, began: before.began || begins, episodes }, alerts };
}

/** Records a condition that was already true when alerts began. */
function takenIn(known: Episode | null, { kind, step, needs, ended }: Condition, now: Instant): Episode {
  return { kind, since: known?.since ?? now, step, rising: null, goneSince: null, seenAt: now, needs, ended };
}

function followed(known: Episode | null, { kind, step, needs, ended }: Condition, now: Instant): Episode {
  const { since = now, step: settled = 0, rising: was = null } = known ?? {};
  const isRising = step > settled;
  // If the step was higher before, this step has lasted at least since then.
  const risingSince = was && was.step >= step ? was.since : now;
  const rising = isRising ? { step, since: risingSince } : null;
  const isSettled = rising !== null && now - rising.since >= kindTable[kind].settle;
  const about = { kind, since, goneSince: null, seenAt: now, needs, ended };
  return isSettled ? { ...about, step, rising: null } : { ...about, step: settled, rising };
}

/** An episode that this look does not show; null if it is over. */
function withoutSight(episode: Episode, look: Look): Episode | null {
  const { now, known } = look;
  if (!episode.needs.every((need) => known.has(need))) return now - episode.seenAt < forgottenAfter ? episode : null;
  const goneSince = episode.goneSince ?? now;
  const wait = Math.max(kindTable[episode.kind].settle, alertSettling.short);
  return now - goneSince < wait ? { ...episode, goneSince, rising: episode.rising } : null;
}

/** Whether an episode was seen to end, and was not just forgotten. */
function isEnded({ needs }: Episode, { known }: Look): boolean {
  return needs.every((need) => known.has(need));
}

/** One alert for everything that is already true. */
function beginning(conditions: readonly Condition[], now: Instant): Alert {
  const alerting = conditions.filter(({ alert }) => alert !== null);
  const byKind = Map.groupBy(alerting, ({ kind }) => kind);
  const lines = Array.from(byKind, ([kind, all]) => [`${kindTable[kind].title}: ${all.length}`]);
  const words = alerting.length === 0 ? 'Alerts are on.' : `Alerts are on. ${counted(alerting.length, 'open matter')}.`;
  return {
    id: `began ${now}`,
    kind: 'began',
    level: 'neutral',
    at: now,
    subject: ['Alerts'],
    words: [words],
    evidence: lines,
    link: '/',
    aircraftId: null,
    model: null,
    location: null,
    instructorIds: null,
  };
}
