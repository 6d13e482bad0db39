import { type NameStyle, nameStyles } from './names.ts';

/** The screens of a wall board, in the order of the digits that call them. */
export const boardScreens = ['fleet', 'movements', 'maintenance', 'day'] as const;
export type BoardScreen = (typeof boardScreens)[number];

export const screenNames: Readonly<Record<BoardScreen, string>> = {
  fleet: 'Fleet',
  movements: 'Departures and returns',
  maintenance: 'Maintenance',
  day: 'The day',
};

export type ScreenTurn = { readonly screen: BoardScreen; readonly seconds: number };

/** A daily time by the operator's clock, in minutes since midnight; it may go past midnight. */
export type NightHours = { readonly from: number; readonly to: number };

/** All that can be chosen for a board. It is in the board's address and nowhere else. */
export type BoardSettings = {
  /** In the order they are shown in; never empty. */
  readonly screens: readonly ScreenTurn[];
  /** Parts of tail numbers or models, separated by commas; empty for the whole fleet. */
  readonly aircraft: string;
  readonly names: NameStyle;
  /** From the farthest reader to the screen, in metres. */
  readonly distance: number;
  /** The screen's diagonal. */
  readonly inches: number;
  /** Whether times carry `L` or `Z`. */
  readonly marks: 'shown' | 'hidden';
  /** When the board is dimmed; null for never. */
  readonly night: NightHours | null;
  /** A line for all to read; empty for none. */
  readonly notice: string;
  /** Seconds between two looks at the reservations: a school with a large allowance may look more often. */
  readonly refresh: number;
};

export type BoardSettingName = keyof BoardSettings;

export const usualSeconds = 20;
const longestNotice = 90;

type Field<Value> = {
  readonly usual: Value;
  /** Null for what is no such value. */
  readonly read: (text: string) => Value | null;
  readonly print: (value: Value) => string;
  /** What would be good, for the word about what is not. */
  readonly example: string;
};

const fields: { readonly [Name in BoardSettingName]: Field<BoardSettings[Name]> } = {
  screens: {
    usual: boardScreens.map((screen) => ({ screen, seconds: usualSeconds })),
    read: readScreens,
    print: (screens) => screens.map(turnText).join(','),
    example: 'fleet:20,day:30 (5 to 600 seconds each)',
  },
  aircraft: text(60),
  names: choice(nameStyles, 'initials'),
  distance: figure(3, 0.5, 30),
  inches: figure(55, 10, 120),
  marks: choice(['shown', 'hidden'], 'shown'),
  night: { usual: null, read: readNight, print: (night) => (night ? nightText(night) : ''), example: '2100-0600' },
  notice: text(longestNotice),
  refresh: figure(60, 15, 600),
};

export const boardSettingNames = Object.keys(fields) as readonly BoardSettingName[];
export const usualSettings = Object.fromEntries(
  boardSettingNames.map((name) => [name, fields[name].usual]),
) as BoardSettings;

export type BoardParams = { readonly [Name in BoardSettingName]?: string | null };

/** Reads a board's address. What it says wrongly falls back to what is usual, with a word about it. */
export function readBoardSettings(params: BoardParams): { settings: BoardSettings; problems: string[] } {
  const problems: string[] = [];
  const read = <Name extends BoardSettingName>(name: Name): BoardSettings[Name] => {
    const { usual, read: readText, example } = fields[name];
    const given = params[name];
    const value = given == null || given === '' ? usual : readText(given);
    if (value !== null || given == null || given === '') return value as BoardSettings[Name];
    problems.push(`“${given}” is not good for ${name}, such as ${example} is; taking what is usual.`);
    return usual;
  };
  const settings = Object.fromEntries(boardSettingNames.map((name) => [name, read(name)])) as BoardSettings;
  return { settings, problems };
}

/** The parameters of an address that says this; what is usual is left out. */
export function boardParams(settings: BoardSettings): Record<BoardSettingName, string | null> {
  const print = <Name extends BoardSettingName>(name: Name) => {
    const said = fields[name].print(settings[name]);
    return said === fields[name].print(fields[name].usual) ? null : said;
  };
  return Object.fromEntries(boardSettingNames.map((name) => [name, print(name)])) as Record<
    BoardSettingName,
    string | null
  >;
}

/** `2100-0600`. */
function nightText({ from, to }: NightHours): string {
  return [from, to]
    .map((minutes) => `${Math.floor(minutes / 60)}`.padStart(2, '0') + `${minutes % 60}`.padStart(2, '0'))
    .join('-');
}

function turnText({ screen, seconds }: ScreenTurn): string {
  return seconds === usualSeconds ? screen : `${screen}:${seconds}`;
}

/** Each screen once: the one that is named again has its first place and seconds. */
function readScreens(given: string): readonly ScreenTurn[] | null {
  const turns = given.split(',').map((part): ScreenTurn | null => {
    const [name, seconds = String(usualSeconds), ...more] = part.trim().split(':');
    const screen = boardScreens.find((one) => one === name);
    const isGood =
      screen && more.length === 0 && /^\d+$/.test(seconds) && Number(seconds) >= 5 && Number(seconds) <= 600;
    return isGood ? { screen, seconds: Number(seconds) } : null;
  });
  if (turns.includes(null)) return null;
  return turns.filter(
    (turn, index) => turns.findIndex((one) => one?.screen === turn?.screen) === index,
  ) as ScreenTurn[];
}

function readNight(given: string): NightHours | null {
  const match = /^([01]\d|2[0-3])([0-5]\d)-([01]\d|2[0-3])([0-5]\d)$/.exec(given);
  if (!match) return null;
  const [from, to] = [Number(match[1]) * 60 + Number(match[2]), Number(match[3]) * 60 + Number(match[4])];
  return from === to ? null : { from, to };
}

function text(longest: number): Field<string> {
  const read = (given: string) => (given.trim().length > longest ? null : given.trim());
  return { usual: '', read, print: (value) => value, example: `up to ${longest} letters` };
}

function choice<const Choice extends string>(choices: readonly Choice[], usual: Choice): Field<Choice> {
  return {
    usual,
    read: (given) => choices.find((one) => one === given) ?? null,
    print: (value) => value,
    example: choices.join(' or '),
  };
}

function figure(usual: number, least: number, most: number): Field<number> {
  const read = (given: string) => {
    const value = Number(given);
    return /^\d+(\.\d+)?$/.test(given) && value >= least && value <= most ? value : null;
  };
  return { usual, read, print: String, example: `a number from ${least} to ${most}` };
}
