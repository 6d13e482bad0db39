import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from './units.ts';
import type { Saying } from '#contract/gateway/snoozes.ts';
import type { Severity } from './severity.ts';
import { byName, namesOf } from '#contract/objects.ts';

/**
 * Every threshold and weight of the rules, in one table. Each gives its unit, its meaning and its source. “Regulation” is law and
 * the same for every school. “Habit” is what most schools do. “Estimate” is an assumption about what the service does not report.
 * A school sets the first group for itself; the others are the same for all.
 */

// What a school sets.

/**
 * Each with the name of its setting, the usual figure, and the least and the most that a school may set. Habits, except
 * for `hoursFactor`: Estimate.
 */
export const schoolThresholds = {
  /** How late a start or an end may be before the screens show it. */
  lateGrace: { setting: 'LATE_GRACE_MINUTES', default: 10, min: 0, max: 60, unit: 'minute' },
  /** How long after the booked end an aircraft that is not back turns red. */
  notBackRed: { setting: 'NOT_BACK_RED_MINUTES', default: 30, min: 1, max: 240, unit: 'minute' },
  /** How long after the booked end an aircraft that is not back becomes the most serious matter. */
  notBackGravest: { setting: 'NOT_BACK_WORST_MINUTES', default: 60, min: 1, max: 480, unit: 'minute' },
  /** What an aircraft needs between its return and its next departure. */
  turnaround: { setting: 'TURNAROUND_MINUTES', default: 15, min: 0, max: 120, unit: 'minute' },
  /** A flight that leaves within this time comes first in the fleet, on the overview and on the board. */
  leavesSoon: { setting: 'LEAVES_SOON_MINUTES', default: 120, min: 15, max: 720, unit: 'minute' },
  /** A checkout that ends within this time after a flight needs a look. */
  checkoutEndsSoon: { setting: 'CHECKOUT_ENDS_DAYS', default: 14, min: 0, max: 90, unit: 'day' },
  /** Reminders and squawks read longer ago than this prove nothing about the present. */
  readAge: { setting: 'RECORDS_OLD_MINUTES', default: 60, min: 15, max: 1440, unit: 'minute' },
  /** How far ahead a limit without a shop visit is shown; at most as far as forecasts read reservations. */
  limitAhead: { setting: 'LIMIT_AHEAD_DAYS', default: 7, min: 3, max: 14, unit: 'day' },
  /** How near its limit by hours a reminder must be before an unnamed shop visit may be for it. */
  visitHours: { setting: 'SHOP_VISIT_HOURS', default: 10, min: 1, max: 50, unit: 'meter hour' },
  /** How near its limit by date. */
  visitTime: { setting: 'SHOP_VISIT_DAYS', default: 14, min: 1, max: 60, unit: 'day' },
  /** Bays of the shop: how many aircraft can be worked on at once. */
  shopBays: { setting: 'SHOP_BAYS', default: 2, min: 1, max: 50, unit: 'bay' },
  /** The hours of the operator's clock between which the shop works. */
  shopOpens: { setting: 'SHOP_OPENS_HOUR', default: 8, min: 0, max: 23, unit: 'hour of the day' },
  shopCloses: { setting: 'SHOP_CLOSES_HOUR', default: 17, min: 1, max: 24, unit: 'hour of the day' },
  /** Working days of the shop in a week, from Monday on. */
  shopDays: { setting: 'SHOP_DAYS', default: 5, min: 1, max: 7, unit: 'working day' },
  /** With this many flights, forecasts use the measured factor of an aircraft. */
  factorFlights: { setting: 'FACTOR_FLIGHTS', default: 20, min: 5, max: 500, unit: 'flight' },
  /** Meter hours per booked hour while too few flights have been measured; an address may set another. */
  hoursFactor: { setting: 'HOURS_FACTOR', default: 0.69, min: 0.3, max: 1, unit: 'factor' },
} as const;

/** What one of each unit is in the rules: its milliseconds if it is a time, otherwise 1. */
const inRules = {
  minute: millisecondsInMinute,
  day: millisecondsInDay,
  'meter hour': 1,
  factor: 1,
  flight: 1,
  bay: 1,
  'hour of the day': 1,
  'working day': 1,
} as const;

/** Times in milliseconds, other figures unchanged. */
type Thresholds = Readonly<Record<keyof typeof schoolThresholds, number>>;

let current: Thresholds | null = null;

/** This school's figures, as the rules use them. Without a setting, the usual figure applies. */
export function thresholds(): Thresholds {
  return (current ??= countedFrom({}));
}

/**
 * Sets the school's figures, by the names of their settings, once per process or page and before any rule runs (decision 0042).
 * Throws if rules have used others: two screens must not count differently.
 */
