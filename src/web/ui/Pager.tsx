import { lastPage, type PageSize, pageSizes, setPage, setPageSize } from '#domain/listState.ts';
import { IconButton, Select } from './controls.tsx';
import style from './Pager.module.css';
import type { ListControls } from './urlState.ts';

/** Pages through the server: which of how many, the page size, and back and forth. */
export function Pager({ list, page, totalItems }: { list: ListControls; page: number; totalItems: number }) {
  const size = list.pageSize;
  const last = lastPage(totalItems, size);
  const first = size === 'all' ? 0 : page * size;
  const end = size === 'all' ? totalItems : Math.min(totalItems, first + size);
  const go = (to: number) => void list.change(setPage(to));
  if (!list.operation.paging) return null;
  return (
    <nav className={style['pager']} aria-label="Pages">
      <Select
        label="Rows per page"
        value={String(size)}
        options={pageSizes(list.operation.paging).map((one) => ({ value: String(one), label: String(one) }))}
        onChange={(text) => void list.change(setPageSize(readSize(text), list.usualSize))}
      />
      <span>
        {totalItems === 0 ? '0' : `${first + 1}–${end}`} of {totalItems}
      </span>
      <span className={style['steps']}>
        <IconButton icon="previous" label="Previous page" disabled={page === 0} onClick={() => go(page - 1)} />
        <span aria-current="page">
          page {page + 1} of {last + 1}
        </span>
        <IconButton icon="next" label="Next page" disabled={page >= last} onClick={() => go(page + 1)} />
      </span>
    </nav>
  );
}

function readSize(text: string): PageSize {
  return text === 'all' ? 'all' : Number(text);
}
