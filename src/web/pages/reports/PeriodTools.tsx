import type { ReportId } from '#domain/reports/loading/reportQuery.ts';
import { Choices } from '#web/components/controls/controls.tsx';
import { Button } from '#web/components/controls/buttons.tsx';
import { Popover } from '#web/components/controls/overlays.tsx';
import { otherPeriodText, periodMenu, queryFields } from './queryModel.ts';
import { Parameters } from './QueryPanel.tsx';
import style from './report.module.css';
import type { QueryState } from './reportState.ts';

type PeriodProps = { id: ReportId; query: QueryState };

/** The usual periods of a report that takes dates. */
export function PeriodChoice({ id, query: { period, selection, setPeriod } }: PeriodProps) {
  const { shown } = periodMenu(id);
  if (shown.length === 0) return null;
  const isShown = shown.some(({ value }) => value === period);
  const own = { value: 'own', label: otherPeriodText(period, selection) } as const;
  return (
    <Choices
      label="Period"
      value={isShown && period !== null ? period : own.value}
      options={isShown ? shown : [...shown, own]}
      onChange={(chosen) => chosen !== 'own' && setPeriod(chosen)}
    />
  );
}

/** Other periods, and the dates of a report: from and to. */
export function DateTools({ id, query }: PeriodProps) {
  const { dates } = queryFields(id, query.pairs);
  if (dates.length === 0) return null;
  return (
    <Popover button="Dates" label="Dates">
      {(close) => (
        <div className={style['dates']}>
          <Parameters parameters={dates} query={query} />
          <span>
            {periodMenu(id).others.map(({ value, label }) => (
              <Button
                key={value}
                isPressed={value === query.period}
                onClick={() => {
                  query.setPeriod(value);
                  close();
                }}
              >
                {label}
              </Button>
            ))}
          </span>
        </div>
      )}
    </Popover>
  );
}
