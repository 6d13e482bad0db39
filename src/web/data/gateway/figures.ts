import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type FigureDimension, type FigureRowsOf, figureRowsShape, figuresShape } from '#contract/gateway/figures.ts';
import { isolatedTexts } from '#contract/isolated.ts';
import type { FigureDays } from '#domain/figures/period.ts';
import { millisecondsInSecond } from '#domain/units.ts';
import { type Answer, asking, readAs } from '#web/data/client.ts';

/** The gateway's figures of a period, of the period before it and of the same dates a year earlier. */
export type SchoolFigures = z.output<typeof figuresShape>;

/** While sources of the period are being read, no event says so; this asks again, in milliseconds. */
const whileRead = 15 * millisecondsInSecond;

type Asked = { readonly state: { readonly data: Answer<SchoolFigures> | undefined } };

/** Whether a source of the period, or a month of the periods beside it, is still to be read. */
function isLacking({ period: { lacks }, reading: { done, of } }: SchoolFigures): boolean {
  return lacks.length > 0 || done < of;
}

/** Whether the gateway reads what the figures lack. */
export type FigureReading = 'on' | 'off';

/**
 * The figures of these days of the operator's calendar, both inclusive; bars by one of the dimensions. The gateway reads what they
 * lack while a page asks for it: without that, it stops.
 */
export function figuresQuery({ first, last }: FigureDays, by: FigureDimension, reading: FigureReading) {
  const address = `/replica/figures?from=${first}&to=${last}&by=${by}${reading === 'off' ? '&read=no' : ''}`;
  return queryOptions({
    queryKey: ['replica', 'figures', first, last, by, reading] as const,
    queryFn: asking(address, (body) => isolatedTexts(readAs(figuresShape, body))),
    refetchInterval: ({ state }: Asked) =>
      reading === 'on' && state.data && isLacking(state.data.value) ? whileRead : false,
    // The figures stay while their reading is stopped, or goes on.
    placeholderData: (before, query) =>
      query?.queryKey.slice(0, -1).join() === ['replica', 'figures', first, last, by].join() ? before : undefined,
  });
}

/** The reservations or flights that one bar of the figures of these days counts. */
export type FigureRows = z.output<typeof figureRowsShape>;

export function figureRowsQuery({ first, last }: FigureDays, of: FigureRowsOf, name: string) {
  const address = `/replica/figures/rows?from=${first}&to=${last}&of=${of}&name=${encodeURIComponent(name)}`;
  return queryOptions({
    queryKey: ['replica', 'figures', first, last, 'rows', of, name] as const,
    queryFn: asking(address, (body) => isolatedTexts(readAs(figureRowsShape, body))),
  });
}
