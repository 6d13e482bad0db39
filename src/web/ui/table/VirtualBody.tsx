import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { usePrinting } from '#web/ui/page/display.tsx';
import { BodyRow, keyOf, type TableBody } from './TableBody.tsx';

/**
 * Only the rows near the window, for lists of hundreds and more; all rows are `--row` tall, headings 32 px
 * (`DataTable.module.css`). On paper every row is there.
 */
export function virtualBody(rowHeight: number): TableBody {
  return function VirtualBody({ items, span }) {
    const heights = items.map((item) => (item.section === null ? rowHeight : sectionHeight));
    const { body, from, to, above, below } = useVisibleItems(heights);
    return (
      <tbody ref={body} style={{ '--row': `${rowHeight}px` }}>
        {above > 0 && <Gap height={above} span={span} />}
        {items.slice(from, to).map((item, index) => (
          <BodyRow key={keyOf(item)} item={item} span={span} index={from + index + 2} />
        ))}
        {below > 0 && <Gap height={below} span={span} />}
      </tbody>
    );
  };
}

const sectionHeight = 32;

/** Stands for the rows that are not drawn. */
function Gap({ height, span }: { height: number; span: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={span} style={{ height, padding: 0, border: 'none' }} />
    </tr>
  );
}

/** The items near the window, with the heights of what is left out above and below. On paper nothing is left out. */
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

/** How far below the top of the page an element begins; what stands above it may grow and shrink. */
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
