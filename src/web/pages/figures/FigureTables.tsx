import { AppLink } from '#web/components/page/AppLink.tsx';
import style from './figures.module.css';
import type { Band, Picture } from './figuresModel.ts';
import { type Measure, type Unit, valueText } from './measures.ts';

const textOf = (value: number | null, unit: Unit) => (value === null ? 'not known' : valueText(value, unit));

/** The figures and bars of a band as tables, with the records that they rest on. */
export function FigureTables({ band: { title, main, others, pictures } }: { band: Band }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard must reach it
    <div className={style['scroll']} role="region" aria-label={`${title}, tables`} tabIndex={0}>
      <MeasureTable title={title} measures={[main, ...others]} />
      {pictures.map((picture) => (
        <BarTable key={picture.title} picture={picture} />
      ))}
    </div>
  );
}

function MeasureTable({ title, measures }: { title: string; measures: readonly Measure[] }) {
  return (
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Figure</th>
          <th scope="col">This period</th>
          <th scope="col">Period before</th>
          <th scope="col">Year before</th>
          <th scope="col">Records</th>
        </tr>
      </thead>
      <tbody>
        {measures.map(({ name, unit, value, before, yearBefore, rows, reason, rule }) => (
          <tr key={name}>
            <th scope="row">
              {name}
              {(reason ?? rule) !== null && <small>{reason ?? rule}</small>}
            </th>
            <td>{textOf(value, unit)}</td>
            <td>{textOf(before, unit)}</td>
            <td>{textOf(yearBefore, unit)}</td>
            <td>{rows ?? ''}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The bars of a picture, all of them. */
export function BarTable({ picture: { title, unit, bars, none } }: { picture: Picture }) {
  if (bars.length === 0)
    return (
      <p>
        {title}: {none}
      </p>
    );
  return (
    <table>
      <caption>{title}</caption>
      <tbody>
        {bars.map(({ name, value, also, reason, rows, to }) => (
          // Two people may have one name.
          <tr key={`${to} ${name}`}>
            <th scope="row">
              {to === null ? name : <AppLink to={to}>{name}</AppLink>}
              {(also ?? reason) !== undefined && <small>{also ?? reason}</small>}
            </th>
            <td>{textOf(value, unit)}</td>
            <td>{rows == null ? '' : `${rows} records`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
