import { DataGrid } from '@mui/x-data-grid';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const types = { number: 'number', money: 'number', boolean: 'boolean' };
let draw;
let given = {};

window.grid = {
  load(root, columns, rows) {
    const react = createRoot(root);
    const columnDefs = columns.map(({ key, kind }) => ({ field: key, type: types[kind] ?? 'string', width: 140 }));
    // The longest page that the MIT version allows.
    const pagination = { initialState: { pagination: { paginationModel: { pageSize: 100 } } }, pageSizeOptions: [100] };
    const look = { rowHeight: 36, columnHeaderHeight: 36, getRowId: (row) => row.flightId };
    draw = (changed) => {
      given = { ...given, ...changed };
      react.render(createElement(DataGrid, { rows, columns: columnDefs, ...pagination, ...look, ...given }));
    };
    draw({ sortModel: [], filterModel: { items: [] } });
  },
  sortBy: (key) => draw({ sortModel: [{ field: key, sort: 'desc' }] }),
  filterBy: (text) => draw({ filterModel: { items: [], quickFilterValues: text === '' ? [] : [text] } }),
  rows: '.MuiDataGrid-row',
  scroller: () => document.querySelector('.MuiDataGrid-virtualScroller'),
};
