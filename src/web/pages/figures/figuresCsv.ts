import { type SheetCell, textCell } from '#web/components/table/workbook.ts';
import { csvText } from '#domain/answers/csv.ts';
import type { FigureDays } from '#domain/figures/period.ts';
import type { Band } from './figuresModel.ts';

type Cell = string | number | null;

/** All figures and bars of the bands, one a line, with the records behind them, and how one is counted or why it is not known. */
export function figureLines(bands: readonly Band[], { first, last }: FigureDays): readonly (readonly Cell[])[] {
  const lines = bands.flatMap((band) => [
    ...[band.main, ...band.others].map(({ name, unit, value, before, yearBefore, rows, reason, rule }): Cell[] => [
      band.title,
      name,
      '',
      value,
      unit,
      before,
      yearBefore,
      rows,
      reason ?? rule,
    ]),
    ...band.pictures.flatMap(({ title, unit, bars, none, isNotKnown }): Cell[][] =>
      bars.length === 0
        ? [[band.title, title, '', isNotKnown ? null : 0, unit, null, null, null, none]]
        : bars.map(({ name, value, rows = null, also, reason }) => [
            band.title,
            title,
            name,
            value,
            unit,
            null,
            null,
            rows,
            reason ?? also ?? null,
          ]),
    ),
    ...(band.leftOut === null ? [] : [[band.title, 'Left out', '', null, '', null, null, null, band.leftOut]]),
  ]);
  return [columns, ...lines.map((line) => [first, last, ...line])];
}

const columns = [
  'First day',
  'Last day',
  'Band',
  'Figure',
  'Of',
  'Value',
  'Unit',
  'Period before',
  'Year before',
  'Records',
  'Note',
];

/** The same as CSV. */
export function figuresCsv(bands: readonly Band[], days: FigureDays): string {
  return csvText(figureLines(bands, days));
}

/** The same as cells of a sheet: numbers as numbers, text as text. */
export function figuresSheet(bands: readonly Band[], days: FigureDays): SheetCell[][] {
  return figureLines(bands, days).map((line, at) =>
    line.map((cell): SheetCell => {
      if (typeof cell === 'number') return { type: Number, value: cell };
      if (cell === null || cell === '') return null;
      return at === 0 ? { ...textCell(cell), fontWeight: 'bold' } : textCell(cell);
    }),
  );
}
