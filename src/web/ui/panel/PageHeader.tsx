import type { ReactNode } from 'react';
import style from './PageHeader.module.css';
import { useSchool } from '#web/ui/page/school.tsx';

type PageHeaderProps = { title: string; heading?: ReactNode; children?: ReactNode };

/** The title of a page, for the browser's tab too, and beside it what the page is about in figures. */
export function PageHeader({ title, heading = title, children }: PageHeaderProps) {
  const school = useSchool();
  return (
    <div className={style['header']}>
      <title>{`${title} · ${school.operatorName}`}</title>
      <h1>{heading}</h1>
      {children}
    </div>
  );
}
