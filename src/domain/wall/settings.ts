import type { PageAddress } from '#contract/pages.ts';
import { type NameStyle, nameStyles, type ZoneMarks } from './words.ts';

/** The screens of a wall board, in their default order. */
export const boardScreens = ['fleet', 'movements', 'maintenance', 'day'] as const;
export type BoardScreen = (typeof boardScreens)[number];

export const screenNames: Readonly<Record<BoardScreen, string>> = {
  fleet: 'Fleet',
  movements: 'Departures and returns',
  maintenance: 'Maintenance',
  day: 'The day',
};

export type ScreenTurn = { readonly screen: BoardScreen; readonly seconds: number };

/** Daily hours in the operator's local time, in minutes since midnight; they may pass midnight. */
export type NightHours = { readonly from: number; readonly to: number };

/** All settings of a board; stored only in its address. */
export type BoardSettings = {
  /** In display order; never empty. */
  readonly screens: readonly ScreenTurn[];
  /** Parts of tail numbers or models, separated by commas; empty for the whole fleet. */
  readonly aircraft: string;
  /** The id of the location whose aircraft are shown, with those of unknown location; empty for all. */
  readonly location: string;
  readonly names: NameStyle;
  /** Metres from the farthest reader to the screen. */
  readonly distance: number;
  /** The screen's diagonal, in inches. */
  readonly inches: number;
  /** Whether times carry `L` or `Z`. */
  readonly marks: ZoneMarks;
  /** When the board is dimmed; null for never. */
  readonly night: NightHours | null;
  /** A line shown on every screen; empty for none. */
  readonly notice: string;
  /** Seconds between two refreshes of the reservations. */
  readonly refresh: number;
};

export type BoardSettingName = keyof BoardSettings;

export const boardSettingNames = [
  'screens',
  'aircraft',
  'location',
  'names',
  'distance',
  'inches',
  'marks',
  'night',
  'notice',
  'refresh',
] as const satisfies readonly BoardSettingName[];

export const defaultSeconds = 20;
const longestNotice = 90;

/** The values used if the address gives none. */
export const defaultSettings: BoardSettings = {
  screens: boardScreens.map((screen) => ({ screen, seconds: defaultSeconds })),
  aircraft: '',
  location: '',
  names: 'initials',
  distance: 3,
  inches: 55,
  marks: 'shown',
  night: null,
  notice: '',
  refresh: 60,
};

type Field<Value> = {
  /** Null for an invalid text. */
  readonly read: (text: string) => Value | null;
  readonly print: (value: Value) => string;
  /** A valid text, for the message about an invalid one. */
  readonly example: string;
};

const fields: { readonly [Name in BoardSettingName]: Field<BoardSettings[Name]> } = {
  screens: {
    read: readScreens,
    print: (screens) => screens.map(turnText).join(','),
    example: 'fleet:20,day:30 (5 to 600 seconds each)',
  },
  aircraft: text(60),
  location: text(200),
  names: choice(nameStyles),
  distance: figure(0.5, 30),
  inches: figure(10, 120),
  marks: choice(['shown', 'hidden']),
  night: { read: readNight, print: (night) => (night ? nightText(night) : ''), example: '2100-0600' },
  notice: text(longestNotice),
  refresh: figure(15, 600),
};

/** The parameters of a board's address. */
export type BoardParams = { readonly [Name in BoardSettingName]?: string | null };

/** Reads a board's address. An invalid value falls back to its default and gives one sentence in `problems`. */
export function readBoardSettings(params: BoardParams): { settings: BoardSettings; problems: string[] } {
  const problems: string[] = [];
  const read = <Name extends BoardSettingName>(name: Name): BoardSettings[Name] => {
    const given = params[name] ?? '';
    if (given === '') return defaultSettings[name];
    const value = fields[name].read(given);
    // Only `night` can be null, and null is never written as text.
    if (value !== null) return value;
    problems.push(`“${given}” is not valid for ${name}; the default is used. Example: ${fields[name].example}.`);
    return defaultSettings[name];
  };
  const settings: BoardSettings = {
    screens: read('screens'),
    aircraft: read('aircraft'),
    location: read('location'),
    names: read('names'),
    distance: read('distance'),
    inches: read('inches'),
    marks: read('marks'),
    night: read('night'),
    notice: read('notice'),
    refresh: read('refresh'),
  };
  return { settings, problems };
}

