import type { Instant } from '#domain/time/time.ts';
import type { Chart } from './charts.ts';
import type { Column } from '#domain/reports/columns/columns.ts';
import { ageChart, type Draw, progressChart, weekChart } from './pictureCharts.ts';
import { columnFor, type Part, type Parts } from './pictureParts.ts';
import type { RowStore } from '#domain/reports/rows/rowStore.ts';
import type { Work } from '#domain/reports/rows/work.ts';

/** A view that is offered ready-made where its members are there. */
export type Picture = {
  readonly id: string;
  readonly name: string;
  readonly parts: Parts;
  readonly draw: (store: RowStore, rows: Uint32Array, now: Instant) => Work<Chart>;
};

type Maker = Pick<Picture, 'id' | 'name'> & {
  readonly needs: readonly Part[];
  /** Of these at least one. */
  readonly needsOneOf?: readonly Part[];
  readonly takes?: readonly Part[];
  readonly draw: Draw;
};

const makers: readonly Maker[] = [
  {
    id: 'aircraft-hours',
    name: 'Hours per aircraft per week',
    needs: ['hours', 'time', 'aircraft'],
    draw: weekChart('hours', 'aircraft'),
  },
  {
    id: 'instructor-hours',
    name: 'Hours per instructor per week',
    needs: ['hours', 'time', 'instructor'],
    draw: weekChart('hours', 'instructor'),
  },
  { id: 'revenue', name: 'Revenue per week', needs: ['amount', 'time', 'invoice'], draw: weekChart('amount', null) },
  {
    id: 'progress',
    name: 'Student progress in courses under way',
    needs: ['progress', 'student'],
    takes: ['course'],
    draw: progressChart,
  },
  {
    id: 'open-age',
    name: 'Open work orders by age',
    needs: ['opened'],
    needsOneOf: ['closed', 'state'],
    draw: ageChart,
  },
];

/** The pictures that these columns allow; a part that is missing takes its picture away. */
export function picturesFor(columns: readonly Column[]): Picture[] {
  return makers.flatMap(({ id, name, draw, ...maker }) => {
    const parts = partsOf(columns, maker);
    return parts ? [{ id, name, parts, draw: (...given) => draw({ name, parts }, ...given) }] : [];
  });
}

function partsOf(
  columns: readonly Column[],
  { needs, needsOneOf = [], takes = [] }: Omit<Maker, 'id' | 'name' | 'draw'>,
) {
  const found = [...needs, ...needsOneOf, ...takes].map((part) => [part, columnFor(columns, part)] as const);
  const has = (part: Part) => found.some(([name, column]) => name === part && column !== null);
  const isOffered = needs.every(has) && (needsOneOf.length === 0 || needsOneOf.some(has));
  return isOffered ? (Object.fromEntries(found.filter(([, column]) => column !== null)) as Parts) : null;
}
