import { hashKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { everyone } from '#contract/access/grants.ts';
import type { Config } from '#contract/gateway/config.ts';
import type { Query } from '#contract/query.ts';
import { listQuery } from './api.ts';

const school: Config = {
  operatorId: 1001,
  operatorName: 'Front Range Aviators',
  timeZone: 'America/Denver',
  zonelessTimes: 'operator',
  shiftStarts: ['06:00', '14:00', '22:00'],
  copyDays: { back: 14, ahead: 42 },
  thresholds: {},
  who: everyone,
  reportOffset: 'page',
  rateLimit: 60,
  position: null,
  embedded: true,
};

const keyOf = (query: Query) => hashKey(listQuery(school, 'listAircraft', query).queryKey);

test('equal requests have one key, without the first page, a missing limit or empty filters', () => {
  expect(keyOf({ offset: 0, limit: undefined, filters: {}, plain: {} })).toBe(keyOf({}));
  expect(keyOf({ offset: 1 })).not.toBe(keyOf({}));
  expect(keyOf({ limit: 25, offset: 0 })).toBe(keyOf({ limit: 25 }));
  expect(keyOf({ filters: { statusId: { operator: 'eq', values: ['1'] } } })).not.toBe(keyOf({}));
});
