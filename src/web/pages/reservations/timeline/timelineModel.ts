import { millisecondsInMinute } from '#domain/units.ts';
import type { TimelineDays } from '#web/pages/reservations/scheduleModel.ts';
import type { Knowledge, Situation } from '#domain/answers/known.ts';
import { type MovementBucket, type Movements, movementsText, sumOf } from '#domain/calendar/dispatch.ts';
import type { Upkeep } from '#domain/conflicts/upkeep.ts';
import type { Narrowing } from '#domain/reservations/locations.ts';
import type { Resource } from '#domain/timeline/resources.ts';
import {
  doubtIn,
  doubtText,
  figureDown,
  hoursDown,
  hoursLeftText,
  type StatusKind,
  tenthsDown,
} from '#domain/maintenance/reminders.ts';
import { overlaps, type Span } from '#domain/time/time.ts';
import { tenths } from '#domain/words.ts';
import { type Zoom, zoomSteps } from '#web/components/timeline/timeScale.ts';

/** A zoom as in the address: minutes per column, `open` for the flying hours, or `fit` for the whole span. */
export type ZoomName = 'open' | 'fit' | `${(typeof zoomSteps)[number]}`;
export const zoomNames: readonly ZoomName[] = ['open', 'fit', ...zoomSteps.map((step) => `${step}` as const)];

export function zoomOf(name: ZoomName): Zoom {
  return name === 'open' ? name : (zoomSteps.find((step) => `${step}` === name) ?? 'fit');
}

export function zoomNameOf(zoom: Zoom): ZoomName {
  return zoomNames.find((name) => name === String(zoom)) ?? 'fit';
}

const wideZoom: Readonly<Record<TimelineDays, ZoomName>> = { 1: 'open', 3: '120', 7: '180' };

/** The default zoom: bars are wide enough for their names. */
export function defaultZoom(days: TimelineDays, isWide: boolean): ZoomName {
  return isWide ? wideZoom[days] : '60';
}

export const zoomOptions = zoomNames.map((value) => ({ value, label: zoomLabel(value) }));

function zoomLabel(zoom: ZoomName): string {
  if (zoom === 'open') return 'daytime';
  if (zoom === 'fit') return 'whole span';
  return Number(zoom) < 60 ? `${zoom} min` : `${Number(zoom) / 60} h`;
}

/** An aircraft's maintenance as shown in the head of its row. */
export type UpkeepWords = {
  /** The worst reminder if it is Warning or Expired. */
  readonly alert: { readonly statusId: number | null; readonly word: 'Grounded' | 'Warning' } | null;
  /** Meter hours left, and those booked until then: `6.2/14.5 h`, `1.2 h past due`; null if no reminder comes due by hours. */
  readonly hours: string | null;
  /** The same as a bar; null for none, and for an aircraft that is past due. */
  readonly bar: HoursBar | null;
  /** True if it is not known whether hours are left: the reminders are not read, or the worst is in doubt. */
  readonly isUnknown: boolean;
  /** All of it in words. */
  readonly title: string;
};

/** Hours left and booked, each as a share of `barHours`. */
export type HoursBar = {
  readonly left: number;
  /** The part of what is left that is booked; null if that is not known. */
  readonly booked: number | null;
  /** What is booked beyond it. */
  readonly beyond: number;
  /** How what is beyond is drawn: by the service's status of the limit, because a limit far ahead needs nobody yet. */
  readonly tone: 'plain' | 'warning' | 'expired';
};

/** Hours that the width of a bar stands for: an interval of the usual inspections; more is left out. */
const barHours = 50;
/** The smallest share that a person sees. */
const leastBeyond = 0.05;

/** `isAhead`: for a moment ahead, when no meter has been read. `isRead`: whether the reminders of the aircraft have been read. */
export function upkeepWords(upkeep: Upkeep | null, isAhead: boolean, isRead: boolean): UpkeepWords {
  if (!upkeep) {
    const title = isRead ? '' : 'Reminders not known yet';
    return { alert: null, hours: null, bar: null, isUnknown: !isRead, title };
  }
  const { alert, worst, hoursLeft, hoursBooked, hoursStatus } = upkeep;
  const basis = isAhead ? 'by forecast' : "by the service's meter";
  const doubtful = !alert && worst && doubtIn(worst) ? worst : null;
  const words = [
    alert && worst && `${worst.status}: ${worst.name}`,
    doubtful && `${doubtful.name}: ${doubtText(doubtful)}`,
    hoursLeft !== null && `${hoursLeftText(hoursLeft)} ${basis}`,
    hoursBooked !== null && `${tenths.format(hoursBooked)} h booked until then`,
  ];
  return {
    alert: alert && worst && { statusId: worst.statusId, word: alert === 'expired' ? 'Grounded' : 'Warning' },
    hours: headHours(upkeep),
    bar: hoursBar(hoursLeft, hoursBooked, hoursStatus),
    isUnknown: doubtful !== null && hoursLeft === null,
    title: words.filter(Boolean).join(', '),
  };
}

