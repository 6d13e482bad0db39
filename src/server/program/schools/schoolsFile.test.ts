import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emptyDirectory } from '#e2e/stands/access/testAccess.ts';
import { readSchoolsFile } from './schoolsFile.ts';

const common = { ACCESS: 'tokens', TRUSTED_PROXIES: '127.0.0.1', API_BASE_URL: 'https://api.service.example' };
const secret = 'key-that-no-message-tells';

/** A complete entry for a school with this number. */
function school(number: number, more: object = {}, settings: object = {}) {
  return {
    name: `school-${number}`,
    host: `school-${number}.ops.example`,
    port: 4700 + number,
    key: `${secret}-${number}`,
    ...more,
    settings: { API_OPERATOR_ID: 1000 + number, OPERATOR_TIME_ZONE: 'Europe/Berlin', ...settings },
  };
}

function written(content: unknown, mode = 0o600): string {
  const file = join(emptyDirectory(), 'operators.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), { mode });
  return file;
}

const places = { dataDirectory: '/srv/flightline', credentials: null, needsKeys: true };
const readAll = (schools: readonly unknown[], more: object = {}) =>
  readSchoolsFile(written({ settings: common, schools, ...more }), places);

describe('a school', () => {
  it('has the common settings, its own, its key, and its own directory', () => {
    const { schools, faults } = readAll([
      school(1, {}, { API_RATE_LIMIT: 90, API_BASE_URL: 'https://other.service.example' }),
      school(2, { port: undefined, socket: '/run/flightline/two.sock', memoryMiB: 300 }),
    ]);
    expect(faults).toEqual([]);
    expect(schools[0]?.environment).toEqual({
      ...common,
      API_BASE_URL: 'https://other.service.example',
      API_RATE_LIMIT: '90',
      API_OPERATOR_ID: '1001',
      OPERATOR_TIME_ZONE: 'Europe/Berlin',
      API_SUBSCRIPTION_KEY: `${secret}-1`,
      HOST: '127.0.0.1',
      PORT: '4701',
      PUBLIC_URL: 'https://school-1.ops.example',
      DATA_DIR: '/srv/flightline/schools/school-1',
    });
    expect(schools[1]).toMatchObject({
      listens: { socket: '/run/flightline/two.sock' },
      memoryMiB: 300,
      settings: { port: null, socket: '/run/flightline/two.sock', rateLimit: 60 },
    });
  });

  it('has its socket in the common directory of sockets if it names none', () => {
    const { schools } = readAll([school(1, { port: undefined })], { sockets: '/run/flightline' });
    expect(schools[0]?.environment).toMatchObject({ PORT: 'none', LISTEN_SOCKET: '/run/flightline/school-1.sock' });
  });

  it('takes its key from a private file, or from a credential of the system', () => {
    const directory = emptyDirectory();
    writeFileSync(join(directory, 'one'), `${secret}-1\n`, { mode: 0o600 });
    writeFileSync(join(directory, 'two'), `${secret}-2\n`, { mode: 0o440 });
    const entries = [
      school(1, { key: undefined, keyFile: join(directory, 'one') }),
      school(2, { key: undefined, credential: 'two' }),
      school(3, { key: undefined, keyFile: join(directory, 'two') }),
      school(4, { key: undefined, credential: 'four' }),
    ];
    const file = written({ settings: common, schools: entries });
    const { schools, faults } = readSchoolsFile(file, { ...places, credentials: directory });
    expect(schools.map(({ settings }) => settings.upstream?.key)).toEqual([`${secret}-1`, `${secret}-2`]);
    expect(faults).toEqual([
      `school-3: the file of its key can be read by others than its owner: chmod 600 ${join(directory, 'two')}`,
      'school-4: its credential cannot be read (ENOENT).',
    ]);
    expect(readSchoolsFile(file, places).faults).toContain(
      'school-2: has a credential, but the system gave none: CREDENTIALS_DIRECTORY is not set.',
    );
    // Printing the configuration of nginx needs no keys.
    const printed = readSchoolsFile(file, { ...places, needsKeys: false }).schools;
    expect(printed.map(({ name }) => name)).toEqual(['school-1', 'school-2', 'school-4']);
  });
});

describe('a fault', () => {
  const cases: readonly (readonly [what: string, entry: object, fault: string])[] = [
    ['no host', school(2, { host: undefined }), 'host must be given: the name by which browsers reach the school.'],
    ['a host that is none', school(2, { host: 'a b; }' }), 'host must be a host name in small letters'],
    ['a port beyond all', school(2, { port: 70_000 }), 'port must be from 1 to 65535.'],
    ['a path with signs', school(2, { port: undefined, socket: '/run/a;b' }), 'socket must be an absolute path of'],
    ['port and socket', school(2, { socket: '/run/a' }), 'must have a port or a socket, not both.'],
    ['nowhere to listen', school(2, { port: undefined }), 'must have a port or a socket of its own'],
    ['two keys', school(2, { keyFile: '/k' }), 'must have its key by exactly one of key, keyFile and credential.'],
    ['a key that is none', school(2, { key: 'a b' }), 'API_SUBSCRIPTION_KEY must be 8 to 512 visible'],
    ['an unknown member', school(2, { prot: 4711 }), 'prot is not a member of this file.'],
    ['an unknown setting', school(2, {}, { API_RATE: 1 }), 'API_RATE is not a setting.'],
    ['a setting of the host', school(2, {}, { PUBLIC_URL: 'x' }), 'PUBLIC_URL must be left out of the settings'],
    ['a name of every object', school(2, {}, { constructor: 'x' }), 'constructor is not a setting.'],
    ['a bad setting', school(2, {}, { OPERATOR_TIME_ZONE: 'Mars' }), 'OPERATOR_TIME_ZONE must be an IANA time zone'],
    ['no sign-in', school(2, {}, { ACCESS: 'open' }), 'ACCESS must be tokens, proxy or oidc, because other machines'],
    ['no proxy', school(2, {}, { TRUSTED_PROXIES: '' }), 'TRUSTED_PROXIES must be given with a port'],
    ['no service', school(2, {}, { API_BASE_URL: '' }), 'API_BASE_URL must be given with API_SUBSCRIPTION_KEY'],
    ['the same name', { ...school(2), name: 'school-1' }, 'has the same name as school-1.'],
    ['the same host', school(2, { host: 'school-1.ops.example' }), 'has the same host as school-1.'],
    ['the same port', school(2, { port: 4701 }), 'has the same port as school-1.'],
    [
      'the same operator',
      school(2, {}, { API_OPERATOR_ID: '1001' }),
      'has the same API_OPERATOR_ID at the same service',
    ],
  ];
  it.each(cases)('of %s is told with the school, without its key, and leaves the others', (_, entry, fault) => {
    const { schools, faults } = readAll([school(1), entry, school(3)]);
    expect(schools.map(({ name }) => name)).toEqual(['school-1', 'school-3']);
    expect(faults).toEqual([expect.stringMatching(/^school-[12]: [A-Za-z].*\.$/)]);
    expect(faults[0]).toContain(fault);
    expect(faults[0]).not.toContain(secret);
  });

  it('of a school without a name tells its place', () => {
    for (const name of ['Pikes Peak', '../other', '', 7, undefined])
      expect(readAll([school(1), { ...school(2), name }]).faults).toEqual([
        expect.stringMatching(/^School 2 of the list: name must be given/),
      ]);
    expect(readAll([null, school(1)]).schools).toHaveLength(1);
  });

  it('leaves a school served whose name stands there twice', () => {
    expect(readAll([school(1), school(2), { ...school(3), name: 'school-1' }, school(4, { port: 0 })]).faulty).toEqual(
      new Set(['school-4']),
    );
  });
});

describe('the file', () => {
  it.each(['604', '640', '660', '644'])('with mode %s is refused', (mode) => {
    const file = written({ settings: common, schools: [school(1)] });
    chmodSync(file, Number.parseInt(mode, 8));
    expect(() => readSchoolsFile(file, places)).toThrow(
      `${file} can be read by others than its owner: chmod 600 ${file}`,
    );
  });

  it.each([
    ['', 'is not JSON'],
    ['[]', 'is not JSON: an object with "schools" is expected.'],
    [{}, 'schools must be a list of schools.'],
    [{ schools: [], more: 1 }, 'more is not a member of this file.'],
    [{ settings: { API_RATE: 1 }, schools: [] }, 'in the common settings, API_RATE is not a setting.'],
    [
      { settings: { API_SUBSCRIPTION_KEY: secret }, schools: [] },
      'in the common settings, API_SUBSCRIPTION_KEY must be left out of the settings: it is given to each school',
    ],
    [{ settings: { ACCESS: ['tokens'] }, schools: [] }, 'settings.ACCESS must be a text or a number.'],
    [{ memoryMiB: 8, schools: [] }, 'memoryMiB must be 64 or more.'],
  ])('%j is refused in one sentence', (content, words) => {
    const file = written(content);
    expect(() => readSchoolsFile(file, places)).toThrow(words);
    expect(() => readSchoolsFile(file, places)).not.toThrow(secret);
  });

  it('that is not there is told, and so is a directory', () => {
    const directory = emptyDirectory();
    mkdirSync(join(directory, 'folder'), { mode: 0o700 });
    expect(() => readSchoolsFile(join(directory, 'none'), places)).toThrow('none cannot be read (ENOENT).');
    expect(() => readSchoolsFile(join(directory, 'folder'), places)).toThrow('folder cannot be read (EISDIR).');
  });

  it('of the README is valid', () => {
    const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');
    const [, example = ''] = /operators\.json <<'END'\n([^]*?)\nEND\n/.exec(readme) ?? [];
    const { schools, faults } = readSchoolsFile(written(example), places);
    expect(faults).toEqual([]);
    expect(schools.length).toBeGreaterThan(1);
  });
});
