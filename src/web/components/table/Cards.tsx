import { FlexRender, type RowData } from '@tanstack/react-table';
import { Fragment, type ReactNode } from 'react';
import style from './Cards.module.css';
import type { BodyItem } from './TableBody.tsx';
import type { TableRow } from './table.ts';

type CardsProps<Item extends RowData, Given> = {
  caption: string;
  items: readonly BodyItem<Item, Given>[];
  stepOf: ((item: Item) => number | undefined) | undefined;
};

/** The rows of a table for narrow screens, one per card; on phones stacked without a frame. */
export function Cards<Item extends RowData, Given>({ caption, items, stepOf }: CardsProps<Item, Given>) {
  return sectionsOf(items).map(({ name, heading, rows }) => (
    <section key={name} aria-label={name || caption} className={style['section']}>
      {heading !== null && <h3>{heading}</h3>}
      {rows.length > 0 && (
        <ul className={style['cards']} aria-label={name ? undefined : caption}>
          {rows.map((row) => (
            <li key={row.id} data-step={stepOf?.(row.original)}>
              <Card row={row} />
            </li>
          ))}
        </ul>
      )}
    </section>
  ));
}

function sectionsOf<Item extends RowData, Given>(items: readonly BodyItem<Item, Given>[]) {
  const sections: { name: string; heading: ReactNode; rows: TableRow<Item, Given>[] }[] = [];
  for (const item of items) {
    if (item.section !== null) sections.push({ name: item.section, heading: item.heading, rows: [] });
    else {
      if (sections.length === 0) sections.push({ name: '', heading: null, rows: [] });
      sections.at(-1)?.rows.push(item.row);
    }
  }
  return sections;
}

/** The cells by line. A line with labels is a list of terms. */
function Card<Item extends RowData, Given>({ row }: { row: TableRow<Item, Given> }) {
  const cells = row.getVisibleCells().flatMap((cell) => {
    const { card } = cell.column.columnDef.meta ?? {};
    if (!card) return [];
    const content = card.cell ? card.cell(cell.getContext()) : <FlexRender cell={cell} />;
    return [{ id: cell.column.id, line: card.line, label: card.label, content }];
  });
  const lines = [...Map.groupBy(cells, ({ line }) => line)].toSorted(([a], [b]) => a - b);
  return lines.map(([line, members]) =>
    members.some(({ label }) => label !== undefined) ? (
      <dl key={line} data-line={line}>
        {members.map(({ id, label, content }) => (
          <div key={id} data-column={id}>
            <dt>{label}</dt>
            <dd>{content}</dd>
          </div>
        ))}
      </dl>
    ) : (
      <div key={line} data-line={line}>
        {members.map(({ id, content }) => (
          <Fragment key={id}>
            <span data-column={id}>{content}</span>{' '}
          </Fragment>
        ))}
      </div>
    ),
  );
}
