import { millisecondsInDay, millisecondsInHour, millisecondsInMinute, millisecondsInWeek } from '#domain/units.ts';
import { hash } from 'node:crypto';

/**
 * Made-up weather for the generated school: METARs and TAFs from the seed and the clock alone. One or two fronts pass in a week:
 * the wind rises and veers, the pressure falls and rises, clouds come down, it rains or snows, and it clears. Every report ends
 * with `RMK … MADE UP`.
 */

/** Elevation and temperatures of the generated school's field: feet, and degrees Celsius by the time of year. */
const field = { elevation: 6187, mean: 10, yearly: 11, daily: 7 } as const;

/** The answer to `/weather/metar` or `/weather/taf`; null for any other kind. */
export function madeUpReports(kind: string, stations: readonly string[], seed: number, now: number): string | null {
  const write = { metar, taf }[kind];
  return write ? stations.map((station) => `${write(station, seed, now)}\n`).join('') : null;
}

/** A number from 0 to 1 that depends on the texts alone. */
function chance(...of: readonly (string | number)[]): number {
  return Number.parseInt(hash('sha256', of.join(' ')).slice(0, 8), 16) / 0xffff_ffff;
}

/** Hours since the nearest front passed, negative before it: within 18 hours before or 12 after, the weather is the front's. */
function hoursSinceFront(seed: number, at: number): number {
  const week = Math.floor(at / millisecondsInWeek);
  const fronts = [week - 1, week, week + 1].flatMap((value) => {
    const first = value * millisecondsInWeek + (12 + 48 * chance(seed, value, 'first')) * millisecondsInHour;
    const second = value * millisecondsInWeek + (102 + 48 * chance(seed, value, 'second')) * millisecondsInHour;
    return chance(seed, value, 'two') < 0.6 ? [first, second] : [first];
  });
  const hours = fronts.map((front) => (at - front) / millisecondsInHour);
  return hours.reduce((nearest, hour) => (Math.abs(hour) < Math.abs(nearest) ? hour : nearest));
}

/** A stage of a front. `from`: its beginning in hours after the front has passed, negative before that. */
type Stage = {
  readonly from: number;
  readonly wind: readonly [direction: number, speed: number, gust: number];
  /** Statute miles, as a METAR writes them. */
  readonly visibility: string;
  readonly sky: string;
  readonly rain: string;
  readonly snow: string;
  /** Differences from the usual: inches of mercury, and degrees. */
  readonly pressure: number;
  readonly warmth: number;
};

const calm: Stage = {
  from: Number.NEGATIVE_INFINITY,
  wind: [160, 6, 0],
  visibility: '10SM',
  sky: 'FEW120',
  rain: '',
  snow: '',
  pressure: 0.12,
  warmth: 2,
};
const stages: readonly Stage[] = [
  calm,
  { ...calm, from: -18, wind: [150, 9, 0], sky: 'SCT100 BKN200', pressure: 0, warmth: 4 },
  { ...calm, from: -10, wind: [170, 14, 22], sky: 'SCT060 BKN090', pressure: -0.15, warmth: 5 },
  { ...calm, from: -5, wind: [180, 16, 26], visibility: '6SM', sky: 'BKN028 OVC060', pressure: -0.28, warmth: 3 },
  {
    ...calm,
    from: -2,
    wind: [200, 12, 20],
    visibility: '4SM',
    sky: 'BKN015 OVC030',
    rain: '-RA BR',
    snow: '-SN BR',
    pressure: -0.34,
    warmth: 0,
  },
  {
    ...calm,
    from: 0,
    wind: [330, 20, 32],
    visibility: '2SM',
    sky: 'BKN007 OVC014',
    rain: 'RA BR',
    snow: '-SN BR',
    pressure: -0.22,
    warmth: -4,
  },
  {
    ...calm,
    from: 3,
    wind: [340, 17, 28],
    visibility: '5SM',
    sky: 'BKN018 OVC040',
    rain: '-RA',
    snow: '-SN',
    pressure: -0.08,
    warmth: -6,
  },
  { ...calm, from: 6, wind: [350, 14, 22], sky: 'SCT035 BKN050', pressure: 0.08, warmth: -6 },
  { ...calm, from: 9, wind: [360, 10, 0], sky: 'FEW050', pressure: 0.2, warmth: -5 },
  { ...calm, from: 12, wind: [20, 5, 0], sky: 'CLR', pressure: 0.28, warmth: -2 },
];

function stageAt(seed: number, at: number): Stage {
  const since = hoursSinceFront(seed, at);
  return stages.findLast(({ from }) => since >= from) ?? calm;
}

