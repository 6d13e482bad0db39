import { type ReactNode, useState } from 'react';
import type { SortingState } from '@tanstack/react-table';
import { millisecondsInHour, millisecondsInMinute } from '#domain/units.ts';
import { Counters } from '#web/components/controls/Counters.tsx';
import { Button, IconButton } from '#web/components/controls/buttons.tsx';
import { Choices, SearchField, Select } from '#web/components/controls/controls.tsx';
import { type Look, StateMark } from '#web/components/controls/StateMark.tsx';
import { Tools } from '#web/components/controls/Tools.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { Panel, PlainPanel } from '#web/components/panel/Panel.tsx';
import { kindBarClass, KindKey, kindWord, reservationKinds, StatusKey } from '#web/components/reservation/kinds.tsx';
import { DataTable } from '#web/components/table/DataTable.tsx';
import { columnsOf } from '#web/components/table/table.ts';
import { TimeTrack } from '#web/components/timetrack/TimeTrack.tsx';
import style from './components.module.css';

/** A section of the page under its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <PlainPanel title={title}>
      <div className={style['inside']}>{children}</div>
    </PlainPanel>
  );
}

const views = [
  { value: 'list', label: 'List' },
  { value: 'cards', label: 'Cards' },
] as const;
const places = [
  { value: 'all', label: 'All' },
  { value: 'kapa', label: 'KAPA' },
] as const;
const counts = [
  { value: 'expired', text: '2 Expired' },
  { value: 'warning', text: '8 Warning' },
] as const;

/** A toolbar as on every page; it filters nothing here. */
export function Toolbar() {
  const now = useMinute();
  const [search, setSearch] = useState('');
  const [view, setView] = useState<(typeof views)[number]['value']>('list');
  const [place, setPlace] = useState<(typeof places)[number]['value']>('all');
  const [count, setCount] = useState<(typeof counts)[number]['value'] | null>(null);
  return (
    <Panel
      title="Toolbar"
      count="25 aircraft"
      reading={{ source: 'Aircraft', asOf: now, interval: millisecondsInMinute, failure: null }}
      onRetry={() => undefined}
      tools={
        <Tools
          search={<SearchField label="Search" placeholder="Tail or model" value={search} onChange={setSearch} />}
          used={place === 'all' ? 0 : 1}
        >
          <Counters label="Reminders" counters={counts} chosen={count} onChoose={setCount} />
          <Select label="Location" value={place} options={places} onChange={setPlace} />
          <Choices label="View" value={view} options={views} onChange={setView} />
        </Tools>
      }
      actions={
        <>
          <Button onClick={() => undefined}>Print</Button>
          <IconButton icon="copy" label="Copy" onClick={() => undefined} />
        </>
      }
    >
      <p className={style['inside']}>
        Search, filters, view, and what is done with the list: in this order on every page.
      </p>
    </Panel>
  );
}

type SampleRow = { readonly tail: string; readonly now: string; readonly left: number };
const rows: readonly SampleRow[] = [
  { tail: 'N512SP', now: 'free until 1430L', left: 6.2 },
  { tail: 'N513SP', now: 'flying until 1330L', left: 41.5 },
  { tail: 'N341DS', now: 'not back +0:23', left: -1.1 },
];
const column = columnsOf<SampleRow>();
const columns = [
  column.accessor('tail', { header: 'Tail', cell: ({ getValue }) => <b>{getValue()}</b> }),
  column.accessor('now', { header: 'Now' }),
  column.accessor('left', {
    header: 'Hours left',
    cell: ({ getValue }) => getValue().toFixed(1),
    meta: { align: 'end' },
  }),
];
const groupOf = ({ left }: SampleRow) => (left < 0 ? 'Grounded' : 'Fit');

/** Rows of 36 pixels (44 for touch), with a heading over each group. */
export function Table() {
  const [sorting, setSorting] = useState<SortingState>([]);
  return (
    <Section title="Table">
      <DataTable
        caption="Sample aircraft"
        columns={columns}
        rows={rows}
        rowId={({ tail }) => tail}
        sort={{ sorting, onSortingChange: setSorting }}
        isComplete
        sectionOf={groupOf}
      />
    </Section>
  );
}

const marks: readonly (Look & { words: string })[] = [
  { shape: 'octagon', tone: 'expired', words: 'Grounded, do not dispatch' },
  { shape: 'triangle', tone: 'warning', words: 'Warning, caution' },
  { shape: 'check', tone: 'ok', words: 'OK, no findings' },
  { shape: 'open', tone: 'warning', words: 'Not back' },
  { shape: 'dot', tone: 'accent', words: 'Flying' },
  { shape: 'half', tone: 'accent', words: 'Not out yet' },
  { shape: 'ring', tone: 'ok', words: 'Free' },
  { shape: 'wrench', tone: 'shop', words: 'In the shop' },
  { shape: 'ring', tone: 'inactive', words: 'Inactive' },
  { shape: 'dashed', tone: 'plain', words: 'Not known' },
];

/** A state is a shape, a colour and a word together. */
export function Marks() {
  return (
    <Section title="Marks and keys">
      <div className={style['row']}>
        {marks.map(({ shape, tone, words }) => (
          <StateMark key={words} shape={shape} tone={tone}>
            {words}
          </StateMark>
        ))}
      </div>
      <KindKey />
      <StatusKey />
    </Section>
  );
}

/** A strip of time with a block of each kind, two hours each, and a line at now. */
export function Strips() {
  const length = reservationKinds.length * 2 + 1;
  return (
    <Section title="Strips of time">
      <TimeTrack
        className={style['strip']}
        window={{ start: 0, end: length * millisecondsInHour }}
        bars={reservationKinds.map((kind, index) => ({
          key: kind,
          start: (index * 2 + 0.5) * millisecondsInHour,
          end: (index * 2 + 2.2) * millisecondsInHour,
          className: `${kindBarClass} ${style['block'] ?? ''}`,
          label: kindWord(kind),
          data: { 'data-kind': kind },
        }))}
        lines={[{ key: 'now', at: 5.3 * millisecondsInHour, className: style['now'] }]}
      />
    </Section>
  );
}
