import { createContext, use, useEffect } from 'react';

/** One problem of the address, reported by a part of the page; each report is its own object. */
export type Report = { readonly text: string };

/** The reported problems, and those that were closed. */
export type WrongAddressReports = { readonly reports: readonly Report[]; readonly closed: readonly string[] };

export const nothingWrong: WrongAddressReports = { reports: [], closed: [] };

export function withReport({ reports, closed }: WrongAddressReports, report: Report): WrongAddressReports {
  return { reports: [...reports, report], closed };
}

/** A closed problem is shown again if it returns after a pause: the address was right in between. */
export function withoutReport({ reports, closed }: WrongAddressReports, report: Report): WrongAddressReports {
  const left = reports.filter((other) => other !== report);
  return { reports: left, closed: closed.filter((text) => left.some((one) => one.text === text)) };
}

/** The texts to show, each once. */
export function wrongTexts({ reports, closed }: WrongAddressReports): readonly string[] {
  return [...new Set(reports.map(({ text }) => text))].filter((text) => !closed.includes(text));
}

/** Reports an address problem until the returned function is called; the wall board has no reader to inform. */
export const WrongAddressContext = createContext<(text: string) => () => void>(() => () => undefined);

const separator = '\n';

/** Shows these address problems above the page and not in it, so that nothing moves; null for none. */
export function useWrongAddress(...problems: readonly (string | null)[]): void {
  const report = use(WrongAddressContext);
  const text = problems.filter((problem) => problem !== null).join(separator);
  useEffect(() => {
    if (text === '') return undefined;
    const ends = text.split(separator).map(report);
    return () => {
      for (const end of ends) end();
    };
  }, [text, report]);
}
