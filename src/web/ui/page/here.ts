import { useOptimisticSearchParams } from 'nuqs/adapters/react-router/v8';
import { useCallback } from 'react';

/** The address of this page with some of its state changed, all else kept: a link's `to`. Null takes a state away. */
export function useHere(): (changes: Readonly<Record<string, string | null>>) => string {
  const params = useOptimisticSearchParams();
  return useCallback(
    (changes) => {
      const next = new URLSearchParams(params);
      for (const [name, value] of Object.entries(changes)) {
        if (value === null) next.delete(name);
        else next.set(name, value);
      }
      return `?${next.toString().replaceAll('%3A', ':').replaceAll('%2C', ',')}`;
    },
    [params],
  );
}
