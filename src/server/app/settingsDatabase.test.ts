import { expect, it } from 'vitest';
import { readSettings, secretsIn } from './settings.ts';

const complete = {
  API_BASE_URL: 'https://api.example.com',
  API_SUBSCRIPTION_KEY: 'abcdefgh-0123456789',
  API_OPERATOR_ID: '7',
  OPERATOR_TIME_ZONE: 'America/Denver',
};
const urls = ['postgres://flightline:s%20ecret@db1/flightline', 'postgresql://db2:5433/x'];

it('one database or several are read, and their passwords are secrets of the log', () => {
  const settings = readSettings({ ...complete, DATABASE_URL: urls.join(' ') });
  expect(settings.databaseUrls).toEqual(urls);
  expect(secretsIn(settings)).toContain('s ecret');
  expect(readSettings(complete).databaseUrls).toBeNull();
});

it('an address that is none, and a database without a service of the school, are refused by name', () => {
  for (const wrong of ['mysql://db/x', 'db.example', `${urls[0]} http://db`])
    expect(() => readSettings({ ...complete, DATABASE_URL: wrong })).toThrow(
      /^DATABASE_URL must be an address such as/,
    );
  expect(() => readSettings({ DATABASE_URL: urls[0] })).toThrow(/^API_BASE_URL must be given with DATABASE_URL/);
});
