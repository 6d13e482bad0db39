import { useMemo } from 'react';
import { parseFilter } from '#contract/filters.ts';
import { operations } from '#contract/operations.ts';
import { byUrgency, type Choices, countStatuses, searchItems, visibleItems } from '#domain/maintenance/dueList.ts';
import type { DueItem } from '#domain/maintenance/reminders.ts';

const [statusField] = operations.listMaintenanceReminders.filters;

/**
 * The due list as the reader wants it. The status filter is written as the API's, and taken from the whole picture that
 * is here: the counters need all of it, and to ask each aircraft again with a filter would cost a call each.
 */
export function useDueRows(items: readonly DueItem[], show: Choices, status: string, search: string) {
  const filter = useMemo(() => (status === '' ? null : parseFilter(statusField, status)), [status]);
  const { items: visible, hidden } = useMemo(() => visibleItems(items, show), [items, show]);
  const counts = useMemo(() => countStatuses(visible), [visible]);
  const rows = useMemo(() => {
    const wanted = filter ? visible.filter((item) => filter.values.includes(String(item.statusId))) : visible;
    return searchItems(wanted, search).toSorted(byUrgency);
  }, [visible, filter, search]);
  const problem = status !== '' && !filter ? `“${status}” is not a status filter; showing all.` : null;
  return { rows, visible, hidden, counts, problem };
}
