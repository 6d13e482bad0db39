import { dataSetOf, type ReportId } from '#domain/reports/loading/reportQuery.ts';
import { rowsText } from '#domain/reports/loading/part.ts';
import { allRows } from '#domain/reports/rows/rowStore.ts';
import { dayOf } from '#domain/time/time.ts';
import { noteExport } from '#web/data/gateway/gateway.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { Popover } from '#web/components/controls/overlays.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { savedColumns } from '#web/components/grid/columnModel.ts';
import { useMinute } from '#web/components/page/now.ts';
import { useSchool } from '#web/components/page/school.tsx';
import { saveStream, useSaving } from '#web/components/panel/saveText.ts';
import { noteSheet, saveWorkbook } from '#web/components/table/workbook.ts';
import { cutNote, reportCsv, reportSheet } from './exportRows.ts';
import style from './report.module.css';
import type { TableState } from './reportState.ts';
import { type ExportChoice, exportChoices, exportName, exportNotes, withheldText } from './tableModel.ts';

type ExportMenuProps = { id: ReportId; table: TableState; onLoadAll: () => void };

/** Saves the shown rows in their order, or all loaded ones, with the visible columns and the ids. */
export function ExportMenu({ id, table, onLoadAll }: ExportMenuProps) {
  const { store, computed, plan, selection, part: shownPart, filtered: view } = table;
  const { timeZone } = useSchool();
  const today = dayOf(useMinute(), timeZone);
  const { message, save, cancel } = useSaving();
  if (!computed || store.items.length === 0) return null;
  const columns = savedColumns(table.columns, view);
  const loaded = store.items.length;
  const leftOut = withheldText(plan.withheld, table.all);
  const filesOf = (choice: ExportChoice['rows']) => {
    const rows = choice === 'shown' ? computed.rows : allRows(store);
    const shown = rows.length < loaded ? rows.length : null;
    const { withheld } = plan;
    const part = choice === 'shown' ? shownPart : table.loadedPart;
    const name = exportName(dataSetOf(id), today, part, shown, withheld);
    return { rows, name, notes: exportNotes(part, shown, { view, columns: table.all, loaded, withheld }) };
  };
  const csv = (choice: ExportChoice['rows']) => {
    const { rows, name } = filesOf(choice);
    save(rowsText(rows.length), ({ signal }) =>
      saveStream(`${name}.csv`, 'text/csv', reportCsv(store, columns, rows), signal, noteExport),
    );
  };
  const excel = (choice: ExportChoice['rows']) => {
    const { rows, name, notes } = filesOf(choice);
    save(rowsText(rows.length), async () => {
      const { cells, cut } = reportSheet(store, columns, rows);
      await saveWorkbook(`${name}.xlsx`, cells, noteSheet([...notes, ...cutNote(cut)]), noteExport);
      return true;
    });
  };
  return (
    <Popover button="Export" label="Export">
      {() => (
        <div className={style['export']}>
          {shownPart && (
            <div className={style['partNote']}>
              <StateMark shape="triangle" tone="warning">
                {shownPart.text} The file holds only these rows; its name says so.
              </StateMark>
            </div>
          )}
          {leftOut && (
            <div className={style['partNote']}>
              <StateMark shape="triangle" tone="warning">
                {leftOut} The file name says so.
              </StateMark>
            </div>
          )}
          {exportChoices(plan, selection, computed.rows.length, loaded).map(({ rows, label }) => (
            <span key={rows}>
              <Button onClick={() => csv(rows)}>CSV, {label}</Button>
              <Button onClick={() => excel(rows)}>Excel, {label}</Button>
            </span>
          ))}
          <p>
            Excel changes values when it opens CSV files: 00123 becomes 123, and 1E5 becomes 100000. The Excel file
            keeps them.
          </p>
          {plan.status === 'idle' && <Button onClick={onLoadAll}>Load all</Button>}
          {cancel && <Button onClick={cancel}>Cancel export</Button>}
          <p role="status">{message}</p>
        </div>
      )}
    </Popover>
  );
}
