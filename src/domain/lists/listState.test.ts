import { describe, expect, test } from 'vitest';
import { operations } from '#contract/operations.ts';
import {
  clearFilters,
  isFiltered,
  lastPage,
  pageSizes,
  readListState,
  setFilter,
  setPage,
  setPageSize,
} from './listState.ts';

const { listAircraft, listReservations } = operations;

describe('a list in the address', () => {
  test('is read as the API writes it', () => {
    const state = readListState(listAircraft, { statusId: 'eq:1', offset: '2', limit: '25' }, 'all');
    expect(state.query).toMatchObject({
      offset: 2,
      limit: 25,
      filters: { statusId: { operator: 'eq', values: ['1'] } },
    });
    expect(state.problems).toEqual([]);
  });

  test('has its default size without a limit, and sends no limit for “all”', () => {
    expect(readListState(listAircraft, {}, 'all')).toMatchObject({ pageSize: 'all', query: { limit: undefined } });
    expect(readListState(listAircraft, { limit: 'all', offset: '3' }, 25).query).toMatchObject({ offset: undefined });
    expect(readListState(listReservations, {}, 50).query.limit).toBe(50);
  });

  test('with invalid values falls back, with a message for each', () => {
    const state = readListState(listAircraft, { statusId: 'eq:9', offset: '-1', limit: '1000' }, 'all');
    expect(state.query.filters).toEqual({});
    expect(state.pageSize).toBe('all');
    expect(state.problems).toHaveLength(3);
    expect(state.problems[0]).toContain('0 (inactive), 1 (active), 2 (deleted)');
  });

  test('cannot request all if the API has a default limit', () => {
    expect(readListState(listReservations, { limit: 'all' }, 50)).toMatchObject({ pageSize: 50 });
    expect(readListState(listReservations, { limit: 'all' }, 50).problems).toHaveLength(1);
  });
});

test('a list is filtered if any filter is set', () => {
  const one = { operator: 'eq', values: ['1'] } as const;
  expect(isFiltered({ filters: { statusId: one } })).toBe(true);
  expect(isFiltered({ filters: { statusId: undefined, name: one } })).toBe(true);
  expect([{}, { filters: {} }, { filters: { statusId: undefined } }, { offset: 2, limit: 25 }].some(isFiltered)).toBe(
    false,
  );
});

describe('a list with a usual filter', () => {
  const from = { operator: 'gte', values: ['2026-05-12T00:00:00'] } as const;
  const defaults = { startTime: from };

  test('has it unless the address says “any”', () => {
    expect(readListState(listReservations, {}, 50, defaults).query.filters).toEqual(defaults);
    expect(readListState(listReservations, { startTime: 'any' }, 50, defaults)).toMatchObject({
      query: { filters: {} },
      problems: [],
    });
    expect(readListState(listReservations, { startTime: 'any' }, 50).problems).toHaveLength(1);
    const wrong = readListState(listReservations, { startTime: 'soon' }, 50, defaults);
    expect([wrong.query.filters, wrong.problems.length]).toEqual([defaults, 1]);
  });

  test('omits the usual filter from its address, and writes its absence', () => {
    expect(setFilter('startTime', from, defaults)).toEqual({ startTime: null, offset: null });
    expect(setFilter('startTime', null, defaults)).toEqual({ startTime: 'any', offset: null });
    expect(setFilter('endTime', null, defaults)).toEqual({ endTime: null, offset: null });
  });
});

test('another filter or page size returns to the first page', () => {
  expect(setFilter('statusId', { operator: 'eq', values: ['1'] })).toEqual({ statusId: 'eq:1', offset: null });
  expect(setFilter('statusId', null)).toEqual({ statusId: null, offset: null });
  expect(setPageSize(50, 'all')).toEqual({ limit: '50', offset: null });
  expect(setPageSize('all', 'all')).toEqual({ limit: null, offset: null });
  expect(setPage(0)).toEqual({ offset: null });
});

test('page sizes stay within what the API allows', () => {
  expect(pageSizes(listAircraft.paging)).toEqual([25, 50, 100, 'all']);
  expect(pageSizes(listReservations.paging)).toEqual([25, 50, 100, 250]);
});

test.each([
  [0, 25, 0],
  [25, 25, 0],
  [26, 25, 1],
  [1000, 'all' as const, 0],
])('%d items at %s a page end on page index %d', (total, size, last) => {
  expect(lastPage(total, size)).toBe(last);
});

test('all filters except the default ones are removed at once, if there are any', () => {
  const defaults = { startTime: { operator: 'gte', values: ['2026-05-12T00:00:00'] } } as const;
  const names = listReservations.filters.map(({ name }) => name);
  const taken = { ...Object.fromEntries(names.map((name) => [name, null])), offset: null };
  const meeting = { operator: 'eq', values: ['3'] } as const;
  expect(clearFilters(listReservations, { ...defaults, displayTypeId: meeting }, defaults)).toEqual(taken);
  expect(clearFilters(listReservations, {}, defaults)).toEqual(taken);
  expect(clearFilters(listReservations, defaults, defaults)).toBeNull();
});
