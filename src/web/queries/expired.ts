import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { Page } from '#contract/answers.ts';
import type { Reminder } from '#domain/reminders.ts';
import type { Answer } from './client.ts';

const expired = 3;

/** How many reminders known to this browser are Expired, for the navigation. It asks nothing by itself. */
export function useKnownExpired(): number {
  const client = useQueryClient();
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client]);
  return useSyncExternalStore(subscribe, () => countExpired(client));
}

/** By id, because a reminder may stand in a whole answer and in a filtered one. */
function countExpired(client: QueryClient): number {
  const queries = client.getQueryCache().findAll({ queryKey: ['api', 'listMaintenanceReminders'] });
  const ids = new Set<string>();
  for (const query of queries) {
    const answer = query.state.data as Answer<Page<Reminder>> | undefined;
    for (const [index, { status, permanentlyComplied, maintenanceReminderId }] of (
      answer?.value.records ?? []
    ).entries()) {
      if (status?.id === expired && permanentlyComplied !== true)
        ids.add(maintenanceReminderId ?? `${query.queryHash} ${index}`);
    }
  }
  return ids.size;
}