/** Degrees Celsius: colder in winter, at night and behind a front. The field is at 105 degrees west. */
function temperatureAt(stage: Stage, at: number): number {
  const year = Math.cos((2 * Math.PI * (at / millisecondsInDay - 200)) / 365.25);
  const day = Math.cos((2 * Math.PI * (at / millisecondsInHour - 22)) / 24);
  return Math.round(field.mean + field.yearly * year + field.daily * day + stage.warmth);
}

const two = (value: number) => String(value).padStart(2, '0');
const three = (value: number) => String(value).padStart(3, '0');
const celsius = (value: number) => (value < 0 ? `M${two(-value)}` : two(value));

/** `121654Z`, `1217`, `121700`. */
const stamp = (at: number, digits: 4 | 6) => {
  const [day, hour, minute] = [8, 11, 14].map((from) => new Date(at).toISOString().slice(from, from + 2));
  return `${day}${hour}${digits === 6 ? minute : ''}`;
};

function windGroup({ wind: [direction, speed, gust] }: Stage, sway: number): string {
  const turned = ((direction + Math.round(sway * 2) * 10 + 350) % 360) + 10;
  const gusts = gust > 0 ? `G${two(gust + Math.round(sway * 3))}` : '';
  return `${three(turned)}${two(Math.max(3, speed + Math.round(sway * 2)))}${gusts}KT`;
}

const weatherGroups = ({ rain, snow }: Stage, temperature: number) => (temperature <= 1 ? snow : rain);

/** The usual minute of an hourly report, and of a special report when the sky has changed. */
const minutes = { hourly: 54, special: 24 } as const;

/** The newest report at an instant. */
function metar(station: string, seed: number, now: number): string {
  const hour = Math.floor((now - minutes.hourly * millisecondsInMinute) / millisecondsInHour) * millisecondsInHour;
  const hourly = hour + minutes.hourly * millisecondsInMinute;
  const special = hourly + (60 - minutes.hourly + minutes.special) * millisecondsInMinute;
  const isChanged = now >= special && stageAt(seed, special).from !== stageAt(seed, hourly).from;
  const at = isChanged ? special : hourly;
  const stage = stageAt(seed, at);
  const temperature = temperatureAt(stage, at);
  const sway = chance(seed, station, at) * 2 - 1;
  const isWet = stage.rain !== '';
  const dew = temperature - (isWet ? 1 : 8 + Math.round(3 * sway));
  const altimeter = Math.round((30.0 + stage.pressure + 0.02 * sway) * 100);
  const groups = [
    isChanged ? 'SPECI' : 'METAR',
    station,
    `${stamp(at, 6)}Z`,
    windGroup(stage, sway),
    stage.visibility,
    weatherGroups(stage, temperature),
    stage.sky,
    `${celsius(temperature)}/${celsius(dew)}`,
    `A${altimeter}`,
    'RMK AO2 MADE UP',
  ];
  return groups.filter((group) => group !== '').join(' ');
}

/**
 * TAFs begin at 0000Z and every six hours after, and last 24 hours. They are issued forty minutes before they begin.
 */
const issuedEvery = 6 * millisecondsInHour;
const issuedBefore = 40 * millisecondsInMinute;

/** The newest forecast at an instant: the same weather as it will be observed, by the hour. */
function taf(station: string, seed: number, now: number): string {
  const start = Math.floor((now + issuedBefore) / issuedEvery) * issuedEvery;
  const end = start + millisecondsInDay;
  const lines = [
    `TAF ${station} ${stamp(start - issuedBefore, 6)}Z ${stamp(start, 4)}/${stamp(end, 4)} ${forecastGroups(seed, start)}`,
  ];
  for (let at = start + millisecondsInHour; at < end; at += millisecondsInHour) {
    if (stageAt(seed, at).from === stageAt(seed, at - millisecondsInHour).from) continue;
    lines.push(`FM${stamp(at, 6)} ${forecastGroups(seed, at)}`);
  }
  return `${lines.join('\n  ')} RMK MADE UP`;
}

function forecastGroups(seed: number, at: number): string {
  const stage = stageAt(seed, at);
  const visibility = stage.visibility === '10SM' ? 'P6SM' : stage.visibility;
  const sky = stage.sky === 'CLR' ? 'SKC' : stage.sky;
  const weather = weatherGroups(stage, temperatureAt(stage, at));
  return [windGroup(stage, 0), visibility, weather, sky].filter((group) => group !== '').join(' ');
}
