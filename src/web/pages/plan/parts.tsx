import type { ReactNode } from 'react';
import { leastTrusted, type Reading, readingState } from '#domain/answers/pageChecks.ts';
import type { DispatchCheck } from '#domain/readiness/check.ts';
import { levelWords } from '#domain/readiness/checkLine.ts';
import { noteExport } from '#web/data/gateway/gateway.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { CopyButton } from '#web/components/panel/CopyButton.tsx';
import { PageHeader } from '#web/components/panel/PageHeader.tsx';
import { saveText } from '#web/components/panel/saveText.ts';
import { CheckMark } from '#web/components/reservation/CheckLines.tsx';
import style from './plan.module.css';

type ToolPageProps = { title: string; readings: readonly Reading[]; children: ReactNode };

/** The page of a planning tool, which draws all its panels from these sources. */
export function ToolPage({ title, readings, children }: ToolPageProps) {
  const now = useMinute();
  const oldest = leastTrusted(readings, now);
  const isStale = oldest !== null && readingState(oldest, now) === 'stale';
  return (
    <div className={`${style['page'] ?? ''} ${isStale ? 'hatched-plain' : ''}`}>
      <p className={style['back']}>
        <AppLink to="/plan">Planning</AppLink>
      </p>
      <PageHeader title={title} />
      {children}
    </div>
  );
}

type Figure = { readonly count: number | string; readonly label: string; readonly tone?: 'expired' | 'warning' };

/** The result of a tool as counts with their labels. */
export function Figures({ of }: { of: readonly Figure[] }) {
  return (
    <ul className={style['figures']}>
      {of.map(({ count, label, tone }) => (
        <li key={label} data-tone={tone}>
          <b>{count}</b> {label}
        </li>
      ))}
    </ul>
  );
}

type TakeAlongProps = {
  /** The name of the CSV file, and its content. */
  file: string;
  csv: () => string;
  /** The label of the button that copies the text. */
  label: string;
  text: string;
  /** Whether it is part of a panel. */
  isInside?: boolean;
};

/** The ways to keep an answer: on paper, as a file, as text. */
export function TakeAlong({ file, csv, label, text, isInside }: TakeAlongProps) {
  return (
    <p className={style['actions']} data-is-inside={isInside}>
      <Button onClick={() => window.print()}>Print</Button>
      <Button onClick={() => saveText(file, 'text/csv', csv(), noteExport)}>Save CSV</Button>
      <CopyButton label={label} text={text} />
    </p>
  );
}

/** The dispatch check of a proposal. Here “No findings” has a green mark, because it speaks for the proposal. */
export function ProposedCheck({ check }: { check: DispatchCheck | null | undefined }) {
  if (check?.level !== 'no findings') return <CheckMark check={check} />;
  return (
    <StateMark shape="check" tone="ok">
      {levelWords[check.level]}
    </StateMark>
  );
}
