import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { type FigureDimension, figuresShape } from '#contract/gateway/figures.ts';
import { isolatedTexts } from '#contract/isolated.ts';
import type { FigureDays } from '#domain/figures/period.ts';
import { millisecondsInSecond } from '#domain/units.ts';
import { type Answer, asking, readAs } from '#web/data/client.ts';

/** The gateway's figures of a period, of the period before it and of the same dates a year earlier. */
export type SchoolFigures = z.output<typeof figuresShape>;

/** While sources of the period are being read, no event says so; this asks again, in milliseconds. */
const whileRead = 15 * millisecondsInSecond;

type Asked = { readonly state: { readonly data: Answer<SchoolFigures> | undefined } };

/** The figures of these days of the operator's calendar, both inclusive; bars by one of the dimensions. */
export function figuresQuery({ first, last }: FigureDays, by: FigureDimension) {
  return queryOptions({
    queryKey: ['replica', 'figures', first, last, by] as const,
    queryFn: asking(`/replica/figures?from=${first}&to=${last}&by=${by}`, (body) =>
      isolatedTexts(readAs(figuresShape, body)),
    ),
    refetchInterval: ({ state }: Asked) => (state.data && state.data.value.period.lacks.length > 0 ? whileRead : false),
  });
}
