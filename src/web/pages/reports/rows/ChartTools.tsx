import { type Column, isNumeric, isSummed, isTime } from '#domain/reports/columns/columns.ts';
import { picturesFor } from '#domain/reports/views/pictures.ts';
import { type ChartKind, chartKinds, type ReportView } from '#domain/reports/views/viewState.ts';
import { Select } from '#web/ui/controls/controls.tsx';
import { Counters } from '#web/ui/controls/Counters.tsx';

const chartWords: Readonly<Record<ChartKind, string>> = { bar: 'bars', line: 'line', histogram: 'histogram' };

type ChartToolsProps = { columns: readonly Column[]; view: ReportView; onView: (changes: Partial<ReportView>) => void };

/** Which chart is drawn, and of what. */
export function ChartTools({ columns, view, onView }: ChartToolsProps) {
  const { chart } = view;
  const numbers = columns.filter((column) => (chart?.kind === 'histogram' ? isNumeric(column.kind) : isSummed(column)));
  const choose = (kind: ChartKind | 'none') => {
    if (kind === 'none') return onView({ chart: null, picture: null });
    const column = chart?.column ?? (kind === 'histogram' ? (numbers[0]?.id ?? null) : null);
    onView({ chart: { kind, column }, picture: null, ...(kind !== 'histogram' && !view.group && usualGroup(columns)) });
  };
  const chosen = numbers.findIndex(({ id }) => id === chart?.column);
  return (
    <>
      <Select
        label="Chart"
        value={chart?.kind ?? 'none'}
        options={[
          { value: 'none' as const, label: 'none' },
          ...chartKinds.map((value) => ({ value, label: chartWords[value] })),
        ]}
        onChange={choose}
      />
      {chart && (
        <Select
          label="of"
          value={String(chosen)}
          options={[
            ...(chart.kind === 'histogram' ? [] : [{ value: '-1', label: 'the number of rows' }]),
            ...numbers.map(({ label }, at) => ({ value: String(at), label })),
          ]}
          onChange={(at) => onView({ chart: { ...chart, column: numbers[Number(at)]?.id ?? null } })}
        />
      )}
    </>
  );
}

/** Over the first time there is, by the week; a chart of groups needs some. */
function usualGroup(columns: readonly Column[]): Partial<ReportView> {
  const time = columns.find(({ kind, filled }) => isTime(kind) && filled > 0);
  return time ? { group: { column: time.id, bucket: 'week' } } : {};
}

/** The ready-made charts whose usual members are among the columns; others are not offered. */
export function Pictures({ columns, view, onView }: ChartToolsProps) {
  const pictures = picturesFor(columns);
  if (pictures.length === 0) return null;
  return (
    <Counters
      label="Ready-made charts"
      counters={pictures.map(({ id, name }) => ({ value: id, text: name }))}
      chosen={pictures.find(({ id }) => id === view.picture)?.id ?? null}
      onChoose={(picture) => onView({ picture, chart: null })}
    />
  );
}
