import { useEffect, useSyncExternalStore } from 'react';

/** What is wrong about the present address, in words, each with how many ask for it to be told. */
let told: readonly { readonly text: string; readonly count: number; readonly isClosed: boolean }[] = [];
const listeners = new Set<() => void>();

function change(next: typeof told) {
  told = next;
  for (const listener of listeners) listener();
}

/** Tells what is wrong about the address until it is right or the page is left. */
export function tellWrongAddress(text: string): () => void {
  const known = told.some((one) => one.text === text);
  change(
    known
      ? told.map((one) => (one.text === text ? { ...one, count: one.count + 1 } : one))
      : [...told, { text, count: 1, isClosed: false }],
  );
  return () =>
    change(
      told.map((one) => (one.text === text ? { ...one, count: one.count - 1 } : one)).filter(({ count }) => count > 0),
    );
}

/** Nobody wants to read these any longer; they are not told again while the address stays as it is. */
export function closeWrongAddress(texts: readonly string[]): void {
  change(told.map((one) => (texts.includes(one.text) ? { ...one, isClosed: true } : one)));
}

export function subscribeToWrongAddress(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const wrongAddress = () => told;

const separator = '\n';

/** Tells these problems of the address beside the page rather than in it, so that nothing moves; null for none. */
export function useWrongAddress(...problems: readonly (string | null)[]): void {
  const text = problems.filter((problem) => problem !== null).join(separator);
  useEffect(() => {
    if (text === '') return undefined;
    const ends = text.split(separator).map(tellWrongAddress);
    return () => {
      for (const end of ends) end();
    };
  }, [text]);
}

/** What is to be read now. */
export function useToldWrong(): readonly string[] {
  const all = useSyncExternalStore(subscribeToWrongAddress, wrongAddress);
  return all.filter(({ isClosed }) => !isClosed).map(({ text }) => text);
}
