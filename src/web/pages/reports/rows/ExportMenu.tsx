import { useRef, useState } from 'react';
import { dataSetOf, type ReportId } from '#domain/reports/loading/reportQuery.ts';
import { rowsText } from '#domain/reports/loading/loadWords.ts';
import { reportCsv, reportSheet } from '#domain/reports/rows/reportCsv.ts';
import { allRows } from '#domain/reports/rows/rowStore.ts';
import { type ReportView, shownColumns } from '#domain/reports/views/viewState.ts';
import { dayOf } from '#domain/time/time.ts';
import type { ReportLoader } from '#web/queries/reports/reportLoader.ts';
import { Button, Menu } from '#web/ui/controls/controls.tsx';
import { useMinute } from '#web/ui/page/now.ts';
import { saveStream, saveWorkbook } from '#web/ui/panel/saveReport.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import style from '#web/pages/reports/report.module.css';
import type { Table } from './useTable.ts';

type ExportMenuProps = { id: ReportId; table: Table; view: ReportView; loader: ReportLoader };

/** The rows as a file: those that are shown, in their order, or all that are here. The columns are those in sight. */
export function ExportMenu({ id, table, view, loader }: ExportMenuProps) {
  const { store, worked, plan } = table;
  const { timeZone } = useSchool();
  const name = `${dataSetOf(id)}-${dayOf(useMinute(), timeZone)}`;
  const saving = useSaving();
  if (!worked || store.items.length === 0) return null;
  const columns = shownColumns(table.columns, view).filter(({ isHidden }) => !isHidden);
  const csv = (rows: Uint32Array) =>
    saving.save(rows, (signal) => saveStream(`${name}.csv`, 'text/csv', reportCsv(store, columns, rows), signal));
  const excel = (rows: Uint32Array) =>
    saving.save(rows, async () => {
      await saveWorkbook(`${name}.xlsx`, reportSheet(store, columns, rows));
      return true;
    });
  const isPart = worked.rows.length !== store.items.length;
  const here = () => allRows(store);
  const isWhole = plan.stand === 'complete';
  return (
    <span className={style['atEnd']}>
      <Menu label="Export">
        <div className={style['export']}>
          {isPart && (
            <>
              <Button onClick={() => csv(worked.rows)}>CSV, {rowsText(worked.rows.length)} shown</Button>
              <Button onClick={() => excel(worked.rows)}>Excel, {rowsText(worked.rows.length)} shown</Button>
            </>
          )}
          <Button onClick={() => csv(isPart ? here() : worked.rows)}>
            CSV, {isWhole ? 'all' : 'the'} {rowsText(store.items.length)}
            {!isWhole && ' loaded'}
          </Button>
          <Button onClick={() => excel(isPart ? here() : worked.rows)}>
            Excel, {isWhole ? 'all' : 'the'} {rowsText(store.items.length)}
            {!isWhole && ' loaded'}
          </Button>
          <p>
            Excel reads a CSV file its own way: 00123 becomes 123, and 1E5 becomes 100000. Take the Excel file to open
            it there.
          </p>
          {plan.stand === 'resting' && (
            <>
              <p>The service has more: load all of them first to save all.</p>
              <Button onClick={loader.loadAll}>Load all</Button>
            </>
          )}
          {saving.giveUp && <Button onClick={saving.giveUp}>Stop saving</Button>}
          <p role="status">{saving.words}</p>
        </div>
      </Menu>
    </span>
  );
}

/** Saves one file at a time, and says what became of it. */
function useSaving() {
  const [words, setWords] = useState('');
  const [isSaving, setSaving] = useState(false);
  const call = useRef<AbortController>(null);
  const save = (rows: Uint32Array, write: (signal: AbortSignal) => Promise<boolean>) => {
    // So that "Stop saving" means this one.
    if (isSaving) return;
    const { signal } = (call.current = new AbortController());
    setSaving(true);
    setWords(`Saving ${rowsText(rows.length)} …`);
    void write(signal)
      .then(
        (isSaved) => setWords(isSaved ? `Saved ${rowsText(rows.length)}.` : ''),
        (error: unknown) =>
          setWords(signal.aborted ? 'Stopped; the file is not complete.' : `Not saved: ${String(error)}`),
      )
      .finally(() => setSaving(false));
  };
  return { words, save, giveUp: isSaving ? () => call.current?.abort() : null };
}
