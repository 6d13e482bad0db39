import { parseAsString, useQueryState, useQueryStates } from 'nuqs';
import { useCallback, useMemo } from 'react';
import type { QueryPair } from '#contract/query.ts';
import { type ReportId, printPairs, readPairs, readQuestion } from '#domain/reports/loading/reportQuery.ts';
import type { SavedView } from '#domain/reports/views/viewWords.ts';
import { printView, readView, viewParams, type ViewTexts } from '#domain/reports/views/viewCodec.ts';
import type { ReportView } from '#domain/reports/views/viewState.ts';

const parsers = Object.fromEntries(viewParams.map((name) => [name, parseAsString])) as {
  [Name in keyof ViewTexts]: typeof parseAsString;
};

/** Changed letter by letter or pixel by pixel: these replace the entry of the history, the others add one. */
const gradual: readonly (keyof ReportView)[] = ['search', 'filters', 'columns'];

/** A report's view in the URL. */
export function useReportView() {
  const [texts, setTexts] = useQueryStates(parsers);
  const { view, problems } = useMemo(() => readView(texts), [texts]);
  const change = useCallback(
    (changes: Partial<ReportView>) => {
      const isGradual = gradual.some((part) => part in changes);
      // What was changed in the same moment must not be lost.
      void setTexts((before) => printView({ ...readView(before).view, ...changes }), {
        history: isGradual ? 'replace' : 'push',
      });
    },
    [setTexts],
  );
  const choose = useCallback(
    (saved: SavedView['view']) => void setTexts(printView(readView(saved).view), { history: 'push' }),
    [setTexts],
  );
  return { view, texts, problems, change, choose };
}
export type ReportViewState = ReturnType<typeof useReportView>;

/** What a report's data set is asked, in the URL: `ask=flightDate=gte:2026-05-01T00:00:00&limit=500`. */
export function useReportQuestion(id: ReportId) {
  const [text, setText] = useQueryState('ask', parseAsString.withDefault('').withOptions({ history: 'push' }));
  const pairs = useMemo(() => readPairs(text), [text]);
  const { query, problems } = useMemo(() => readQuestion(id, pairs), [id, pairs]);
  const change = useCallback((next: readonly QueryPair[]) => void setText(printPairs(next) || null), [setText]);
  const valueOf = (name: string) => pairs.find(([known]) => known === name)?.[1] ?? '';
  /** One parameter with another value, the others in their places; no value takes it away. */
  const put = (name: string, value: string) => change(withPair(pairs, name, value));
  return { text, pairs, query, problems, change, valueOf, put };
}
export type ReportQuestionState = ReturnType<typeof useReportQuestion>;

function withPair(pairs: readonly QueryPair[], name: string, value: string): QueryPair[] {
  const others = pairs.filter(([known]) => known !== name || value !== '');
  const isKnown = others.some(([known]) => known === name);
  if (isKnown) return others.map((pair) => (pair[0] === name ? [name, value] : pair));
  return value === '' ? others : [...others, [name, value]];
}
