import { createContext, use, useEffect } from 'react';

/** One thing that is wrong about the address, told by a part of the page; each telling is an object of its own. */
export type Telling = { readonly text: string };

/** What is told, and of it what was closed. */
export type ToldWrong = { readonly told: readonly Telling[]; readonly closed: readonly string[] };

export const nothingWrong: ToldWrong = { told: [], closed: [] };

export function withTelling({ told, closed }: ToldWrong, telling: Telling): ToldWrong {
  return { told: [...told, telling], closed };
}

/** What was closed is told again once nobody has told it for a while: the address was right in between. */
export function withoutTelling({ told, closed }: ToldWrong, telling: Telling): ToldWrong {
  const left = told.filter((one) => one !== telling);
  return { told: left, closed: closed.filter((text) => left.some((one) => one.text === text)) };
}

/** What is to be read, each text once. */
export function wrongTexts({ told, closed }: ToldWrong): readonly string[] {
  return [...new Set(told.map(({ text }) => text))].filter((text) => !closed.includes(text));
}

/** Tells what is wrong about the address until the returned function is called; the wall board has nobody to tell. */
export const WrongAddressContext = createContext<(text: string) => () => void>(() => () => undefined);

const separator = '\n';

/** Tells these problems of the address over the page rather than in it, so that nothing moves; null for none. */
export function useWrongAddress(...problems: readonly (string | null)[]): void {
  const tell = use(WrongAddressContext);
  const text = problems.filter((problem) => problem !== null).join(separator);
  useEffect(() => {
    if (text === '') return undefined;
    const ends = text.split(separator).map(tell);
    return () => {
      for (const end of ends) end();
    };
  }, [text, tell]);
}