export function setThresholds(given: { readonly [setting: string]: number }): void {
  const own = countedFrom(given);
  if (current && namesOf(own).some((name) => own[name] !== current?.[name]))
    throw new Error('The thresholds are in use and cannot change.');
  current = own;
}

/** For tests, which have several schools in one process. */
export function forgetThresholds(): void {
  current = null;
}

function countedFrom(given: { readonly [setting: string]: number }): Thresholds {
  return byName(namesOf(schoolThresholds), (name) => {
    const { setting, default: defaultValue, unit } = schoolThresholds[name];
    return (given[setting] ?? defaultValue) * inRules[unit];
  });
}

// Reservations that are late.

/** Milliseconds before the start. A checked-out reservation counts as out from then on; an earlier check-out is a slip. Habit. */
export const earliestOut = millisecondsInHour;

/** Milliseconds. A reservation shows as waiting for a late one if it starts within this time. Habit. */
export const riskMargin = millisecondsInHour;

/** Milliseconds. Lateness within the grace matters only if the next reservation leaves within this time. Habit. */
export const lateMatters = millisecondsInHour;

/** Milliseconds. A flight that leaves within this time of its booked start left in time. Habit: the airlines' figure too. */
export const onTimeWithin = 15 * millisecondsInMinute;

/**
 * Milliseconds. A shop visit that begins within this time after a grounding squawk was found, and while it is open, is unplanned.
 * Estimate: a squawk of a Friday is worked on by Monday, and what waits longer is booked like any other work.
 */
export const unplannedWithin = 3 * millisecondsInDay;

// Instructors. The hours of instruction count only under rules that have such a limit (`ruleSets.ts`).

/** Milliseconds of the period of 14 CFR 61.195(a): 24 consecutive hours. Regulation. */
export const dutyPeriod = millisecondsInDay;

/**
 * Milliseconds of flight instruction within that period at most. Regulation, 14 CFR 61.195(a): "In any 24-consecutive-hour period,
 * a flight instructor may not conduct more than 8 hours of flight training."
 */
export const flightLimit = 8 * millisecondsInHour;

/** Milliseconds. Flight time below a tenth of an hour shows as none. Habit: hours are written in tenths. */
export const shortestFlight = 6 * millisecondsInMinute;

/** Milliseconds of the shortest gap between duties that is worth showing. Habit. */
export const shortestGap = 30 * millisecondsInMinute;

/** Milliseconds around now within which an instructor who is not back counts as away. Habit. */
export const awayNearNow = 15 * millisecondsInMinute;

// Records.

/**
 * Milliseconds. How far ahead night is computed: a mistyped year must not cost centuries of it. Habit: nobody
 * dispatches further ahead.
 */
export const furthestDark = 400 * millisecondsInDay;

/**
 * Degrees. Civil twilight ends at −6 (14 CFR 1.1, “night”); the altitudes of suncalc include half a degree of refraction.
 * Regulation.
 */
export const civilDepth = -5.5;

// Maintenance.

/** Landings left from which an unnamed shop visit may be for a reminder, as with `visitHours`. Habit. */
export const visitLandings = 50;

/** Milliseconds of the shortest unnamed shop visit that may be for such a reminder. Estimate. */
export const shortestVisit = {
  annual: 8 * millisecondsInHour,
  hundredHours: 4 * millisecondsInHour,
  other: millisecondsInHour,
} as const;

/**
 * Milliseconds of shop time that work usually takes, until the school's own visits show it: an annual three days, a 100-hour
 * inspection one, an oil change two hours. Estimate.
 */
export const usualVisit = {
  annual: 27 * millisecondsInHour,
  hundredHours: 9 * millisecondsInHour,
  oil: 2 * millisecondsInHour,
  other: 3 * millisecondsInHour,
} as const;

/** Past visits named for a work from which their median counts in place of the estimate. Estimate. */
export const minPastVisits = 3;

/** Milliseconds after a shop visit in which its work may be unfinished, if the aircraft has not flown since. Estimate. */
export const visitLasts = millisecondsInDay;

/** Days before the edge of `limitAhead` in which a forecast is not news yet: a forecast moves by itself. Estimate. */
export const forecastEdge = 2;

/**
 * Share of a reminder's remaining hours. The brief lists an aircraft whose booked hours use at least this much. Habit.
 */
export const tellingShare = 0.5;

/** Milliseconds after a reservation in which another aircraft must have hours left, unless a shop visit comes first. Habit. */
export const spareReach = 48 * millisecondsInHour;

// Standby.

/** Days, with today, whose freed times are offered to others. Habit: later ones are booked in the usual way. */
export const standbyDays = 7;

/** Days before today whose lessons say who waits, if the copy holds that many. Habit: nobody in training waits longer. */
export const lessonDays = 28;

