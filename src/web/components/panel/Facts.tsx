import { Fragment, type ReactNode, useState } from 'react';
import { Button } from '#web/components/controls/buttons.tsx';
import style from './Facts.module.css';

type FactsProps = {
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** The text for a missing value. */
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
  /** The text of the button. */
  label: string;
  /** The owner, for screen readers that list only buttons. */
  of: string;
  children: ReactNode;
};

/** Personal data: drawn only when a person requests it, and forgotten on leaving the page. */
export function Covered({ label, of, children }: CoveredProps) {
  const [isShown, setShown] = useState(false);
  if (isShown) {
    return (
      <span role="status" tabIndex={-1} ref={takeFocus}>
        {children}
      </span>
    );
  }
  return (
    <Button onClick={() => setShown(true)}>
      {label}
      <span className="visually-hidden"> of {of}</span>
    </Button>
  );
}

/** The pressed button is gone; what it showed has the focus in its place, so that keys go on from there. */
function takeFocus(shown: HTMLElement | null): void {
  shown?.focus({ preventScroll: true });
}
