import { parseAsString, useQueryState, useQueryStates } from 'nuqs';
import { useOptimisticSearchParams } from 'nuqs/adapters/react-router/v8';
import { useCallback, useMemo } from 'react';
import { byName } from '#contract/objects.ts';
import { addMonths, type Day } from '#domain/time/time.ts';
import { useWrongAddress } from './wrongAddress.ts';
import { readChoice, readMonth, readNumber, readSet, readUrlDay, toggled, type UrlValue } from './urlValues.ts';
import { storedText, storeText } from '#web/device/stored.ts';

type History = 'push' | 'replace';

/** Text in the URL. Changing it adds a history entry, or replaces the entry. */
const useText = (name: string, history: History = 'push') =>
  useQueryState(name, parseAsString.withOptions({ history }));

/** Text in the URL as a value; a message above the page names a problem. */
function useRead<Value>(name: string, read: (text: string | null) => UrlValue<Value>, history?: History) {
  const [text, setText] = useText(name, history);
  const { value, problem } = read(text);
  useWrongAddress(problem);
  return [value, setText] as const;
}

/**
 * The one mechanism that keeps state in the URL. A wrong value falls back to the default, and a message above the page says
 * so.
 */
export function useUrlChoice<const Choice extends string>(
  name: string,
  choices: readonly Choice[],
  defaultValue: Choice,
  history: History = 'push',
) {
  const [value, setText] = useRead(name, (text) => readChoice(name, text, choices, defaultValue), history);
  const set = useCallback(
    (choice: Choice) => void setText(choice === defaultValue ? null : choice),
    [setText, defaultValue],
  );
  return useMemo(() => ({ value, default: defaultValue, set }), [value, defaultValue, set]);
}

/** Free text in the URL. Typing replaces the history entry; it does not add one per letter. */
export function useUrlText(name: string) {
  const [text, setText] = useText(name, 'replace');
  const set = useCallback((changed: string) => void setText(changed || null), [setText]);
  const value = text ?? '';
  return useMemo(() => ({ value, set }), [value, set]);
}

/** Several URL parameters as raw text, for a page that reads its state as a whole. Names must be a constant. */
export function useUrlParams<const Name extends string>(names: readonly Name[]) {
  const parsers = useMemo(() => byName(names, () => parseAsString), [names]);
  return useQueryStates(parsers, { history: 'replace' });
}

/** A day of the operator's calendar in the URL; today by default. */
export function useUrlDay(name: string, today: Day) {
  const [value, setText] = useRead(name, (text) => readUrlDay(text, today));
  const set = useCallback((day: Day) => void setText(day === today ? null : day), [setText, today]);
  return { value, set };
}

/** A number within bounds in the URL; `usual` may be null for none. */
export function useUrlNumber<Usual extends number | null>(
  name: string,
  defaultValue: Usual,
  bounds: { min: number; max: number },
) {
  const [value, setText] = useRead(name, (text) => readNumber(name, text, defaultValue, bounds));
  const set = useCallback(
    (changed: number | Usual) => void setText(changed === defaultValue ? null : String(changed)),
    [setText, defaultValue],
  );
  return useMemo(() => ({ value, set }), [value, set]);
}

/** Some of several choices in the URL, `hide=date,visit`; none by default. What only opens and folds replaces the entry. */
export function useUrlSet<const Choice extends string>(
  name: string,
  choices: readonly Choice[],
  history: History = 'push',
) {
  const [text, setText] = useText(name, history);
  const { value, problem } = useMemo(() => readSet(name, text, choices), [name, text, choices]);
  const toggle = useCallback((choice: Choice) => void setText(toggled(value, choice)), [setText, value]);
  return { value, toggle, problem };
}

/** A month in the URL, `month=2026-05`; the current month by default. */
export function useUrlMonth(name: string, present: string) {
  const [value, setText] = useRead(name, (text) => readMonth(text, present));
  const turn = useCallback(
    (count: number) => {
      const next = addMonths(value, count);
      void setText(next === present ? null : next);
    },
    [setText, value, present],
  );
  return { value, turn };
}

/** The name under which this browser remembers the name of the person at it, where nobody signs in. */
export const ownNameKey = 'flightline name';

const maxRemembered = 12;

/**
 * Not in the address: earlier entries in this browser under a name, latest first; empty if the browser stores nothing. Never
 * use it for personal data of others.
 */
export function remembered(name: string): string[] {
  const kept = storedText(name);
  try {
    const entries: unknown = JSON.parse(kept ?? '[]');
    return Array.isArray(entries) ? entries.filter((entry) => typeof entry === 'string') : [];
  } catch {
    return []; // Other software wrote this.
  }
}

/** Forgets all entries under a name. */
export function forget(name: string): void {
  storeText(name, null);
}

/** Remembers an entry. */
export function remember(name: string, entry: string): void {
  const entries = [entry, ...remembered(name).filter((known) => known !== entry)];
  storeText(name, JSON.stringify(entries.slice(0, maxRemembered)));
}

/** The address of this page with part of its state changed, all other state kept: a link's `to`. Null removes a state. */
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
