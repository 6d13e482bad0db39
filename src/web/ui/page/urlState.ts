import { parseAsString, useQueryState, useQueryStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import { type Operation, type OperationId, operations } from '#contract/operations.ts';
import { byName } from '#contract/objects.ts';
import { addMonths, type Day } from '#domain/time/time.ts';
import {
  type Filters,
  type ListParams,
  listParamNames,
  type PageSize,
  readListState,
} from '#domain/lists/listState.ts';
import { useWrongAddress } from './wrongAddress.ts';
import { readChoice, readMonth, readNumber, readSet, readUrlDay, toggled } from './urlValues.ts';

/** The one mechanism by which a state is in the URL. What the address says wrongly falls back, and is told over the page. */
export function useUrlChoice<const Choice extends string>(name: string, choices: readonly Choice[], usual: Choice) {
  const [text, setText] = useQueryState(name, parseAsString.withOptions({ history: 'push' }));
  const { value, problem } = readChoice(name, text, choices, usual);
  useWrongAddress(problem);
  const set = useCallback((choice: Choice) => setText(choice === usual ? null : choice), [setText, usual]);
  return { value, usual, set };
}

/** Free text in the URL. Typing replaces the history entry rather than adding one per letter. */
export function useUrlText(name: string) {
  const [value, setText] = useQueryState(name, parseAsString.withDefault('').withOptions({ history: 'replace' }));
  const set = useCallback((text: string) => setText(text || null), [setText]);
  return { value, set };
}

/** Several parameters of the URL as they are written, for a page whose state is read as a whole. Names: a constant. */
export function useUrlParams<const Name extends string>(names: readonly Name[]) {
  const parsers = useMemo(() => byName(names, () => parseAsString), [names]);
  return useQueryStates(parsers, { history: 'replace' });
}

const none: Filters = {};

/** A list operation's filters, page and page size in the URL; `usual` filters hold while the address says nothing else. */
export function useListState(id: OperationId, usualSize: PageSize, usual = none) {
  const operation: Operation = operations[id];
  const names = useMemo(
    () => Object.fromEntries(listParamNames(operation).map((name) => [name, parseAsString])),
    [operation],
  );
  const [params, setParams] = useQueryStates(names, { history: 'push' });
  const change = useCallback((changes: ListParams) => setParams(changes), [setParams]);
  const state = useMemo(
    () => readListState(operation, params, usualSize, usual),
    [operation, params, usualSize, usual],
  );
  useWrongAddress(...state.problems);
  return { ...state, operation, usualSize, usual, change };
}
export type ListControls = ReturnType<typeof useListState>;

/** A day of the operator's calendar in the URL; today when nothing is said. */
export function useUrlDay(name: string, today: Day) {
  const [text, setText] = useQueryState(name, parseAsString.withOptions({ history: 'push' }));
  const set = useCallback((day: Day) => setText(day === today ? null : day), [setText, today]);
  const { value, problem } = readUrlDay(text, today);
  useWrongAddress(problem);
  return { value, set };
}

/** A number within bounds in the URL. */
export function useUrlNumber(name: string, usual: number, bounds: { least: number; most: number }) {
  const [text, setText] = useQueryState(name, parseAsString.withOptions({ history: 'push' }));
  const set = useCallback((value: number) => setText(value === usual ? null : String(value)), [setText, usual]);
  const { value, problem } = readNumber(name, text, usual, bounds);
  useWrongAddress(problem);
  return { value, set };
}

/** Some of several choices in the URL, `hide=date,visit`; none when nothing is said. */
export function useUrlSet<const Choice extends string>(name: string, choices: readonly Choice[]) {
  const [text, setText] = useQueryState(name, parseAsString.withOptions({ history: 'push' }));
  const { value, problem } = useMemo(() => readSet(name, text, choices), [name, text, choices]);
  const toggle = useCallback((choice: Choice) => setText(toggled(value, choice)), [setText, value]);
  return { value, toggle, problem };
}

/** A month in the URL, `month=2026-05`; this one when nothing is said. */
export function useUrlMonth(name: string, present: string) {
  const [text, setText] = useQueryState(name, parseAsString.withOptions({ history: 'push' }));
  const { value, problem } = readMonth(text, present);
  const turn = useCallback(
    (count: number) => {
      const next = addMonths(value, count);
      return setText(next === present ? null : next);
    },
    [setText, value, present],
  );
  useWrongAddress(problem);
  return { value, turn };
}

const mostRemembered = 12;

/** Beside the address: what was entered in this browser under a name before, the latest first; nothing where the browser keeps nothing. Never for personal data of others. */
export function remembered(name: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(kept) ? kept.filter((entry) => typeof entry === 'string') : [];
  } catch {
    return [];
  }
}

/** Remembers nothing more under a name. */
export function forget(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // As below.
  }
}

/** Remembers an entry. Where the browser keeps nothing, it is not there the next time, and that is all. */
export function remember(name: string, entry: string): void {
  try {
    const entries = [entry, ...remembered(name).filter((known) => known !== entry)];
    localStorage.setItem(name, JSON.stringify(entries.slice(0, mostRemembered)));
  } catch {
    // Storage is full or forbidden.
  }
}
