import { millisecondsInHour } from '#domain/units.ts';
import type { AlertAnswer, Recipient } from '#contract/gateway/alerts.ts';
import { isolated, isolatedRuns } from '#contract/isolated.ts';
import { rights } from '#contract/access/roles.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { type Clock, clockText, dayText } from '#domain/time/clock.ts';
import { addDays, dayOf, type Instant, readInstant, wallText, zoneOffset } from '#domain/time/time.ts';
import { counted } from '#domain/words.ts';
import type { Alert, AlertText } from './alert.ts';
import { kindTable } from './kinds.ts';

/**
 * Whether a recipient gets an alert: by its role, its kinds and its filters. An alert without an aircraft passes all
 * filters. One that is not about a flight passes the filter of instructors.
 */
export function isFor(
  {
    isOn,
    role,
    kinds,
    aircraft,
    models,
    locations,
    instructors,
  }: Pick<Recipient, 'isOn' | 'role' | 'kinds' | 'aircraft' | 'models' | 'locations' | 'instructors'>,
  { kind, aircraftId, model, location, instructorIds }: Alert,
): boolean {
  if (!isOn || !kinds.includes(kind) || !kindTable[kind].roles.includes(role)) return false;
  const isChosen = (chosen: readonly string[], value: string | null) =>
    chosen.length === 0 || value === null || chosen.some((text) => idKey(text) === idKey(value));
  // Alerts kept by an earlier version have no instructors.
  const ids = (instructorIds ?? null)?.map(idKey);
  if (instructors.length > 0 && ids && !instructors.some((instructor) => ids.includes(idKey(instructor)))) return false;
  // Records without a location are shown at every location.
  return isChosen(aircraft, aircraftId) && isChosen(models, model) && isChosen(locations, location?.id ?? null);
}

/**
 * When a recipient gets an alert raised now: at once, at the next full hour, or next morning at `morningHour`. In quiet
 * hours it waits for their end, unless the recipient allows its kind in quiet hours. Uses the operator's wall clock,
 * also on days when the clock changes.
 */
export function sendAt(
  { quiet, digest }: Pick<Recipient, 'quiet' | 'digest'>,
  { kind }: Pick<Alert, 'kind'>,
  now: Instant,
  zone: string,
  morningHour: number,
): Instant {
  const due =
    digest === 'at once' ? now : digest === 'hourly' ? nextHour(now, zone) : nextAt(hourText(morningHour), now, zone);
  const waits = quiet !== null && !quiet.unless.includes(kind) && isWithin(quiet, due, zone);
  return waits ? nextAt(quiet.to, due, zone) : due;
}

const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

/** The next full hour of the wall clock: some zones are half an hour off. */
function nextHour(now: Instant, zone: string): Instant {
  const wall = now + zoneOffset(zone, now);
  return now + millisecondsInHour - (wall % millisecondsInHour);
}

/** The next time that the wall clock shows `HH:MM`; on a day that skips it, the moment after the gap. */
function nextAt(time: string, now: Instant, zone: string): Instant {
  const today = dayOf(now, zone);
  const at = (days: number) =>
    readInstant(`${addDays(today, days)}T${time}:00`, { name: zone, zoneless: 'operator' }) ?? now;
  return [0, 1, 2].map(at).find((instant) => instant > now) ?? now;
}

/** `from` inclusive, `to` exclusive; over midnight if `to` is not later. Never, if both are the same. */
function isWithin(
  { from, to }: { readonly from: string; readonly to: string },
  instant: Instant,
  zone: string,
): boolean {
  const time = wallText(instant, zone).slice(11, 16);
  if (from === to) return false;
  return from < to ? time >= from && time < to : time >= from || time < to;
}

/** The facts about a reader that decide how much of a text they get. */
export type Reach = Pick<Recipient, 'role' | 'names'>;

/**
 * A text for one reader, on one line: people by full name or by initials, as the role allows. A name moves and hides
 * nothing beside it.
 */
export function textFor(text: AlertText, { role, names }: Reach): string {
  const isFull = rights[role].names === 'all' && names === 'full';
  const parts = text.map((part) => {
    if (typeof part === 'string') return isolatedRuns(onOneLine(part));
    if ('full' in part) return isolatedRuns(onOneLine(isFull ? part.full : part.short));
    const name = onOneLine(part.name).trim();
    return isolated(isFull ? name : initialsOf(name));
  });
  return parts.join('');
}

function onOneLine(text: string): string {
  return text.replaceAll(/[\s\p{Z}\p{Cc}]+/gu, ' ');
}

/** `SG` for Sam Garcia. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends
    .map((word) =>
      Array.from(word ?? '')
        .slice(0, 1)
        .join('')
        .toUpperCase(),
    )
    .join('');
}

export function alertAnswer({ id, kind, level, at, subject, words, evidence, link }: Alert, reach: Reach): AlertAnswer {
  // Lines can become equal when names are withheld; one of each is enough.
  const lines = [...new Set(evidence.map((line) => textFor(line, reach)))];
  const texts = { subject: textFor(subject, reach), words: textFor(words, reach), evidence: lines };
  return { id, kind, level, at: new Date(at).toISOString(), ...texts, link };
}

/** A message in words. `lines` has one for each alert, with a complete address. */
export type MessageWords = {
  readonly subject: string;
  readonly text: string;
  readonly lines: readonly {
    readonly words: string;
    readonly evidence: readonly string[];
    readonly link: string;
    readonly level: AlertAnswer['level'];
  }[];
};

export type MessageContext = {
  readonly schoolName: string;
  /** Where people open the dashboard. */
  readonly publicUrl: string;
  readonly clock: Clock;
  /** The recipient has had the most messages allowed in an hour, so the rest go together. */
  readonly isBeyond: boolean;
};

/** One alert, or a digest of several, as its recipient gets it. */
export function messageOf(
  alerts: readonly Alert[],
  reach: Reach,
  { schoolName, publicUrl, clock, isBeyond }: MessageContext,
): MessageWords {
  const stamp = (at: Instant) => `${dayText(dayOf(at, clock.zone))} ${clockText(at, clock)}`;
  const lines = alerts.map((alert) => {
    const { words, evidence, link, level } = alertAnswer(alert, reach);
    const seen = alerts.length > 1 ? `${stamp(alert.at)}: ` : '';
    return { words: seen + words, evidence, link: publicUrl.replace(/\/$/, '') + link, level };
  });
  const [first] = alerts;
  const title = first && alerts.length === 1 ? textFor(first.words, reach) : counted(alerts.length, 'alert');
  const note = isBeyond ? ['These alerts come together because there were too many in one hour.', ''] : [];
  const seen = first && alerts.length === 1 ? `Seen ${stamp(first.at)}. ` : '';
  const paragraphs = lines.flatMap(({ words, evidence, link }) => [
    words,
    ...evidence.map((line) => `- ${line}`),
    link,
    '',
  ]);
  const end = `${seen}${isolated(onOneLine(schoolName))}, Flightline.`;
  return { subject: title, text: [...note, ...paragraphs, end].join('\n'), lines };
}
