import { parseAsString, useQueryStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import { type Operation, type OperationId, operations } from '#contract/operations.ts';
import {
  type Filters,
  type ListParams,
  listParamNames,
  type PageSize,
  readListState,
} from '#domain/lists/listState.ts';
import { useWrongAddress } from './wrongAddress.ts';

const none: Filters = {};

/** A list operation's filters, page and page size in the URL; `usual` filters apply unless the address says otherwise. */
export function useListState(id: OperationId, usualSize: PageSize, usual = none) {
  const operation: Operation = operations[id];
  const names = useMemo(
    () => Object.fromEntries(listParamNames(operation).map((name) => [name, parseAsString])),
    [operation],
  );
  const [params, setParams] = useQueryStates(names, { history: 'push' });
  const change = useCallback((changes: ListParams) => void setParams(changes), [setParams]);
  const state = useMemo(
    () => readListState(operation, params, usualSize, usual),
    [operation, params, usualSize, usual],
  );
  useWrongAddress(...state.problems);
  return useMemo(
    () => ({ ...state, operation, usualSize, usual, change }),
    [state, operation, usualSize, usual, change],
  );
}
export type ListControls = ReturnType<typeof useListState>;
