import { useCallback } from 'react';
import type { SetAside } from '#contract/answers.ts';
import type { OperationId } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import type { RecordRow } from '#domain/records/rows.ts';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { Pager } from '#web/ui/table/Pager.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import type { ListControls } from '#web/ui/page/urlState.ts';
import { Cover, useCover } from './Covered.tsx';
import { listAddress } from './listAddress.ts';
import { RecordTable } from './RecordTable.tsx';
import style from './records.module.css';

type RecordListPanelProps = {
  title: string;
  id: OperationId;
  list: ListControls;
  page: {
    readonly rows: readonly RecordRow[];
    readonly page: number;
    readonly query: Query;
    readonly totalItems: number;
    readonly setAside: readonly SetAside[];
    readonly notes: readonly (string | null)[];
    readonly reading: Reading;
    readonly retry: () => void;
  };
  /** Where a record opens: the page, and the parameter that its key is given by. */
  opens: { readonly path: string; readonly param: string };
  empty: string;
};

/** A list of records of any shape, paged by the service; what is personal in them is covered until asked for. */
export function RecordListPanel({ title, id, list, page, opens, empty }: RecordListPanelProps) {
  const { rows, totalItems } = page;
  const cover = useCover(rows);
  const { path, param } = opens;
  const addressOf = useCallback((row: RecordRow) => listAddress(path, list, { [param]: row.key }), [path, param, list]);
  return (
    <Panel
      title={title}
      count={rows.length === totalItems ? `${totalItems} in all` : `${rows.length} of ${totalItems}`}
      reading={page.reading}
      onRetry={page.retry}
      actions={<Cover cover={cover} />}
    >
      <Notices
        notes={[...list.problems, ...page.notes]}
        setAside={[{ what: title.toLowerCase(), records: page.setAside }]}
      />
      {rows.length > 0 ? (
        <RecordTable
          caption={title}
          rows={cover.shown}
          addressOf={addressOf}
          isComplete={rows.length >= totalItems && page.page === 0}
        />
      ) : (
        <p className={style['empty']}>{empty}</p>
      )}
      <Pager list={list} page={page.page} totalItems={totalItems} />
      <QueryShown id={id} query={page.query} />
    </Panel>
  );
}
