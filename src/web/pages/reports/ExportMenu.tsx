import { useRef, useState } from 'react';
import { dataSetOf, type ReportId } from '#domain/reports/loading/reportQuery.ts';
import type { ReportView } from '#domain/reports/reportView.ts';
import { allRows } from '#domain/reports/rows/rowStore.ts';
import { dayOf } from '#domain/time/time.ts';
import { Button } from '#web/ui/controls/controls.tsx';
import { Menu } from '#web/ui/controls/overlays.tsx';
import { savedColumns } from '#web/ui/grid/columnModel.ts';
import { useMinute } from '#web/ui/page/now.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import { saveBlob } from '#web/ui/panel/saveText.ts';
import { reportCsv, reportSheet, type SheetCell } from './exportRows.ts';
import { rowsText } from './loadModel.ts';
import style from './report.module.css';
import type { TableState } from './reportState.ts';
import { exportChoices } from './tableModel.ts';

type ExportMenuProps = { id: ReportId; table: TableState; view: ReportView; onLoadAll: () => void };

/** Saves the shown rows in their order, or all loaded ones, with the visible columns and the ids. */
export function ExportMenu({ id, table, view, onLoadAll }: ExportMenuProps) {
  const { store, computed, plan } = table;
  const { timeZone } = useSchool();
  const name = `${dataSetOf(id)}-${dayOf(useMinute(), timeZone)}`;
  const { message, save, cancel } = useSaving();
  if (!computed || store.items.length === 0) return null;
  const columns = savedColumns(table.columns, view);
  const csv = (rows: Uint32Array) =>
    save(rows, (signal) => saveStream(`${name}.csv`, 'text/csv', reportCsv(store, columns, rows), signal));
  const excel = (rows: Uint32Array) =>
    save(rows, async () => {
      await saveWorkbook(`${name}.xlsx`, reportSheet(store, columns, rows));
      return true;
    });
  return (
    <span className={style['atEnd']}>
      <Menu label="Export">
        <div className={style['export']}>
          {exportChoices(plan, computed.rows.length, store.items.length).map((choice) => {
            const rows = () => (choice.rows === 'shown' ? computed.rows : allRows(store));
            return (
              <span key={choice.rows}>
                <Button onClick={() => csv(rows())}>CSV, {choice.label}</Button>
                <Button onClick={() => excel(rows())}>Excel, {choice.label}</Button>
              </span>
            );
          })}
          <p>
            Excel changes values when it opens CSV files: 00123 becomes 123, and 1E5 becomes 100000. The Excel file
            keeps them.
          </p>
          {plan.status === 'idle' && (
            <>
              <p>Only loaded rows are exported. Load all rows to export everything.</p>
              <Button onClick={onLoadAll}>Load all</Button>
            </>
          )}
          {cancel && <Button onClick={cancel}>Cancel export</Button>}
          <p role="status">{message}</p>
        </div>
      </Menu>
    </span>
  );
}

/** Saves one file at a time and reports the result. `cancel` is null while nothing is saved. */
function useSaving() {
  const [message, setMessage] = useState('');
  const [isSaving, setSaving] = useState(false);
  const abort = useRef<AbortController>(null);
  const save = (rows: Uint32Array, write: (signal: AbortSignal) => Promise<boolean>) => {
    if (isSaving) return;
    const { signal } = (abort.current = new AbortController());
    setSaving(true);
    setMessage(`Saving ${rowsText(rows.length)} …`);
    void write(signal)
      .then(
        (isSaved) => setMessage(isSaved ? `Saved ${rowsText(rows.length)}.` : ''),
        (error: unknown) =>
          setMessage(signal.aborted ? 'Export cancelled; the file is incomplete.' : `Export failed: ${String(error)}`),
      )
      .finally(() => setSaving(false));
  };
  return { message, save, cancel: isSaving ? () => abort.current?.abort() : null };
}

declare global {
  interface Window {
    /** Missing in Firefox and Safari. */
    showSaveFilePicker?: (options: {
      suggestedName: string;
    }) => Promise<{ createWritable: () => Promise<WritableStream<string>> }>;
  }
}

/**
 * Saves text in pieces: straight to disk if the browser supports it, otherwise gathered first. The page stays responsive
 * between pieces. Resolves to false if the user cancels the file dialog; rejects if the signal aborts.
 */
async function saveStream(name: string, type: string, pieces: Iterable<string>, signal: AbortSignal): Promise<boolean> {
  const sink = await openFile(name);
  if (sink === 'cancelled') return false;
  const gathered: string[] = [];
  const writer = sink?.getWriter();
  try {
    for (const piece of pieces) {
      signal.throwIfAborted();
      if (writer) await writer.write(piece);
      else gathered.push(piece);
      await new Promise((resolve) => setTimeout(resolve));
    }
    await writer?.close();
  } catch (error) {
    await writer?.abort(error);
    throw error;
  }
  if (!writer) saveBlob(name, new Blob(gathered, { type: `${type};charset=utf-8` }));
  return true;
}

/** A file on disk chosen by the user; null if the browser has no file dialog for saving. */
async function openFile(name: string): Promise<WritableStream<string> | 'cancelled' | null> {
  if (!window.showSaveFilePicker) return null;
  try {
    return await (await window.showSaveFilePicker({ suggestedName: name })).createWritable();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
    throw error;
  }
}

/** Saves an Excel file. The library is loaded at the first export. */
async function saveWorkbook(name: string, sheet: readonly (readonly SheetCell[])[]): Promise<void> {
  const { default: write } = await import('write-excel-file/browser');
  const rows = sheet.map((row) => [...row]);
  saveBlob(name, await write(rows, { stickyRowsCount: 1 }).toBlob());
}
