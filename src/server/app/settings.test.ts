import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schoolThresholds } from '#domain/thresholds.ts';
import { environmentShape, readSettings, SettingsError } from './settings.ts';

const complete = {
  API_BASE_URL: 'https://api.example.com/flight/',
  API_SUBSCRIPTION_KEY: 'abcdefgh-0123456789',
  API_OPERATOR_ID: '77',
  OPERATOR_TIME_ZONE: 'America/New_York',
};

/** The message for invalid settings. */
function refusal(changes: { [name: string]: string | undefined }): string {
  try {
    readSettings({ ...complete, ...changes });
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  return '';
}

const demonstration = {
  upstream: null,
  operatorId: 1001,
  operatorName: 'Pikes Peak Flying School',
  timeZone: 'America/Denver',
  position: { latitude: 38.8058, longitude: -104.7008 },
  shiftStarts: ['06:00', '14:00', '22:00'],
  zonelessTimes: 'operator',
  reportOffset: 'page',
  rateLimit: 60,
  dataDirectory: 'data/',
  daysBack: 14,
  daysAhead: 42,
  idleStretch: 4,
  briefHour: 5,
  keptDays: { changes: 90, briefs: 30, audit: null },
  thresholds: Object.fromEntries(
    Object.values(schoolThresholds).map(({ setting, default: usual }) => [setting, usual]),
  ),
  ruleSet: 'faa',
  soloWords: [],
  lateSteps: [],
  host: '127.0.0.1',
  port: 4600,
  socket: null,
  access: {
    mode: 'open',
    publicUrl: null,
    trustedProxies: [],
    userHeader: 'x-forwarded-user',
    signedIdentity: null,
    oidc: null,
  },
  alerts: {
    mail: null,
    webhooks: [],
    webhookSecret: null,
    pushContact: null,
    heartbeatUrl: null,
    maxPerHour: 20,
    copyAgeMs: 900_000,
  },
  weather: {
    addresses: null,
    airports: [
      { station: 'XPPF', elevation: 6187, variation: 8, runways: ['17L/35R', '17R/35L', '13/31'], places: [] },
    ],
    limits: { crosswind: null, ceiling: null, visibility: null },
  },
};

describe('valid settings', () => {
  it('are those of the demonstration school if nothing is given', () => {
    expect(readSettings({})).toEqual({ ...demonstration, databaseUrls: null, databaseGraceHours: 12, otlp: null });
  });

  it('treat an empty text as not given', () => {
    const empty = { API_BASE_URL: '', API_SUBSCRIPTION_KEY: ' ', PORT: '', HOST: '', API_CORE_URL: undefined };
    expect(readSettings(empty)).toEqual(readSettings({}));
  });
});

describe('settings of a service', () => {
  it('have the three areas below one address, and no position of the demonstration', () => {
    const settings = readSettings(complete);
    expect(settings.upstream).toEqual({
      key: 'abcdefgh-0123456789',
      bases: {
        core: 'https://api.example.com/flight/core/v1.0',
        scheduling: 'https://api.example.com/flight/scheduling/v1.0',
        reports: 'https://api.example.com/flight/reports/v1.0',
      },
    });
    expect(settings).toMatchObject({ operatorId: 77, operatorName: 'Operator 77', position: null });
  });

  it('read numbers, names and words', () => {
    const given = {
      API_RATE_LIMIT: '600',
      PORT: '0',
      OPERATOR_NAME: 'École de l’Air',
      OPERATOR_LATITUDE: '-33.9',
      OPERATOR_LONGITUDE: '151',
    };
    const words = { ZONELESS_TIMES: 'utc', REPORT_OFFSET: 'record', HOST: '::1' };
    const replica = {
      DATA_DIR: '/var/lib/flightline',
      REPLICA_DAYS_BACK: '90',
      REPLICA_DAYS_AHEAD: '120',
      REPLICA_IDLE_STRETCH: '1',
      BRIEF_HOUR: '0',
      CHANGES_DAYS: '14',
      BRIEF_DAYS: '7',
      AUDIT_DAYS: '365',
    };
    expect(readSettings({ ...complete, ...given, ...words, ...replica })).toMatchObject({
      dataDirectory: '/var/lib/flightline',
      daysBack: 90,
      daysAhead: 120,
      idleStretch: 1,
      briefHour: 0,
      keptDays: { changes: 14, briefs: 7, audit: 365 },
      rateLimit: 600,
      port: 0,
      operatorName: 'École de l’Air',
      position: { latitude: -33.9, longitude: 151 },
      zonelessTimes: 'utc',
      reportOffset: 'record',
      host: '::1',
    });
  });
});

describe('the thresholds of a school', () => {
  const words =
    /^(\w+) must be a (whole )?number from ([\d.]+) to ([\d.]+)(?: (?:minute|day|meter hour|bay|working day|flight)s|, such as 0\.69)?\.$/;

  it('are read one by one, and the others keep their usual values', () => {
    const given = { NOT_BACK_RED_MINUTES: '45', LIMIT_AHEAD_DAYS: '10', HOURS_FACTOR: '0.75' };
    const { thresholds } = readSettings({ ...complete, ...given });
    expect(thresholds).toEqual({
      ...readSettings({}).thresholds,
      NOT_BACK_RED_MINUTES: 45,
      LIMIT_AHEAD_DAYS: 10,
      HOURS_FACTOR: 0.75,
    });
  });

  it.each([
    ['LATE_GRACE_MINUTES', '61', 'LATE_GRACE_MINUTES must be a whole number from 0 to 60 minutes.'],
    ['LIMIT_AHEAD_DAYS', '1.5', 'LIMIT_AHEAD_DAYS must be a whole number from 3 to 14 days.'],
    ['SHOP_VISIT_HOURS', '0', 'SHOP_VISIT_HOURS must be a whole number from 1 to 50 meter hours.'],
    ['LEAVES_SOON_MINUTES', '2 h', 'LEAVES_SOON_MINUTES must be a whole number from 15 to 720 minutes.'],
    ['HOURS_FACTOR', '69', 'HOURS_FACTOR must be a number from 0.3 to 1, such as 0.69.'],
    ['HOURS_FACTOR', '0,69', 'HOURS_FACTOR must be a number from 0.3 to 1, such as 0.69.'],
  ])('%s cannot be %s', (name, value, said) => {
    expect(refusal({ [name]: value })).toBe(said);
  });

  it('are in order: grace, red, most serious', () => {
    const disorder = 'NOT_BACK_RED_MINUTES must be from LATE_GRACE_MINUTES to NOT_BACK_WORST_MINUTES.';
    expect(refusal({ NOT_BACK_RED_MINUTES: '5' })).toBe(disorder);
    expect(refusal({ NOT_BACK_RED_MINUTES: '90' })).toBe(disorder);
    expect(refusal({ NOT_BACK_RED_MINUTES: '90', NOT_BACK_WORST_MINUTES: '90' })).toBe('');
    expect(refusal({ SHOP_OPENS_HOUR: '17' })).toBe('SHOP_CLOSES_HOUR must be after SHOP_OPENS_HOUR.');
  });

  it('are accepted exactly within their range, which the refusal names', () => {
    const listed = fc.constantFrom(...Object.values(schoolThresholds));
    const numbers = fc.oneof(
      fc.integer({ min: -5, max: 2000 }),
      fc.integer({ min: 0, max: 2000 }).map((n) => n / 1000),
    );
    fc.assert(
      fc.property(listed, numbers, ({ setting, min, max, unit }, value) => {
        // Two of them may be out of order, which has other words.
        const [, ...said] = words.exec(refusal({ [setting]: `${value}` })) ?? [];
        const isTaken = value >= min && value <= max && (unit === 'factor' || Number.isInteger(value));
        const kind = unit === 'factor' ? undefined : 'whole ';
        expect(said).toEqual(isTaken ? [] : [setting, kind, `${min}`, `${max}`]);
      }),
    );
  });
});

describe('.env.example', () => {
  it('has every setting, and changes nothing as it is', () => {
    const example = parseEnv(readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8'));
    expect(Object.keys(example).toSorted()).toEqual(Object.keys(environmentShape.shape).toSorted());
    expect(readSettings(example)).toEqual(readSettings({}));
  });
});

describe('addresses', () => {
  it('allow one area its own address, which replaces its whole base', () => {
    const { upstream } = readSettings({ ...complete, API_REPORTS_URL: 'https://reports.example.com/v1.0/' });
    expect(upstream?.bases.reports).toBe('https://reports.example.com/v1.0');
    expect(upstream?.bases.core).toBe('https://api.example.com/flight/core/v1.0');
  });

  it('need no common address if each area has its own', () => {
    const ownSettings = {
      API_CORE_URL: 'https://a.example',
      API_SCHEDULING_URL: 'https://b.example',
      API_REPORTS_URL: 'https://c.example',
    };
    const { upstream } = readSettings({ ...complete, API_BASE_URL: '', ...ownSettings });
    expect(upstream?.bases).toEqual({
      core: 'https://a.example',
      scheduling: 'https://b.example',
      reports: 'https://c.example',
    });
  });

  it('may use plain http only on this machine', () => {
    for (const base of ['http://127.0.0.1:4700', 'http://localhost:4700', 'http://[::1]:4700']) {
      expect(readSettings({ ...complete, API_BASE_URL: base }).upstream?.bases.core).toBe(`${base}/core/v1.0`);
    }
    expect(refusal({ API_BASE_URL: 'http://api.example.com' })).toMatch(/^API_BASE_URL must begin with https/);
    expect(refusal({ API_BASE_URL: 'http://127.0.0.1.example.com' })).toMatch(/^API_BASE_URL must begin with https/);
  });
});

describe('invalid settings', () => {
  it.each([
    ['API_BASE_URL', 'ftp://api.example.com'],
    ['API_BASE_URL', 'no-scheme.example.com'],
    ['API_BASE_URL', 'https://api.exam ple.com'],
    ['API_BASE_URL', 'https://user:secret@api.example.com'],
    ['API_CORE_URL', 'https://api.example.com/?a=b'],
    ['API_SUBSCRIPTION_KEY', 'has space in it'],
    ['API_SUBSCRIPTION_KEY', 'line\r\nx-injected: 1'],
    ['API_SUBSCRIPTION_KEY', 'schlüssel-schlüssel'],
    ['API_SUBSCRIPTION_KEY', 'short'],
    ['API_OPERATOR_ID', '0x10'],
    ['API_OPERATOR_ID', '99999999999'],
    ['API_RATE_LIMIT', '2000000'],
    ['API_RATE_LIMIT', '1e2'],
    ['OPERATOR_TIME_ZONE', 'Colorado/Denver'],
    ['OPERATOR_TIME_ZONE', '+02:00'],
    ['OPERATOR_LATITUDE', '91'],
    ['OPERATOR_LONGITUDE', 'west'],
    ['ZONELESS_TIMES', 'local'],
    ['REPORT_OFFSET', 'pages'],
    ['REPLICA_DAYS_BACK', '91'],
    ['REPLICA_DAYS_BACK', '-1'],
    ['REPLICA_DAYS_AHEAD', '121'],
    ['REPLICA_IDLE_STRETCH', '61'],
    ['REPLICA_IDLE_STRETCH', '1.5'],
    ['DATABASE_GRACE_HOURS', '0'],
    ['DATABASE_GRACE_HOURS', '169'],
    ['BRIEF_HOUR', '24'],
    ['CHANGES_DAYS', '91'],
    ['CHANGES_DAYS', '13'],
    ['BRIEF_DAYS', '0'],
    ['AUDIT_DAYS', '30'],
    ['BRIEF_HOUR', '5.5'],
    ['BRIEF_HOUR', '05:00'],
    ['PORT', '65536'],
    ['HOST', '0.0.0.0'],
    ['HOST', '192.168.1.10'],
  ])('fail by the name of %s', (name, value) => {
    const said = refusal({ [name]: value });
    expect(said.split('\n')).toContainEqual(expect.stringMatching(new RegExp(`^${name} must .+\\.|^${name} and `)));
    expect(said).not.toContain(value);
  });

  it('name what an upstream needs besides its address', () => {
    const said = refusal({ API_SUBSCRIPTION_KEY: '', API_OPERATOR_ID: '', OPERATOR_TIME_ZONE: '' });
    expect(said.split('\n').map((line) => line.split(' ')[0])).toEqual([
      'API_SUBSCRIPTION_KEY',
      'API_OPERATOR_ID',
      'OPERATOR_TIME_ZONE',
    ]);
  });

  it('name the areas that have no address', () => {
    const said = refusal({ API_BASE_URL: '', API_CORE_URL: 'https://core.example.com' });
    expect(said.split('\n').map((line) => line.split(' ')[0])).toEqual(['API_SCHEDULING_URL', 'API_REPORTS_URL']);
  });

  it('are a key without an address, and half a position', () => {
    expect(refusal({ API_BASE_URL: '' })).toMatch(/^API_BASE_URL must be given with API_SUBSCRIPTION_KEY/);
    expect(refusal({ OPERATOR_LATITUDE: '38.8' })).toMatch(/OPERATOR_LATITUDE and OPERATOR_LONGITUDE/);
  });

  it('are a host that others can reach, in one sentence', () => {
    expect(refusal({ HOST: '0.0.0.0' })).toMatch(/^HOST must be this machine .*\.$/);
  });

  it('never repeat the key', () => {
    const key = fc.string({ minLength: 3, maxLength: 30 }).map((text) => `#!${text}\u0000!#`);
    fc.assert(fc.property(key, (value) => !refusal({ API_SUBSCRIPTION_KEY: value, PORT: value }).includes(value)));
  });
});
