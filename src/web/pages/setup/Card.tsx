import { type ReactNode, useId } from 'react';
import panel from '#web/ui/panel/Panel.module.css';

/** A panel of what is known without asking. */
export function Card({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section className={panel['panel']} aria-labelledby={heading}>
      <header className={panel['header']}>
        <h2 id={heading}>{title}</h2>
      </header>
      {children}
    </section>
  );
}
