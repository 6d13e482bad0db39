import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { emptyDirectory } from '#e2e/servers/access/testAccess.ts';
import { calling, loadSettingsFile, settingsFile, defaultDataDirectory, defaultSettingsFile } from './settingsFile.ts';

function named(file: string): void {
  process.env['SETTINGS_FILE'] = file;
  onTestFinished(() => {
    delete process.env['SETTINGS_FILE'];
    delete process.env['OPERATOR_NAME'];
  });
}

it('the settings come from SETTINGS_FILE, otherwise from the usual file of an installed Flightline', () => {
  const defaultFile = join(emptyDirectory(), 'flightline.env');
  expect(settingsFile(defaultFile)).toBeNull();
  writeFileSync(defaultFile, '');
  expect(settingsFile(defaultFile)).toBe(defaultFile);
  named('/elsewhere.env');
  expect(settingsFile(defaultFile)).toBe('/elsewhere.env');
  expect(settingsFile(null)).toBe('/elsewhere.env');
});

it('a file that cannot be read is told in one sentence, and once it was read it may become unreadable', async () => {
  // Another test of this process may have read a file.
  vi.resetModules();
  const { loadSettingsFile: load } = await import('./settingsFile.ts');
  const file = join(emptyDirectory(), 'flightline.env');
  named(file);
  expect(load()).toBe(`The settings in ${file} cannot be read: check the file and SETTINGS_FILE.`);
  writeFileSync(file, 'OPERATOR_NAME=School of the test\n');
  expect(load()).toBeNull();
  expect(process.env['OPERATOR_NAME']).toBe('School of the test');
  chmodSync(file, 0);
  expect(load()).toBeNull();
});

it('with the usual file, a directory of data that is not absolute is the usual one', () => {
  const defaultFile = join(emptyDirectory(), 'flightline.env');
  named('');
  onTestFinished(() => {
    delete process.env['DATA_DIR'];
  });
  for (const [written, expected] of [
    ['', defaultDataDirectory()],
    ['data/', defaultDataDirectory()],
    ['/srv/flightline', '/srv/flightline'],
  ]) {
    delete process.env['DATA_DIR'];
    writeFileSync(defaultFile, `DATA_DIR=${written}\n`);
    expect(loadSettingsFile(defaultFile)).toBeNull();
    expect(process.env['DATA_DIR']).toBe(expected);
  }
});

it('every system has its usual place, and the source tells the commands of npm', () => {
  expect((['linux', 'darwin', 'win32'] as const).map(defaultSettingsFile)).toEqual([
    '/etc/flightline/flightline.env',
    '/usr/local/etc/flightline/flightline.env',
    String.raw`C:\ProgramData\Flightline\flightline.env`,
  ]);
  expect([calling('gateway'), calling('access', 'list')]).toEqual(['npm run gateway', 'npm run access -- list']);
});
