import { lastPage, type ListParams, type PageSize, pageSizes, setPage, setPageSize } from '#domain/lists/listState.ts';
import { IconButton } from '#web/components/controls/buttons.tsx';
import { Select } from '#web/components/controls/controls.tsx';
import style from './Pager.module.css';
import type { ListControls } from '#web/components/page/urlList.ts';

type PagerProps = {
  list: Pick<ListControls, 'operation' | 'pageSize' | 'defaultSize'> & { change: (changes: ListParams) => void };
  page: number;
  totalItems: number;
  /** How many of the loaded ones the page’s own filters leave; nothing if it has none. */
  found?: number;
};

/** Pages of a server list: the rows shown of the total, the page size, and back and forward. */
export function Pager({ list, page, totalItems, found }: PagerProps) {
  const size = list.pageSize;
  const last = lastPage(totalItems, size);
  const first = size === 'all' ? 0 : page * size;
  const end = size === 'all' ? totalItems : Math.min(totalItems, first + size);
  const go = (to: number) => list.change(setPage(to));
  if (!list.operation.paging) return null;
  return (
    <nav className={style['pager']} aria-label="Pages">
      <Select
        label="Rows per page"
        value={String(size)}
        options={pageSizes(list.operation.paging).map((pageSize) => ({
          value: String(pageSize),
          label: String(pageSize),
        }))}
        onChange={(text) => list.change(setPageSize(readSize(text), list.defaultSize))}
      />
      <span>{rangeText({ first, end, totalItems, found: found ?? end - first })}</span>
      <span className={style['steps']}>
        {last > 1 && <IconButton icon="first" label="First page" disabled={page === 0} onClick={() => go(0)} />}
        <IconButton icon="previous" label="Previous page" disabled={page === 0} onClick={() => go(page - 1)} />
        <span aria-current="page">
          page {page + 1} of {last + 1}
        </span>
        <IconButton icon="next" label="Next page" disabled={page >= last} onClick={() => go(page + 1)} />
        {last > 1 && <IconButton icon="last" label="Last page" disabled={page >= last} onClick={() => go(last)} />}
      </span>
    </nav>
  );
}

type Range = { first: number; end: number; totalItems: number; found: number };

/** `1–25 of 98`; `1–25 of 98, 6 match` or `6 of 26` if a filter of the page leaves fewer rows than were loaded. */
function rangeText({ first, end, totalItems, found }: Range): string {
  const total = totalItems.toLocaleString('en');
  if (totalItems === 0) return `0 of ${total}`;
  const isWhole = found >= end - first;
  if (!isWhole && end - first === totalItems) return `${found} of ${total}`;
  return `${first + 1}–${end} of ${total}${isWhole ? '' : `, ${found} match`}`;
}

function readSize(text: string): PageSize {
  return text === 'all' ? 'all' : Number(text);
}
