import type { RowData } from '@tanstack/react-table';
import { lazy, Suspense } from 'react';
import { usePrinting } from '#web/components/page/display.tsx';
import { type BodyProps, BodyRow, Gap, keyOf, type TableBody } from './TableBody.tsx';

type MeasuredProps<Item extends RowData, Given> = BodyProps<Item, Given> & { rowHeight: number };

/** If the virtual body cannot be loaded, every row is drawn, and the page still works. */
const VirtualBody = lazy(async () => {
  const file = await import('./VirtualBody.tsx').catch(() => null);
  return { default: file?.VirtualBody ?? AllRows };
});

/**
 * Only the rows near the window, for lists of hundreds and more; all rows are `rowHeight` pixels tall, headings 32
 * (`DataTable.module.css`). Until the virtual body is loaded, only as many as fill the window are drawn; on paper, all.
 */
export function virtualBody(rowHeight: number): TableBody {
  return function LaterBody({ items, ...rest }) {
    const drawn = usePrinting() ? items.length : Math.ceil(window.innerHeight / rowHeight);
    return (
      <Suspense fallback={<FirstRows items={items} {...rest} rowHeight={rowHeight} drawn={drawn} />}>
        {/* A lazy component loses the type of its rows; it only passes them on. */}
        <VirtualBody items={items as never} {...rest} rowHeight={rowHeight} />
      </Suspense>
    );
  };
}

function AllRows<Item extends RowData, Given>(props: MeasuredProps<Item, Given>) {
  return <FirstRows {...props} drawn={props.items.length} />;
}

type FirstRowsProps<Item extends RowData, Given> = MeasuredProps<Item, Given> & { drawn: number };

function FirstRows<Item extends RowData, Given>(props: FirstRowsProps<Item, Given>) {
  const { items, span, version, rowHeight, drawn } = props;
  const rest = Math.max(0, items.length - drawn) * rowHeight;
  return (
    <tbody style={{ '--row': `${rowHeight}px` }}>
      {items.slice(0, drawn).map((item, index) => (
        <BodyRow key={keyOf(item)} item={item} span={span} version={version} index={index + 2} />
      ))}
      {rest > 0 && <Gap height={rest} span={span} />}
    </tbody>
  );
}
