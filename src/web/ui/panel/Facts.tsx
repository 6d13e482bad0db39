import { Fragment, type ReactNode } from 'react';
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
