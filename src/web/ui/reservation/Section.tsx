import { type ReactNode, useId } from 'react';
import style from './reservation.module.css';

type SectionProps = { title: string; count?: ReactNode; children: ReactNode };

/** A part of the details, under its heading. */
export function Section({ title, count, children }: SectionProps) {
  const heading = useId();
  return (
    <section className={style['section']} aria-labelledby={heading}>
      <h3 id={heading}>
        {title} {count != null && <span>{count}</span>}
      </h3>
      {children}
    </section>
  );
}
