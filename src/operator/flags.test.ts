import { expect, test } from 'vitest';
import { readFlags } from './flags.ts';

function settingsOf(...args: string[]) {
  const reading = readFlags(args);
  if (!('settings' in reading)) throw new Error(JSON.stringify(reading));
  return reading.settings;
}

test('without flags everything has its default', () => {
  expect(settingsOf()).toEqual({
    port: 4700,
    host: '127.0.0.1',
    operatorId: 1001,
    key: ['demo-key'],
    seed: 1,
    now: undefined,
    zone: 'America/Denver',
    aircraft: 24,
    reservationsPerDay: 90,
    days: 60,
    locations: 0,
    database: ':memory:',
    rateLimit: 60,
    field: false,
    odd: false,
    cutLimit: false,
    cancellations: false,
    empty: false,
  });
});

test('every flag is read', () => {
  const text =
    '--port 0 --host ::1 --operator-id 7 --key a --key b --seed 9 --now 2026-11-20T11:05:00-07:00 --zone Europe/Berlin ' +
    '--aircraft 150 --reservations-per-day 400 --days 30 --locations 3 --database school.db --rate-limit 0 --field --odd --cut-limit --cancellations --empty';
  expect(settingsOf(...text.split(' '))).toEqual({
    port: 0,
    host: '::1',
    operatorId: 7,
    key: ['a', 'b'],
    seed: 9,
    now: new Date('2026-11-20T18:05:00Z'),
    zone: 'Europe/Berlin',
    aircraft: 150,
    reservationsPerDay: 400,
    days: 30,
    locations: 3,
    database: 'school.db',
    rateLimit: 0,
    field: true,
    odd: true,
    cutLimit: true,
    cancellations: true,
    empty: true,
  });
});

test.each([
  [['--port', '70000'], '--port must be a whole number from 0 to 65535.'],
  [['--port', '0x10'], '--port must be a whole number from 0 to 65535.'],
  [['--days', ''], '--days must be a whole number from 1 to 3650.'],
  [['--zone', 'Mars/Olympus'], '--zone must be an IANA time zone, such as America/Denver.'],
  [['--now', '2026-11-20T18:05:00'], '--now must be a date-time with its zone, such as 2026-11-20T18:05:00Z.'],
  [['--key', 'two words'], '--key must be visible ASCII.'],
  [['--prot', '1'], "Unknown option '--prot'; --help lists the flags."],
  [['--port'], "Option '--port <value>' argument missing; --help lists the flags."],
  [['--odd'], '--odd needs --field.'],
  [['--cut-limit'], '--cut-limit needs --field.'],
  [['serve'], "Unexpected argument 'serve'; --help lists the flags."],
])('%j is refused in one sentence', (args, refusal) => {
  expect(readFlags(args)).toEqual({ refusal });
});

test('the help names every flag', () => {
  const reading = readFlags(['--help']);
  const help = 'help' in reading ? reading.help : '';
  for (const name of [...Object.keys(settingsOf()), 'help']) {
    expect(help).toContain(`--${name.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)} `);
  }
});
