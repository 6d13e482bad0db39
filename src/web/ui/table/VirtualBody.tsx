import { BodyRow, keyOf, type TableBody } from './TableBody.tsx';
import { useVisibleItems } from './visibleItems.ts';

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
