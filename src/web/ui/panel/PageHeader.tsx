import type { ReactNode } from 'react';
import style from './PageHeader.module.css';
import { useSchoolName } from '#web/ui/page/school.tsx';

type PageHeaderProps = { title: string; heading?: ReactNode; children?: ReactNode };

/** The title of a page, for the browser's tab too, and beside it what the page is about in figures. */
export function PageHeader({ title, heading = title, children }: PageHeaderProps) {
  const school = useSchoolName();
  return (
    <div className={style['header']}>
      <title>{`${title} · ${school}`}</title>
      <h1>{heading}</h1>
      {children}
    </div>
  );
}
