import { parseAsString, useQueryState, useQueryStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import { type Operation, type OperationId, operations } from '#contract/operations.ts';
import { type Day, isDay } from '#domain/time.ts';
import { type ListParams, listParamNames, type PageSize, readListState } from '#domain/listState.ts';

/** The one mechanism by which a state is in the URL. What the address says wrongly falls back, with a word about it. */
export function useUrlChoice<const Choice extends string>(name: string, choices: readonly Choice[], usual: Choice) {
  const [text, setText] = useQueryState(name, parseAsString.withOptions({ history: 'push' }));
  const value = choices.find((choice) => choice === text) ?? usual;
  const problem = text === null || text === value ? null : `“${text}” is not a choice for ${name}; showing ${usual}.`;
  const set = useCallback((choice: Choice) => setText(choice === usual ? null : choice), [setText, usual]);
  return { value, usual, set, problem };
}

/** Free text in the URL. Typing replaces the history entry rather than adding one per letter. */
export function useUrlText(name: string) {
  const [value, setText] = useQueryState(name, parseAsString.withDefault('').withOptions({ history: 'replace' }));
  const set = useCallback((text: string) => setText(text || null), [setText]);
  return { value, set };
}

/** A list operation's filters, page and page size in the URL. */
export function useListState(id: OperationId, usualSize: PageSize) {
  const operation: Operation = operations[id];
  const names = useMemo(
    () => Object.fromEntries(listParamNames(operation).map((name) => [name, parseAsString])),
    [operation],
  );
  const [params, setParams] = useQueryStates(names, { history: 'push' });
  const change = useCallback((changes: ListParams) => setParams(changes), [setParams]);
  const state = useMemo(() => readListState(operation, params, usualSize), [operation, params, usualSize]);
  return { ...state, operation, usualSize, change };
}
export type ListControls = ReturnType<typeof useListState>;

/** A day of the operator's calendar in the URL; today when nothing is said. */
export function useUrlDay(name: string, today: Day) {
  const [text, setText] = useQueryState(name, parseAsString.withOptions({ history: 'push' }));
  const isGood = text !== null && isDay(text);
  const problem = text === null || isGood ? null : `“${text}” is not a day such as ${today}; showing today.`;
  const set = useCallback((day: Day) => setText(day === today ? null : day), [setText, today]);
  return { value: isGood ? text : today, set, problem };
}
