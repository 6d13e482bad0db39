import type { RowData } from '@tanstack/react-table';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { usePrinting } from '#web/ui/page/display.tsx';
import { type BodyProps, BodyRow, Gap, keyOf } from './TableBody.tsx';

type VirtualBodyProps<Item extends RowData, Given> = BodyProps<Item, Given> & { rowHeight: number };

/** Only the rows near the window. On paper every row is there. */
export function VirtualBody<Item extends RowData, Given>(props: VirtualBodyProps<Item, Given>) {
  const { items, span, version, rowHeight } = props;
  const heights = items.map((item) => (item.section === null ? rowHeight : sectionHeight));
  const { body, from, to, above, below } = useVisibleItems(heights);
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

/** The items near the window, with the heights of the omitted rows above and below. On paper none are omitted. */
function useVisibleItems(heights: readonly number[]) {
  const body = useRef<HTMLTableSectionElement>(null);
  const isPrinting = usePrinting();
  const top = useTop(body);
  const virtualizer = useWindowVirtualizer({
    count: heights.length,
    estimateSize: (index) => heights[index] ?? 0,
    overscan: 12,
    scrollMargin: top,
  });
  const visible = virtualizer.getVirtualItems();
  const first = visible[0];
  const last = visible.at(-1);
  if (isPrinting || !first || !last) return { body, from: 0, to: heights.length, above: 0, below: 0 };
  return {
    body,
    from: first.index,
    to: last.index + 1,
    above: first.start - top,
    below: virtualizer.getTotalSize() - (last.end - top),
  };
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
