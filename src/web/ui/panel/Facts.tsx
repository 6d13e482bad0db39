import { Fragment, type ReactNode, useState } from 'react';
import controls from '#web/ui/controls/controls.module.css';
import style from './Facts.module.css';

type FactsProps = {
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** What stands where a value is missing. */
  missing: string;
};

/** Names and values of one record. */
export function Facts({ facts, missing }: FactsProps) {
  return (
    <dl className={style['facts']}>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value || <span className={style['missing']}>{missing}</span>}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

type CoveredProps = {
  /** What the button says. */
  label: string;
  /** Whose it is, for those who hear buttons alone. */
  of: string;
  children: ReactNode;
};

/** Something personal: it is drawn only once a person asks for it, and forgotten when its place is left. */
export function Covered({ label, of, children }: CoveredProps) {
  const [isShown, setShown] = useState(false);
  if (isShown) return <span role="status">{children}</span>;
  return (
    <button type="button" className={controls['button']} onClick={() => setShown(true)}>
      {label}
      <span className="visually-hidden"> of {of}</span>
    </button>
  );
}
