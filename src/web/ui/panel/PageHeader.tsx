import type { ReactNode } from 'react';
import { clockText, shownDayText } from '#domain/time/clock.ts';
import { usePrinting } from '#web/ui/page/display.tsx';
import { usePresentMinute } from '#web/ui/page/now.ts';
import style from './PageHeader.module.css';
import { useClock, useSchoolName } from '#web/ui/page/school.tsx';

type PageHeaderProps = { title: string; heading?: ReactNode; children?: ReactNode };

/**
 * The title of a page, also for the browser's tab, with key figures beside it. On paper it names the school and the time
 * instead: current figures on a printed sheet soon become wrong.
 */
export function PageHeader({ title, heading = title, children }: PageHeaderProps) {
  const school = useSchoolName();
  return (
    <div className={style['header']}>
      <title>{`${title} · ${school}`}</title>
      <h1>{heading}</h1>
      {usePrinting() ? <Printed school={school} /> : children}
    </div>
  );
}

function Printed({ school }: { school: string }) {
  const now = usePresentMinute();
  const clock = useClock();
  return (
    <p>
      {school} · Printed {shownDayText(now, clock)} {clockText(now, clock)}
    </p>
  );
}
