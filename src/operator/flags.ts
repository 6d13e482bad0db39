import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import * as z from 'zod';

const wholeNumber = (min: number, max: number) => ({
  must: `a whole number from ${min} to ${max}`,
  schema: z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max)),
});

const keySchema = z.string().regex(/^[!-~]+$/);

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0;
  } catch {
    return false;
  }
}

/** Every flag that takes a value: its default, its form and its effect. The help and the parsing use this table. */
const flags = {
  port: { default: '4700', ...wholeNumber(0, 65_535), about: 'port to serve on; 0 takes a free one' },
  host: {
    default: '127.0.0.1',
    must: 'a host name or address',
    schema: z.string().min(1),
    about: 'address to serve on',
  },
  operatorId: { default: '1001', ...wholeNumber(0, 2 ** 31 - 1), about: 'id of the operator' },
  key: {
    default: 'demo-key',
    must: 'visible ASCII',
    schema: z.array(keySchema),
    about: 'accepted key; may be repeated',
  },
  seed: { default: '1', ...wholeNumber(0, 2 ** 31 - 1), about: 'another seed is another school' },
  now: {
    default: undefined,
    must: 'a date-time with its zone, such as 2026-11-20T18:05:00Z',
    schema: z.iso
      .datetime({ offset: true })
      .transform((text) => new Date(text))
      .optional(),
    about: 'stops the clock at this time; without it the school follows the real clock',
  },
  zone: {
    default: 'America/Denver',
    must: 'an IANA time zone, such as America/Denver',
    schema: z.string().refine(isTimeZone),
    about: "the school's time zone",
  },
  aircraft: { default: '24', ...wholeNumber(1, 1000), about: 'number of aircraft' },
  reservationsPerDay: { default: '90', ...wholeNumber(0, 100_000), about: 'reservations on an average day' },
  days: { default: '60', ...wholeNumber(1, 3650), about: 'days of reservations on each side of today' },
  locations: {
    default: '0',
    ...wholeNumber(0, 3),
    about: 'number of locations that reservations name; 0 names none',
  },
  database: {
    default: ':memory:',
    must: 'a path',
    schema: z.string().min(1),
    about: 'file to keep the school in; one that holds a school is opened as it is',
  },
  rateLimit: { default: '60', ...wholeNumber(0, 1_000_000), about: 'calls per 60 seconds and key; 0 is no limit' },
} as const;
type FlagName = keyof typeof flags;

const switches = {
  field: 'answer as live services usually do; a Core limit above 100 gives what it asks for (an assumption)',
  odd: 'with --field: also the rare records and lists that break programs, such as null times',
  cutLimit: 'with --field: cut a Core limit above 100 to 100, and say so in the answer',
  cancellations: 'some reservations are cancelled or not kept, and some flights leave late',
  empty: 'a school without any records',
  help: 'print this',
} as const;

export type OperatorSettings = { readonly [Name in FlagName]: z.output<(typeof flags)[Name]['schema']> } & {
  readonly field: boolean;
  readonly odd: boolean;
  readonly cutLimit: boolean;
  readonly cancellations: boolean;
  readonly empty: boolean;
};

/** Flags that change how live services answer. They mean nothing without `--field`. */
const ofField = ['odd', 'cutLimit'] as const;

/** A command line: settings, a request for help, or one sentence that says what is wrong. */
export type FlagReading =
  | { readonly settings: OperatorSettings }
  | { readonly help: string }
  | { readonly refusal: string };

/** `reservationsPerDay` is written `--reservations-per-day`. */
function written(name: string): string {
  return name.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
}

const options: ParseArgsOptionsConfig = {
  ...Object.fromEntries(
    Object.keys(flags).map((name) => [written(name), { type: 'string', multiple: name === 'key' }] as const),
  ),
  ...Object.fromEntries(Object.keys(switches).map((name) => [written(name), { type: 'boolean' }] as const)),
};

/** Reads the arguments of `npm run operator --`. */
export function readFlags(args: readonly string[]): FlagReading {
  let given: ReturnType<typeof parseArgs>['values'];
  try {
    given = parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    return {
      refusal: `${(error instanceof Error ? error.message : String(error)).split(/[.\n]/)[0]}; --help lists the flags.`,
    };
  }
  if (given['help']) return { help };
  const alone = ofField.find((name) => given[written(name)] && !given['field']);
  if (alone) return { refusal: `--${written(alone)} needs --field.` };
  const settings: Record<string, unknown> = {};
  for (const name of ['field', 'cancellations', 'empty', ...ofField]) settings[name] = given[written(name)] ?? false;
  for (const [name, { default: defaultValue, schema, must }] of Object.entries(flags)) {
    const value = given[written(name)] ?? (name === 'key' ? [defaultValue] : defaultValue);
    const read = schema.safeParse(value);
    if (!read.success) return { refusal: `--${written(name)} must be ${must}.` };
    settings[name] = read.data;
  }
  // Each flag was read by its own schema, which the type of the settings is derived from.
  return { settings: settings as OperatorSettings };
}

const lines = [
  ...Object.entries(flags).map(
    ([name, { about, default: defaultValue }]) => [`--${written(name)}`, about, defaultValue] as const,
  ),
  ...Object.entries(switches).map(([name, about]) => [`--${written(name)}`, about, undefined] as const),
];

const help = [
  // Also a command of the installed package.
  import.meta.url.endsWith('.ts') ? 'npm run operator -- [flags]' : 'flightline operator [flags]',
  '',
  "Serves a flight school's operations data as the Operator Flight Management API 1.0 describes it.",
  '',
  ...lines.map(
    ([name, about, defaultValue]) =>
      `  ${name.padEnd(24)}${about}${defaultValue === undefined ? '' : ` (${defaultValue})`}`,
  ),
].join('\n');
