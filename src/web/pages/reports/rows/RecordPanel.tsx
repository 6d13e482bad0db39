import { useMemo } from 'react';
import { type Column, valueAt } from '#domain/reports/columns/columns.ts';
import type { LinkOf } from '#domain/reports/columns/knownValues.ts';
import { scopeText } from '#domain/reports/loading/loadWords.ts';
import { keyOfRow, rowOfKey } from '#domain/reports/rows/rowStore.ts';
import { plainText } from '#domain/reports/columns/valueKinds.ts';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { IconButton } from '#web/ui/controls/controls.tsx';
import { RecordView } from '#web/ui/records/RecordView.tsx';
import { SidePanel } from '#web/ui/panel/SidePanel.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import style from '#web/pages/reports/report.module.css';
import type { Table } from './useTable.ts';

type RecordPanelProps = { table: Table; rows: Uint32Array; columns: readonly Column[]; linkOf: LinkOf };

/** The row that is open, whole: readable, and as the service sent it. */
export function RecordPanel({ table, rows, columns, linkOf }: RecordPanelProps) {
  const { store, record, plan } = table;
  const key = record.value;
  const row = useMemo(() => (key === '' ? null : rowOfKey(store.items, key)), [store, key]);
  if (key === '') return null;
  const at = row === null ? -1 : rows.indexOf(row);
  const open = (place: number) => void record.set(keyOfRow(store.items, rows[place]!));
  const close = () => void record.set('');
  if (row === null) {
    return plan.stand === 'loading' ? null : (
      <div className={style['notice']} role="status">
        <StateMark shape="triangle" tone="warning">
          The row {key} is not among {scopeText(plan)}.
        </StateMark>
      </div>
    );
  }
  return (
    <SidePanel
      title={at === -1 ? `Row ${row + 1}, filtered out` : `Row ${at + 1} of ${rows.length.toLocaleString('en-US')}`}
      about={key}
      onClose={close}
      actions={
        <>
          <IconButton icon="up" label="Previous row" disabled={at <= 0} onClick={() => open(at - 1)} />
          <IconButton
            icon="down"
            label="Next row"
            disabled={at === -1 || at === rows.length - 1}
            onClick={() => open(at + 1)}
          />
        </>
      }
    >
      <KnownLinks item={store.items[row]!} columns={columns} linkOf={linkOf} />
      <RecordView key={key} value={store.items[row]} />
    </SidePanel>
  );
}

type KnownLinksProps = { item: { readonly [member: string]: unknown }; columns: readonly Column[]; linkOf: LinkOf };

/** The pages of what the record names, as far as the application knows it. */
function KnownLinks({ item, columns, linkOf }: KnownLinksProps) {
  const found = columns.flatMap((column) => {
    const value = valueAt(item, column.path);
    const link = linkOf(value, column);
    return link === null ? [] : [{ column, link, text: plainText(value) }];
  });
  const distinct = found.filter(({ link }, at) => found.findIndex((other) => other.link === link) === at);
  if (distinct.length === 0) return null;
  return (
    <nav className={style['links']} aria-label="What this row names">
      {distinct.map(({ column, link, text }) => (
        <AppLink key={link} to={link}>
          {column.kind === 'guid' ? column.label.replace(/ id$/i, '') : text}
        </AppLink>
      ))}
    </nav>
  );
}
