import {
  ClientSideRowModelModule,
  ColumnApiModule,
  DateFilterModule,
  ModuleRegistry,
  NumberFilterModule,
  QuickFilterModule,
  TextFilterModule,
} from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

ModuleRegistry.registerModules([
  ClientSideRowModelModule,
  ColumnApiModule,
  DateFilterModule,
  NumberFilterModule,
  QuickFilterModule,
  TextFilterModule,
]);

const filters = { number: 'agNumberColumnFilter', money: 'agNumberColumnFilter' };
let api;

window.grid = {
  load(root, columns, rows) {
    const columnDefs = columns.map(({ key, kind }) => ({
      field: key,
      filter: filters[kind] ?? 'agTextColumnFilter',
      width: 140,
    }));
    createRoot(root).render(
      createElement(AgGridReact, {
        columnDefs,
        rowData: rows,
        rowHeight: 36,
        headerHeight: 36,
        animateRows: false,
        suppressColumnMoveAnimation: true,
        cacheQuickFilter: true,
        onGridReady: (event) => (api = event.api),
      }),
    );
  },
  sortBy: (key) => api.applyColumnState({ state: [{ colId: key, sort: 'desc' }], defaultState: { sort: null } }),
  filterBy: (text) => api.setGridOption('quickFilterText', text),
  rows: '.ag-row',
  scroller: () => document.querySelector('.ag-grid-viewport'),
};
