import { type Panel, rows } from './panels.ts';

/** Columns of Grafana's grid, and how many of its units a panel is high. */
const width = 24;
const heights = { stat: 4, timeseries: 8 } as const;

const source = { type: 'prometheus', uid: '$datasource' } as const;

type Place = { readonly h: number; readonly w: number; readonly x: number; readonly y: number };

/** The dashboard as Grafana imports it (JSON). */
export function grafanaDashboard(): string {
  const panels: object[] = [];
  let [id, y] = [1, 0];
  for (const row of rows) {
    panels.push({
      id: id++,
      type: 'row',
      title: row.title,
      collapsed: false,
      panels: [],
      gridPos: { h: 1, w: width, x: 0, y: y++ },
    });
    const isStats = row.panels[0]?.kind === 'stat';
    const [inLine, h] = isStats ? [6, heights.stat] : [3, heights.timeseries];
    for (const [index, panel] of row.panels.entries()) {
      const w = width / inLine;
      panels.push(panelAt(panel, id++, { h, w, x: (index % inLine) * w, y: y + Math.floor(index / inLine) * h }));
    }
    y += Math.ceil(row.panels.length / inLine) * h;
  }
  return JSON.stringify({ ...frame, panels }, null, 2);
}

function panelAt({ title, kind, unit = 'short', queries }: Panel, id: number, gridPos: Place): object {
  const targets = queries.map(([expr, legendFormat], index) => {
    return { refId: String.fromCharCode('A'.charCodeAt(0) + index), datasource: source, expr, legendFormat };
  });
  const type = kind ?? 'timeseries';
  const options =
    kind === 'stat'
      ? { reduceOptions: { calcs: ['lastNotNull'] }, textMode: title === 'Version' ? 'name' : 'auto' }
      : {};
  return {
    id,
    type,
    title,
    gridPos,
    datasource: source,
    targets,
    options,
    fieldConfig: { defaults: { unit }, overrides: [] },
  };
}

const variable = (name: string, label: string, query: string, isMany: boolean) => ({
  name,
  label,
  type: 'query',
  datasource: source,
  definition: query,
  query: { query, refId: name },
  refresh: 2,
  multi: isMany,
  includeAll: isMany,
});

const frame = {
  title: 'Flightline',
  uid: 'flightline',
  tags: ['flightline'],
  schemaVersion: 39,
  editable: true,
  refresh: '30s',
  time: { from: 'now-6h', to: 'now' },
  timezone: 'browser',
  annotations: { list: [] },
  templating: {
    list: [
      { name: 'datasource', label: 'Data source', type: 'datasource', query: 'prometheus' },
      variable('job', 'Job', 'label_values(flightline_build_info, job)', false),
      variable('instance', 'Gateway', 'label_values(flightline_build_info{job="$job"}, instance)', true),
    ],
  },
};
