import type { RowData } from '@tanstack/react-table';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react';
import { usePrinting } from '#web/components/page/display.tsx';
import { type BodyItem, type BodyProps, BodyRow, Gap, keyOf } from './TableBody.tsx';

type VirtualBodyProps<Item extends RowData, Given> = BodyProps<Item, Given> & { rowHeight: number };

/** Only the rows near the window. On paper every row is there. */
export function VirtualBody<Item extends RowData, Given>(props: VirtualBodyProps<Item, Given>) {
  const { items, span, version, rowHeight } = props;
  const { body, from, to, above, below } = useVisibleItems(items, rowHeight);
  return (
    <tbody ref={body} style={{ '--row': `${rowHeight}px` }}>
      {above > 0 && <Gap height={above} span={span} />}
      {items.slice(from, to).map((item, index) => (
        <BodyRow key={keyOf(item)} item={item} span={span} version={version} index={from + index + 2} />
      ))}
      {below > 0 && <Gap height={below} span={span} />}
    </tbody>
  );
}

const sectionHeight = 32;

/** Rows drawn beyond the window, so that scrolling finds them; and the smaller number when other rows first appear. */
const [beyond, beyondAtFirst] = [12, 2];

/**
 * The items near the window, with the heights of the omitted rows above and below. On paper none are omitted. After a new filter
 * or order, items appear in the window first, and beyond it once those are painted.
 */
function useVisibleItems<Item extends RowData, Given>(items: readonly BodyItem<Item, Given>[], rowHeight: number) {
  const heightOf = (index: number) => (items[index]?.section === null ? rowHeight : sectionHeight);
  const painted = useDeferredValue(items);
  const body = useRef<HTMLTableSectionElement>(null);
  const isPrinting = usePrinting();
  const top = useTop(body);
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: heightOf,
    overscan: beyond,
    // Otherwise no row counts as near before the first measurement, and all are drawn.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    scrollMargin: top,
  });
  const near = virtualizer.getVirtualItems();
  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: items.length };
  const isOther = near.some(({ index }) => !isSame(items[index], painted[index]));
  const visible = isOther
    ? near.filter(({ index }) => index >= startIndex - beyondAtFirst && index <= endIndex + beyondAtFirst)
    : near;
  const first = visible[0];
  const last = visible.at(-1);
  if (isPrinting || !first || !last) return { body, from: 0, to: items.length, above: 0, below: 0 };
  return {
    body,
    from: first.index,
    to: last.index + 1,
    above: first.start - top,
    below: virtualizer.getTotalSize() - (last.end - top),
  };
}

function isSame<Item extends RowData, Given>(one?: BodyItem<Item, Given>, other?: BodyItem<Item, Given>): boolean {
  return one === other || (one !== undefined && other !== undefined && keyOf(one) === keyOf(other));
}

/** Distance from the top of the page to an element; the content above it may grow and shrink. */
function useTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useEffect(() => {
    const measure = () => setTop(Math.round((element.current?.getBoundingClientRect().top ?? 0) + window.scrollY));
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return top;
}
