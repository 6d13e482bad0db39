import type { ReactNode } from 'react';
import type { BehindAnswer } from '#contract/gateway/behind.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useClock } from '#web/components/page/school.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import style from './behind.module.css';
import { behindModel } from './behindModel.ts';

type BehindPanelProps = {
  /** Null until it is known. */
  answer: BehindAnswer | null;
  reading: Reading;
  onRetry: () => void;
  /** The most students; all if omitted. */
  max?: number | undefined;
  /** Whose students; all of the answer if omitted. */
  instructorId?: string;
  /** See `Panel`. */
  isReported?: boolean;
  /** True if the panel only counts them. */
  isClosed?: boolean;
  /** Beside the count, if there is anybody. */
  actions?: ReactNode;
};

/** Students that fall behind, each with why and since when. Nothing is drawn if there is nobody and nothing is unknown. */
export function BehindPanel({ answer, max, instructorId, isClosed = false, actions, ...given }: BehindPanelProps) {
  const clock = useClock();
  const model = behindModel(answer ?? { students: [], gaps: [] }, { clock, max, instructorId });
  const { rows, count, more, notKnown } = model;
  const isNobody = rows.length === 0;
  if (answer && isNobody && notKnown === '') return null;
  return (
    <Panel
      title="Students that fall behind"
      count={isNobody ? '–' : `${count} in all`}
      actions={isNobody ? null : actions}
      {...given}
    >
      {(isNobody || !isClosed) && (
        <>
          {rows.length > 0 && (
            <ul className={style['students']} aria-label="Students that fall behind">
              {rows.map(({ userId, name, link, why }) => (
                <li key={userId}>
                  <AppLink to={link}>{name}</AppLink> <span>{why}</span>
                </li>
              ))}
            </ul>
          )}
          {more > 0 && (
            <AppLink className={style['more']} to="/brief">
              and {more} more
            </AppLink>
          )}
          {notKnown !== '' && <p className={style['gaps']}>{notKnown}</p>}
        </>
      )}
    </Panel>
  );
}
