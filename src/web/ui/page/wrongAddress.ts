import { createContext, use, useEffect } from 'react';

/** One problem of the address, reported by a part of the page; each report is its own object. */
export type Telling = { readonly text: string };

/** The reported problems, and those that were closed. */
export type ToldWrong = { readonly told: readonly Telling[]; readonly closed: readonly string[] };

export const nothingWrong: ToldWrong = { told: [], closed: [] };

export function withTelling({ told, closed }: ToldWrong, telling: Telling): ToldWrong {
  return { told: [...told, telling], closed };
}

/** A closed problem is shown again if it returns after a pause: the address was right in between. */
export function withoutTelling({ told, closed }: ToldWrong, telling: Telling): ToldWrong {
  const left = told.filter((one) => one !== telling);
  return { told: left, closed: closed.filter((text) => left.some((one) => one.text === text)) };
}

/** The texts to show, each once. */
export function wrongTexts({ told, closed }: ToldWrong): readonly string[] {
  return [...new Set(told.map(({ text }) => text))].filter((text) => !closed.includes(text));
}

/** Reports an address problem until the returned function is called; the wall board has no reader to inform. */
export const WrongAddressContext = createContext<(text: string) => () => void>(() => () => undefined);

const separator = '\n';

/** Shows these address problems above the page and not in it, so that nothing moves; null for none. */
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
