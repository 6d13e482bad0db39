import { dataSetOf, type ReportId } from '#domain/reports/loading/reportQuery.ts';
import type { ReportView } from '#domain/reports/reportView.ts';
import { allRows } from '#domain/reports/rows/rowStore.ts';
import { dayOf } from '#domain/time/time.ts';
import { Button } from '#web/ui/controls/controls.tsx';
import { Menu } from '#web/ui/controls/overlays.tsx';
import { savedColumns } from '#web/ui/grid/columnModel.ts';
import { useMinute } from '#web/ui/page/now.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import { saveBlob, saveStream, useSaving } from '#web/ui/panel/saveText.ts';
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
    save(rowsText(rows.length), ({ signal }) =>
      saveStream(`${name}.csv`, 'text/csv', reportCsv(store, columns, rows), signal),
    );
  const excel = (rows: Uint32Array) =>
    save(rowsText(rows.length), async () => {
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

/** Saves an Excel file. The library is loaded at the first export. */
async function saveWorkbook(name: string, sheet: readonly (readonly SheetCell[])[]): Promise<void> {
  const { default: write } = await import('write-excel-file/browser');
  const rows = sheet.map((row) => [...row]);
  saveBlob(name, await write(rows, { stickyRowsCount: 1 }).toBlob());
}
