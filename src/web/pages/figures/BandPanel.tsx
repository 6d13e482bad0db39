import type { ReactNode } from 'react';
import { counted } from '#domain/words.ts';
import { Explained } from '#web/components/controls/Explained.tsx';
import { Fold, type FoldState } from '#web/components/controls/Fold.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import { FigureTables } from './FigureTables.tsx';
import type { Band } from './figuresModel.ts';
import style from './figures.module.css';
import { type Change, changeFrom, type Measure, valueText } from './measures.ts';
import { PictureShown } from './PictureShown.tsx';

type BandProps = Pick<Parameters<typeof Panel>[0], 'reading' | 'onRetry' | 'tools'> & {
  band: Band;
  /** Its table, open or not. */
  fold: FoldState;
  /** Further pictures, with data of their own. */
  children: ReactNode;
};

/** One subject: the large figure with its changes, smaller figures, pictures; the table is one press away. */
export function BandPanel({ band, fold, children, ...panel }: BandProps) {
  const { title, main, others, pictures, leftOut } = band;
  return (
    <Panel title={title} {...panel}>
      <div className={style['band']}>
        <div className={style['lead']}>
          <Figure of={main} isMain />
          <ul className={style['others']}>
            {others.map((measure) => (
              <li key={measure.name}>
                <Figure of={measure} />
              </li>
            ))}
          </ul>
        </div>
        <div className={style['pictures']}>
          {pictures.map((picture) => (
            <PictureShown key={picture.title} picture={picture} />
          ))}
          {children}
        </div>
      </div>
      <div className={style['foot']}>
        <Fold className={style['tables']} summary="Table" isOfRow {...fold}>
          <FigureTables band={band} />
        </Fold>
        {leftOut !== null && <span>Left out: {leftOut}</span>}
      </div>
    </Panel>
  );
}

/** A figure with its label; the large one with its changes, the others with theirs in the table. */
function Figure({ of, isMain = false }: { of: Measure; isMain?: boolean }) {
  const { name, unit, value, reason, rule, rows } = of;
  return (
    <div className={style['figure']} data-is-main={isMain}>
      {value === null ? (
        <Explained tip={reason ?? ''} className={style['unknown']}>
          not known
        </Explained>
      ) : (
        <b>{valueText(value, unit)}</b>
      )}
      <span>{rule === null ? name : <Explained tip={rule}>{name}</Explained>}</span>
      {isMain && (
        <ul className={style['changes']}>
          <Changed words="period before" of={of} other={of.before} />
          <Changed words="year before" of={of} other={of.yearBefore} />
          {rows !== null && <li>from {counted(rows, 'record')}</li>}
        </ul>
      )}
    </div>
  );
}

const arrows: Readonly<Record<Change['way'], string>> = { up: '▲', down: '▼', same: '=', 'not known': '?' };

type ChangedProps = { words: string; of: Measure; other: number | null };

/** `▲ up 12 %, period before 71.0 h`. Never coloured: more is not always better. */
function Changed({ words, of: { value, unit }, other }: ChangedProps) {
  const { way, text } = changeFrom(value, other, unit);
  const now = other === null ? 'The records of that time are not read or do not say.' : null;
  return (
    <li data-way={way}>
      <span aria-hidden="true">{arrows[way]}</span>
      {now === null ? <b>{text}</b> : <Explained tip={now}>{text}</Explained>}
      {` ${words}`}
      {other !== null && ` (${valueText(other, unit)})`}
    </li>
  );
}
