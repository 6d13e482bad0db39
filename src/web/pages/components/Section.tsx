import { type ReactNode, useId } from 'react';
import panel from '#web/ui/panel/Panel.module.css';
import style from './components.module.css';

/** A part of the page under its heading. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section className={panel['panel']} aria-labelledby={heading}>
      <header className={panel['header']}>
        <h2 id={heading}>{title}</h2>
      </header>
      <div className={style['inside']}>{children}</div>
    </section>
  );
}