/** By the figures shown, in tenths: what both figures show as equal is not beyond. */
function hoursBar(left: number | null, booked: number | null, status: StatusKind | null): HoursBar | null {
  if (left === null || left < 0) return null;
  const tone = status === 'warning' || status === 'expired' ? status : 'plain';
  const shown = tenthsDown(left) / 10;
  const share = (hours: number) => Math.min(1, hours / barHours);
  if (booked === null) return { left: share(shown), booked: null, beyond: 0, tone };
  const asked = Math.round(booked * 10) / 10;
  if (asked <= shown) return { left: share(shown), booked: share(asked), beyond: 0, tone };
  // What is booked beyond stays in sight, however much is left.
  const own = Math.min(share(shown), 1 - leastBeyond);
  return { left: own, booked: own, beyond: Math.min(1 - own, Math.max(leastBeyond, share(asked) - own)), tone };
}

/** What the bar beside a tail number means, for the column heading. */
export function hoursNote(isAhead: boolean): string {
  const basis = isAhead ? 'by forecast' : 'by the service’s meter';
  return `The frame: hours left until the next limit ${basis}, up to ${barHours} h. Filled: hours booked until then. Striped: booked beyond the limit, amber once it is near. Dashed: not known.`;
}

/** An Expired reminder already says how far past due it is, and the head has no space to repeat it. */
function headHours({
  alert,
  hoursLeft,
  hoursBooked,
}: Pick<Upkeep, 'alert' | 'hoursLeft' | 'hoursBooked'>): string | null {
  if (hoursLeft === null) return null;
  if (hoursLeft < 0) return alert === 'expired' ? null : hoursLeftText(hoursLeft);
  return hoursBooked === null ? hoursDown(hoursLeft) : `${figureDown(hoursLeft)}/${tenths.format(hoursBooked)} h`;
}

const quarter = 15 * millisecondsInMinute;
/** Half the height of the strip's drawing, in its own units. */
export const stripHalf = 20;

/** Departures upwards and returns downwards from the middle, each as one SVG path in a box of 1 by `2 * stripHalf`. */
export type MovementStrip = {
  readonly departures: string;
  readonly returns: string;
  /** `▲ 77 out`, `▼ 74 back`. */
  readonly sums: readonly [string, string];
};

/** The movements per 15 minutes within the span of the strip's width; `known` of the reservations of the span. */
export function movementStrip({ buckets, max }: Movements, span: Span, known: Knowledge): MovementStrip {
  const shown = buckets.filter(({ start }) => overlaps({ start, end: start + quarter }, span));
  // A day without movements has no bars, and no scale.
  const highest = Math.max(1, max);
  return {
    departures: barsOf(shown, span, ({ departures }) => -departures / highest),
    returns: barsOf(shown, span, ({ returns }) => returns / highest),
    sums: [
      sumText('▲', sumOf(shown, 'departures'), 'out', known),
      sumText('▼', sumOf(shown, 'returns'), 'back', known),
    ],
  };
}

function sumText(arrow: string, count: number, word: string, { state, lacks }: Knowledge): string {
  if (state === 'not known') return `${arrow} not known yet`;
  const shown = lacks.length === 0 ? `${count}` : count === 0 ? '?' : `${count}+`;
  return `${arrow} ${shown} ${word}`;
}

/** The movements in a sentence, as far as they are known. */
export function movementWords(
  movements: Movements,
  known: Knowledge,
  { now, clock }: Pick<Situation, 'now' | 'clock'>,
): string {
  if (known.state === 'not known') return 'Departures and returns are not known yet.';
  const words = movementsText(movements, clock, now);
  return known.lacks.length === 0 ? `${words}.` : `${words}; ${known.lacks.join(', ')}.`;
}

/** All bars as one path, so that the strip has two elements for any number of buckets. Shares below 0 point up. */
function barsOf(buckets: readonly MovementBucket[], span: Span, shareOf: (bucket: MovementBucket) => number): string {
  const unit = quarter / (span.end - span.start);
  return buckets
    .filter((bucket) => shareOf(bucket) !== 0)
    .map((bucket) => {
      const left = (bucket.start - span.start) / (span.end - span.start) + unit * 0.1;
      return `M${left} ${stripHalf}v${shareOf(bucket) * (stripHalf - 1)}h${unit * 0.8}V${stripHalf}z`;
    })
    .join('');
}

/** True for an aircraft with a row but no known location, and for a reservation without a location. */
export function isPlaceUnknown({ kind, id, reservations }: Resource, { whereIs }: Narrowing): boolean {
  if (kind === 'none') return reservations.some((reservation) => whereIs(reservation) === 'not known');
  return kind === 'aircraft' && whereIs(id) === 'not known';
}
