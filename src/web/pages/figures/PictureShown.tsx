import { Explained } from '#web/components/controls/Explained.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import style from './figures.module.css';
import { ruleOf } from './figureRules.ts';
import { type Bar, type Picture, shownBars } from './figuresModel.ts';
import { valueText } from './measures.ts';
import { WeekGridShown } from './WeekGridShown.tsx';

/** A picture of a band: bars with names and figures, or columns in the order of time. */
export function PictureShown({ picture }: { picture: Picture }) {
  const { title, bars, kind, none, isNotKnown, behind, assumes, grid } = picture;
  const rule = ruleOf(title);
  return (
    <figure className={style['picture']} data-kind={kind}>
      <figcaption>
        {rule === null ? title : <Explained tip={rule}>{title}</Explained>}
        {behind !== undefined && (
          <span className={style['legend']}>
            <i data-is="value" /> flown <i data-is="behind" /> {behind}
          </span>
        )}
      </figcaption>
      {bars.length === 0 && !isNotKnown && <p className={style['none']}>{none}</p>}
      {bars.length === 0 && isNotKnown && (
        <p className={style['hatch']}>
          <Explained tip={none}>not known</Explained>
        </p>
      )}
      {bars.length > 0 && kind === 'bars' && <Bars picture={picture} />}
      {bars.length > 0 && kind === 'columns' && <Columns picture={picture} />}
      {bars.length > 0 && grid && <WeekGridShown grid={grid} title={title} />}
      {assumes !== undefined && bars.length > 0 && (
        <p className={style['assumes']}>
          <Explained tip={assumes}>Forecast</Explained>
          <span className={style['onPaper']}>{assumes}</span>
        </p>
      )}
    </figure>
  );
}

/** Lying bars, the longest first; the rest is in the table. */
function Bars({ picture }: { picture: Picture }) {
  const { shown, more, greatest } = shownBars(picture);
  return (
    <>
      <ul className={style['bars']}>
        {shown.map((bar) => (
          <li key={`${bar.to} ${bar.name}`} data-tip={bar.also}>
            <BarName of={bar} />
            <span className={style['track']} data-is-known={bar.value !== null} aria-hidden="true">
              {bar.behind != null && bar.behind > 0 && (
                <i data-is="behind" style={{ width: share(bar.behind, greatest) }} />
              )}
              {bar.value !== null && bar.value > 0 && (
                <i data-is="value" style={{ width: share(bar.value, greatest) }} />
              )}
            </span>
            <BarText of={bar} picture={picture} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className={style['none']}>{more} more in the table</p>}
    </>
  );
}

function BarName({ of: { name, to } }: { of: Bar }) {
  return to === null ? (
    <span className={style['name']}>{name}</span>
  ) : (
    <AppLink to={to} className={style['name'] ?? ''}>
      {name}
    </AppLink>
  );
}

function BarText({ of: { value, reason = '', also, to }, picture: { unit } }: { of: Bar; picture: Picture }) {
  const text = value === null ? 'not known' : valueText(value, unit);
  // A bar that is no link has nothing else that opens its tooltip by keyboard.
  const tip = value === null ? reason : to === null ? also : undefined;
  return <span className={style['value']}>{tip === undefined ? text : <Explained tip={tip}>{text}</Explained>}</span>;
}

/** Standing columns in the order of time; each says its figure. */
function Columns({ picture: { bars, unit } }: { picture: Picture }) {
  const greatest = Math.max(1, ...bars.map(({ value }) => value ?? 0));
  const isDense = bars.length > 12;
  return (
    <ul className={style['columns']} data-is-dense={isDense}>
      {bars.map(({ name, value }, at) => (
        <li key={name} data-tip={`${name}: ${valueText(value ?? 0, unit)}`}>
          <span className="visually-hidden">{`${name}: ${valueText(value ?? 0, unit)}`}</span>
          {!isDense && <small aria-hidden="true">{Math.round(value ?? 0)}</small>}
          <i aria-hidden="true" style={{ height: share((value ?? 0) * columnRoom, greatest) }} />
          <span aria-hidden="true">{isDense && at % 3 > 0 ? '' : name}</span>
        </li>
      ))}
    </ul>
  );
}

/** The part of a column's height that its bar may take: the rest is text. */
const columnRoom = 0.62;

function share(value: number, of: number): string {
  return `${((100 * value) / Math.max(of, Number.EPSILON)).toFixed(2)}%`;
}