/** The parameters of an address with these settings; null for a default. */
export function boardParams(settings: BoardSettings): Record<BoardSettingName, string | null> {
  const print = <Name extends BoardSettingName>(name: Name) => {
    const written = fields[name].print(settings[name]);
    return written === fields[name].print(defaultSettings[name]) ? null : written;
  };
  return {
    screens: print('screens'),
    aircraft: print('aircraft'),
    location: print('location'),
    names: print('names'),
    distance: print('distance'),
    inches: print('inches'),
    marks: print('marks'),
    night: print('night'),
    notice: print('notice'),
    refresh: print('refresh'),
  };
}

/** The address of a board with these settings, without an origin: `/board?names=none`. */
export function boardAddress(settings: BoardSettings): PageAddress {
  const params = boardParams(settings);
  const written = boardSettingNames.flatMap((name) => {
    const value = params[name];
    return value === null ? [] : [`${name}=${escaped(value)}`];
  });
  return written.length === 0 ? '/board' : `/board?${written.join('&')}`;
}

/** Leaves colons, commas and spaces readable; no browser needs them escaped. */
function escaped(value: string): string {
  return encodeURIComponent(value).replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%20', '+');
}

/** `2100-0600`. */
function nightText({ from, to }: NightHours): string {
  return [from, to]
    .map((minutes) => `${Math.floor(minutes / 60)}`.padStart(2, '0') + `${minutes % 60}`.padStart(2, '0'))
    .join('-');
}

function turnText({ screen, seconds }: ScreenTurn): string {
  return seconds === defaultSeconds ? screen : `${screen}:${seconds}`;
}

/** A screen named twice keeps its first position and seconds. */
function readScreens(given: string): readonly ScreenTurn[] | null {
  const turns = new Map<BoardScreen, ScreenTurn>();
  for (const part of given.split(',')) {
    const [name, seconds = String(defaultSeconds), ...more] = part.trim().split(':');
    const screen = boardScreens.find((candidate) => candidate === name);
    const isValid = more.length === 0 && /^\d+$/.test(seconds) && Number(seconds) >= 5 && Number(seconds) <= 600;
    if (!screen || !isValid) return null;
    if (!turns.has(screen)) turns.set(screen, { screen, seconds: Number(seconds) });
  }
  return [...turns.values()];
}

function readNight(given: string): NightHours | null {
  const match = /^([01]\d|2[0-3])([0-5]\d)-([01]\d|2[0-3])([0-5]\d)$/.exec(given);
  if (!match) return null;
  const [from, to] = [Number(match[1]) * 60 + Number(match[2]), Number(match[3]) * 60 + Number(match[4])];
  return from === to ? null : { from, to };
}

function text(longest: number): Field<string> {
  const read = (given: string) => (given.trim().length > longest ? null : given.trim());
  return { read, print: (value) => value, example: `up to ${longest} letters` };
}

function choice<const Choice extends string>(choices: readonly Choice[]): Field<Choice> {
  return {
    read: (given) => choices.find((candidate) => candidate === given) ?? null,
    print: (value) => value,
    example: choices.join(' or '),
  };
}

function figure(min: number, max: number): Field<number> {
  const read = (given: string) => {
    const value = Number(given);
    return /^\d+(\.\d+)?$/.test(given) && value >= min && value <= max ? value : null;
  };
  return { read, print: String, example: `a number from ${min} to ${max}` };
}
