import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { figureDimensions } from '#contract/gateway/figures.ts';
import { dayOf, type Day } from '#domain/time/time.ts';
import { listQuery } from '#web/data/api.ts';
import { noteExport } from '#web/data/gateway/gateway.ts';
import { type FigureReading, figuresQuery, type SchoolFigures } from '#web/data/gateway/figures.ts';
import { useRefresh } from '#web/data/policy.ts';
import { readingOf } from '#web/data/readings.ts';
import { Progress } from '#web/components/controls/bars/Progress.tsx';
import { Button } from '#web/components/controls/buttons.tsx';
import { Choices } from '#web/components/controls/controls.tsx';
import { DateField } from '#web/components/controls/DateField.tsx';
import { useUrlFolds } from '#web/components/controls/Fold.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useSchool } from '#web/components/page/school.tsx';
import { useHere, useUrlChoice, useUrlText } from '#web/components/page/urlState.ts';
import { useWrongAddress } from '#web/components/page/wrongAddress.ts';
import { PageHeader } from '#web/components/panel/PageHeader.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import { saveText, useSaving } from '#web/components/panel/saveText.ts';
import { BandPanel } from './BandPanel.tsx';
import { FigureRows } from './FigureRows.tsx';
import { FleetHours } from './FleetHours.tsx';
import style from './figures.module.css';
import { saveWorkbook } from '#web/components/table/workbook.ts';
import { figuresCsv, figuresSheet } from './figuresCsv.ts';
import { barName, type Band, bandsOf, bandTitles, byOptions, isNothing, readingText, tailsOf } from './figuresModel.ts';
import { type OpenBar, printBar, readBar } from './rowsModel.ts';
import { type ChosenPeriod, daysText, periodOptions, printDays, readPeriod } from './periodModel.ts';

/** What the records say of a period, for managers: five subjects, each as a picture with its table. */
export function FiguresPage() {
  const school = useSchool();
  const today = dayOf(useMinute(), school.timeZone);
  const text = useUrlText('period');
  const period = useMemo(() => readPeriod(text.value, today), [text.value, today]);
  useWrongAddress(period.problem);
  const by = useUrlChoice('by', figureDimensions, 'aircraft');
  const refresh = useRefresh();
  const reading = useUrlChoice('reading', ['on', 'off'], 'on');
  const query = figuresQuery(period.days, by.value, reading.value);
  const result = useQuery(query);
  const figures = result.data?.value;
  const fleet = useQuery(listQuery(school, 'listAircraft', {})).data?.value.records;
  const tails = useMemo(() => tailsOf(fleet ?? []), [fleet]);
  const rows = useRows();
  const bands = useMemo(
    () => figures && bandsOf(figures, { by: by.value, tails, zone: school.timeZone, rowsAt: rows.at }),
    [figures, by.value, tails, school, rows.at],
  );
  const folds = useUrlFolds('tables');
  const shared = { reading: readingOf('figures', result), onRetry: () => refresh(query.queryKey) };
  return (
    <div className={style['page']}>
      <PageHeader title="Figures">
        <span className={style['days']}>{daysText(period.days, today)}</span>
      </PageHeader>
      <p className={style['onPaper']}>{daysText(period.days, today)}</p>
      <PeriodBar period={period} today={today} set={text.set} bands={bands} />
      {figures && <Reading of={figures} isStopped={reading.value === 'off'} set={reading.set} />}
      {!bands && shared.reading.failure && (
        <Panel title="Figures" {...shared}>
          {null}
        </Panel>
      )}
      {!bands && !shared.reading.failure && <Bones {...shared} />}
      {bands?.map((band) => (
        <BandPanel
          key={band.id}
          band={band}
          {...shared}
          fold={folds(band.id)}
          tools={
            band.id === 'utilisation' && <Choices label="By" value={by.value} options={byOptions} onChange={by.set} />
          }
        >
          {band.id === 'maintenance' && <FleetHours isTable={folds(band.id).isOpen} />}
        </BandPanel>
      ))}
      {rows.bar && (
        <FigureRows
          bar={rows.bar}
          name={bands ? barName(bands, rows.at(rows.bar)) : null}
          days={period.days}
          tails={tails}
          onClose={rows.close}
        />
      )}
    </div>
  );
}

