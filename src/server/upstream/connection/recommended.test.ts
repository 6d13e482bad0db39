import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readSettings } from '#server/app/settings.ts';
import { settingsLines } from './check.ts';

const key = 'abcdefgh-0123456789';
const given = {
  API_BASE_URL: 'https://api.example.com/flight/',
  API_SUBSCRIPTION_KEY: key,
  API_OPERATOR_ID: '77',
  API_RATE_LIMIT: '30',
  OPERATOR_TIME_ZONE: 'America/New_York',
};
const recommended = { zonelessTimes: 'utc', reportOffset: 'record' } as const;

function linesFor(environment: { readonly [name: string]: string }) {
  const settings = readSettings(environment);
  return settingsLines(settings, settings.upstream!, recommended);
}

describe('the recommended settings', () => {
  it.each([
    ['one address', given],
    ['an area elsewhere', { ...given, API_REPORTS_URL: 'https://reports.example.com/v1' }],
    [
      'three addresses',
      {
        ...given,
        API_BASE_URL: '',
        API_CORE_URL: 'https://a.example',
        API_SCHEDULING_URL: 'https://b.example',
        API_REPORTS_URL: 'https://c.example',
      },
    ],
  ])('are a file that gives these settings, except the key: %s', (_, environment) => {
    const text = linesFor(environment).join('\n');
    expect(text).not.toContain(key);
    const again = readSettings({ ...parseEnv(text), API_SUBSCRIPTION_KEY: key });
    expect(again).toEqual({ ...readSettings(environment), ...recommended });
  });

  it('show the earlier value of a changed one', () => {
    expect(linesFor({ ...given, ZONELESS_TIMES: 'utc' }).slice(-3)).toEqual([
      'ZONELESS_TIMES=utc',
      '# was page',
      'REPORT_OFFSET=record',
    ]);
  });
});
