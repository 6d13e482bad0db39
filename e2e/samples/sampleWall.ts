import { scheduleAt } from './sampleReadiness.ts';
import { isTimed, type Reservation } from '#domain/reservations/reservations.ts';
import { everyone } from '#contract/access/grants.ts';
import type { Config } from '#contract/gateway/config.ts';
import { connected } from '#domain/answers/connection.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { person, slot } from './sampleSchedule.ts';
import { aircraft, clock, now } from './sampleMaintenance.ts';
import type { BoardScreen } from '#domain/wall/settings.ts';
import type { Wording } from '#domain/wall/words.ts';
import { type SlideOptions, slidesOf } from '#web/pages/wall/screens/slides.ts';
import { wallModel, type WallModel, type WallRecords } from '#web/pages/wall/wallModel.ts';

/** A board of a few aircraft for tests. */
export const school: Config = {
  operatorId: 1001,
  operatorName: 'Front Range Aviators',
  timeZone: clock.zone,
  zonelessTimes: 'operator',
  shiftStarts: ['06:00', '14:00', '22:00'],
  copyDays: { back: 14, ahead: 42 },
  thresholds: {},
  who: everyone,
  reportOffset: 'page',
  rateLimit: 600,
  embedded: true,
  position: { latitude: 38.8, longitude: -104.7 },
};
export const reading = (given: Partial<Reading> = {}): Reading => ({
  source: 'Aircraft',
  asOf: now,
  interval: 60_000,
  failure: null,
  ...given,
});
export const options: SlideOptions = {
  width: 1876,
  height: 820,
  sizes: { legible: 31, easy: 37, isTooFar: false },
  school,
  readings: {
    aircraft: reading(),
    reservations: reading({ source: 'Reservations' }),
    history: reading({ source: 'Earlier reservations' }),
    reminders: reading({ source: 'Reminders' }),
    squawks: reading({ source: 'Squawks' }),
  },
  connection: connected,
};
const nothing: WallRecords = {
  fleet: null,
  schedule: null,
  ahead: [],
  dueItems: [],
  horizons: null,
  readiness: { reminders: new Map(), squawks: new Map() },
};
const wording: Wording = { now, clock, names: 'short', marks: 'shown' };
type Records = Partial<WallRecords> & { readonly reservations?: readonly Reservation[] | null };
export const modelOf = ({ reservations = null, ...records }: Records, more: Partial<Wording> = {}, location = '') =>
  wallModel(
    { ...nothing, schedule: reservations && scheduleAt(reservations.filter(isTimed)), ...records },
    { aircraft: '', location },
    { ...wording, ...more },
    school,
  );
export const only = (screen: BoardScreen, model: WallModel, more: Partial<SlideOptions> = {}) =>
  slidesOf([{ screen, seconds: 20 }], model, { ...options, ...more });

export const sampleAircraft = (id: string) => aircraft({ aircraftId: id, tailNumber: `N${id}AB` });
export const fleetOf = (count: number) => Array.from({ length: count }, (_, index) => sampleAircraft(`${100 + index}`));
export const of = (id: string) => ({ aircraft: { aircraftId: id, tailNumber: `N${id}AB` } });
export const flights = [
  slot('out', '10:00', '12:00', { status: 1, ...of('100') }),
  slot('next', '12:30', '14:00', { pilots: [person('Sam Garcia')], ...of('101') }),
];
