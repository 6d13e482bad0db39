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
export function useListState(id: OperationId, defaultSize: PageSize, defaultValue = none) {
  const operation: Operation = operations[id];
  const names = useMemo(
    () => Object.fromEntries(listParamNames(operation).map((name) => [name, parseAsString])),
    [operation],
  );
  const [params, setParams] = useQueryStates(names, { history: 'push' });
  const change = useCallback((changes: ListParams) => void setParams(changes), [setParams]);
  const state = useMemo(
    () => readListState(operation, params, defaultSize, defaultValue),
    [operation, params, defaultSize, defaultValue],
  );
  useWrongAddress(...state.problems);
  return useMemo(
    () => ({ ...state, operation, defaultSize, default: defaultValue, change }),
    [state, operation, defaultSize, defaultValue, change],
  );
}
export type ListControls = ReturnType<typeof useListState>;