/** Hours of the shortest freed time that is offered. Habit. */
export const shortestFreed = 1;

/** Hours of the longest freed time that is not cut to the flying hours of its days. Habit. */
export const longestFreed = 12;

/** Hours of a longer freed time for which instructor and student must be free: a lesson with its briefing. Habit. */
export const usualLesson = 2;

// Forecasts.

/** Smallest share of the time out so far that the meter will show once the flights are closed. Estimate. */
export const minFactor = 0.5;

/**
 * Standard deviations of the measured hours on each side of a forecast: nine of ten weeks of the simulated schools lie
 * within them (`npm run truth:hours`). Estimate.
 */
export const bandWidth = 1.5;

/** Landings per booked hour, unless the school's own are measured: the API does not give the landings of a flight. Estimate. */
export const landingsAnHour = 2;

/** The same at worst, for flights that may stay in the pattern: 8 to 10 with touch-and-goes. Estimate. */
export const maxLandingsAnHour = 10;

/** The share of measured flights that make at most the worst rate of landings. Habit: the 90th percentile. */
export const worstLandingShare = 0.9;

/**
 * Milliseconds that an aircraft flies at most in 24 hours of one reservation: a weekend rental does not fly for 48 hours.
 * Estimate.
 */
export const flownADay = 8 * millisecondsInHour;

/** Whole days before today that give the recent rate of flying. Estimate. */
export const rateDays = 14;

/** Days ahead of today whose reservations a forecast reads. Estimate. */
export const forecastDays = 14;

/** Milliseconds, ten years: a rate of flying says nothing about dates further away. Estimate. */
export const furthestForecast = 3650 * millisecondsInDay;

/**
 * Hours that a meter may rise between two reads, and landings per hour, before it “jumped”. Estimate; `jumpLimit` has the
 * figures.
 */
export const meterJump = { hours: 8, landingsAnHour: 10 } as const;

/**
 * More is left of an interval than this: its meter or its limit is wrong. Hours as a share of the interval, for 14 CFR 91.409(b) lets
 * a 100-hour keep its schedule within ten hours; days beyond it, for limits run to the end of a month. Estimate.
 */
export const intervalSlack = { hours: 1.1, days: 62 } as const;

// Days.

/** Hours of a day in which an aircraft can be booked, from 0600 to 2200. The load of a day is a share of them. Habit. */
export const hoursOfADay = 16;

// Alerts.

/**
 * Milliseconds that a condition must last before it is reported, and be over before it may be reported again. `none` if
 * the rule itself waits, `short` for conditions that need action, `long` for those that can wait. Estimate: one or two
 * refreshes of the copy.
 */
export const alertSettling = {
  none: 0,
  short: 2 * millisecondsInMinute,
  long: 5 * millisecondsInMinute,
} as const;

/** Milliseconds after which alerts begin although some records have still not been read. Habit. */
export const firstLookPatience = 15 * millisecondsInMinute;

// The order of the overview.

/** The rank of a matter in the list, from 0 to 100: the highest comes first. Habit. */
export const attentionRanks = {
  /** By the steps of attention. Within the grace it is not listed; from red on it comes before everything. */
  notBack: [0, 72, 98, 99],
  noData: 95,
  oldData: 65,
  /** A grounded aircraft that is out now. */
  groundedOut: 88,
  /** A grounded aircraft without a reservation. */
  groundedFree: 30,
  /** Findings against a flight, by departure: within `leavesSoon`, today, tomorrow. */
  flightSoon: 80,
  flightToday: 70,
  flightTomorrow: 50,
  /** Added for a grounded aircraft, for a limit that stops its flights, and for a checkout, which the desk can correct. */
  grounded: 4,
  aircraftStop: -1,
  checkout: -3,
  /** An instructor with too many hours: once those hours have begun, and before that. */
  hoursBegun: 46,
  hoursAhead: 42,
  /** Records that have not been read. */
  notKnown: 41,
  /** A limit that is near, less one for each day until it. */
  limitNear: 40,
} as const;

/**
 * How bad evidence is by itself. `amount`: the evidence gives it.
 * Habit.
 */
export const evidenceSeverities: { readonly [Says in Saying]: Severity | 'amount' } = {
  'no answer': 'amount',
  'not back': 'amount',
  out: 'critical',
  flight: 'info',
  grounds: 'warning',
  'not active': 'warning',
  expired: 'warning',
  stop: 'warning',
  twice: 'warning',
  checkout: 'warning',
  'over hours': 'advisory',
  hours: 'info',
  'reminders not read': 'advisory',
  'squawks not read': 'advisory',
  'not listed': 'advisory',
  'not known': 'advisory',
  limit: 'advisory',
  forecast: 'advisory',
};