/** The bar whose rows are open, in the address: `rows=cancelled:weather`. */
function useRows() {
  const text = useUrlText('rows');
  const here = useHere();
  const { bar, problem } = useMemo(() => readBar(text.value), [text.value]);
  useWrongAddress(problem);
  const at = useCallback((next: OpenBar) => `/figures${here({ rows: printBar(next) })}`, [here]);
  return { bar, at, close: () => text.set('') };
}

type BarProps = { period: ChosenPeriod; today: Day; set: (text: string) => void; bands: readonly Band[] | undefined };

/** The period, and what can be taken along. */
function PeriodBar({ period: { name, days }, today, set, bands }: BarProps) {
  return (
    <div className={style['bar']}>
      <Choices
        label="Period"
        value={name}
        options={periodOptions}
        onChange={(chosen) => set(chosen === 'own' ? printDays(days) : chosen === 'month' ? '' : chosen)}
      />
      {name === 'own' && (
        <>
          <DateField
            label="From"
            value={days.first}
            today={today}
            onChange={(first) => set(printDays({ first, last: first > days.last ? first : days.last }))}
          />
          <DateField
            label="To"
            value={days.last}
            today={today}
            onChange={(last) => set(printDays({ first: last < days.first ? last : days.first, last }))}
          />
        </>
      )}
      <span className={style['take']}>
        {bands && <Files bands={bands} days={days} />}
        <Button onClick={() => window.print()}>Print</Button>
      </span>
    </div>
  );
}

function Files({ bands, days }: { bands: readonly Band[]; days: ChosenPeriod['days'] }) {
  const { message, save } = useSaving();
  const name = `figures-${days.first}-${days.last}`;
  const excel = async () => {
    await saveWorkbook(`${name}.xlsx`, figuresSheet(bands, days), [], noteExport);
    return true;
  };
  return (
    <>
      <span className={message.startsWith('Export failed') ? '' : 'visually-hidden'} role="status">
        {message}
      </span>
      <Button onClick={() => saveText(`${name}.csv`, 'text/csv', figuresCsv(bands, days), noteExport)}>CSV</Button>
      <Button onClick={() => save('the figures', excel)}>Excel</Button>
    </>
  );
}

type ReadingProps = { of: SchoolFigures; isStopped: boolean; set: (reading: FigureReading) => void };

/**
 * What is still to be read, with the progress, and a stop; the bands that are known show meanwhile. And a guide where there is
 * nothing.
 */
function Reading({ of, isStopped, set }: ReadingProps) {
  if (isNothing(of))
    return (
      <p className={style['note']} role="status">
        The records have no flight and no reservation in this period. Choose another period.
      </p>
    );
  const text = readingText(of, isStopped);
  if (text === null) return null;
  const { done, of: all } = of.reading;
  return (
    <div className={style['note']}>
      <span role="status">{text}</span>
      <div className={style['reading']}>
        {!isStopped && <Progress label="Months and pages read" value={done} max={all} />}
        {done < all && (
          <Button onClick={() => set(isStopped ? 'on' : 'off')}>{isStopped ? 'Read on' : 'Stop reading'}</Button>
        )}
      </div>
    </div>
  );
}

type BonesProps = Pick<Parameters<typeof Panel>[0], 'reading' | 'onRetry'>;

/** The places of the bands while nothing is known. */
function Bones(props: BonesProps) {
  return Object.entries(bandTitles).map(([id, title]: [string, string]) => (
    <Panel key={id} title={title} {...props}>
      <div className={style['bones']} />
    </Panel>
  ));
}
