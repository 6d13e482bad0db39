import {
  figureDimensions,
  figureRowsOf,
  figureRowsShape,
  figuresShape,
  maxFigureRows,
} from '#contract/gateway/figures.ts';
import type { Described } from './openapiAccess.ts';

export const day = { type: 'string', format: 'date' } as const;

/** Days of the operator's calendar, as parameters. */
export const firstAndLast = [
  { name: 'from', description: 'First day.', required: true, schema: day },
  { name: 'to', description: 'Last day (inclusive).', required: true, schema: day },
] as const;

/** Figures of a period, and the rows behind them. */
export const figurePaths = {
  '/replica/figures': {
    operationId: 'replicaFigures',
    summary: 'figures of a period',
    description:
      'Hours, departures, cancellations, maintenance and training of some days, of as many days before them, and of the same dates a year earlier, with the rows that each figure rests on. What the records do not say is null. At most 400 days.',
    parameters: [
      ...firstAndLast,
      {
        name: 'by',
        description: 'The groups of the bars of hours; aircraft if omitted.',
        schema: { type: 'string', enum: [...figureDimensions] },
      },
      {
        name: 'read',
        description:
          '“no” for the figures as they are: months of flights and pages of reports that they lack are not read, and what is being read for figures stops at the next page.',
        schema: { type: 'string', enum: ['no'] },
      },
    ],
    shape: figuresShape,
  },
  '/replica/figures/rows': {
    operationId: 'replicaFigureRows',
    summary: 'rows behind a figure',
    description: `The reservations, flights, squawks or work orders that one bar of the figures of some days counts, the newest first, at most ${maxFigureRows}. Their number equals the bar’s figure.`,
    parameters: [
      ...firstAndLast,
      {
        name: 'of',
        description:
          'Flights that did not leave in time, by cause; cancelled reservations by cause, by notice, or by weekday and hour; flights by location; visits to the shop by kind; squawks and work orders that were open at the end, by age.',
        required: true,
        schema: { type: 'string', enum: [...figureRowsOf] },
      },
      {
        name: 'name',
        description:
          'The bar’s name in the figures; for a location, the key of its group, or nothing for none named; for an hour of the week, the weekday from Monday (0) and the hour, such as 0-9.',
        required: true,
        schema: { type: 'string', maxLength: 200 },
      },
    ],
    shape: figureRowsShape,
  },
} as const satisfies Partial<Described<'copy'>>;
