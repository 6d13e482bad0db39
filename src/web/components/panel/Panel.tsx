import Card from '@mui/material/Card';
import { type ReactNode, useId } from 'react';
import type { NoneText } from '#domain/answers/known.ts';
import { isPassing } from '#domain/answers/failures.ts';
import { outageGrace } from '#domain/answers/outage.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { ErrorNote } from './ErrorNote.tsx';
import { None } from './None.tsx';
import { useConnection } from '#web/components/page/connection.tsx';
import { useIsPast, useIsPastStart, useOnceReady, useSecond } from '#web/components/page/now.ts';
import style from './Panel.module.css';
import { panelState, type PanelState } from './panelModel.ts';
import { Placeholder, type Shape, useReport } from './PanelsTogether.tsx';
import { useClock, useLocationChoice } from '#web/components/page/school.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';

type PanelProps = {
  title: ReactNode;
  /** The number of items: every list shows it. */
  count?: ReactNode;
  /** The source without which nothing can be shown. */
  reading: Reading;
  /** Optional sources: the panel waits three seconds for them, then appears without them, and says which failed. */
  beside?: readonly Reading[];
  onRetry: () => void;
  /**
   * True if the page reports once for all panels which sources wait or failed, and the bar of the screen how old they are: the
   * panel shows its own age only once it is late.
   */
  isReported?: boolean;
  /** What is drawn while it waits for its data. */
  shape?: Shape;
  /** Search and filters, beside the title. */
  tools?: ReactNode;
  actions?: ReactNode;
  /** The text for none, or for not known; null if there is content. */
  empty?: NoneText | null;
  /** Content after that text, such as a link. */
  afterEmpty?: ReactNode;
  /** Below the content, also of an empty or failed panel; never before, because the content would push it down. */
  footer?: ReactNode;
  children: ReactNode;
};

/** A part of a page with its own data: loading, failed, empty, or loaded, and then fresh, late or stale. */
export function Panel(props: PanelProps) {
  const { title, count, reading, beside, onRetry, tools, actions, empty = null, afterEmpty, footer, children } = props;
  const { isReported = false, shape } = props;
  const heading = useId();
  const now = useSecond();
  const clock = useClock();
  const isNarrowed = useLocationChoice().requested !== null;
  const connection = useConnection();
  const shown = panelState(reading, beside ?? [], { now, clock, connection });
  const { isSettled, age, isStale, dashes } = shown;
  // Early on it may pass by itself, or turn out to concern the whole screen.
  const isEarly = !useIsPastStart(outageGrace) && reading.failure !== null && isPassing(reading.failure);
  const known = shown.state === 'failed' && isEarly ? 'loading' : shown.state;
  const isThere = known !== 'loading' && known !== 'failed';
  const isOpen = useOnceReady(isSettled, isThere);
  const hasData = isThere && isOpen;
  const state = hasData || known === 'failed' ? known : 'loading';
  useReport(state === 'loading' && !dashes);
  return (
    <Card component="section" aria-labelledby={heading} data-state={dashes ? 'failed' : state}>
      <header className={style['header']}>
        <h2 id={heading}>{title}</h2>
        {tools}
        <div className={style['facts']} data-is-narrowed={isNarrowed}>
          {count != null && hasData && <span data-tip={isReported ? age?.text : undefined}>{count}</span>}
          {age && !age.isWarning && !isReported && <span className={style['age']}>{age.text}</span>}
          {age?.isWarning && <Warning>{age.text}</Warning>}
        </div>
        {actions && <div className={style['actions']}>{actions}</div>}
      </header>
      {!isReported && <Trouble of={shown} onRetry={onRetry} />}
      <div className={isStale ? 'hatched' : undefined}>
        {dashes && <Dashes of={dashes} />}
        {!dashes && state === 'loading' && <Waiting reading={reading} shape={shape} />}
        {state === 'failed' && reading.failure && <ErrorNote failure={reading.failure} onRetry={onRetry} />}
        {hasData && !empty && children}
        {hasData && empty && (
          <None of={empty} className={style['empty']}>
            {afterEmpty}
          </None>
        )}
      </div>
      {(isOpen || state !== 'loading') && footer}
    </Card>
  );
}

type TroubleProps = { of: Pick<PanelState, 'wait' | 'failures'>; onRetry: () => void };

/** The sources that wait for the allowance, and those whose last refresh failed. */
export function Trouble({ of: { wait, failures }, onRetry }: TroubleProps) {
  return (
    <>
      {wait !== null && (
        <div className={style['failed']} role="status">
          <Warning>{wait}</Warning>
        </div>
      )}
      {failures.map(({ source, text }) => (
        <div key={source} className={style['failed']} role="status">
          <Warning>{text}</Warning>
          <Button onClick={onRetry}>Refresh now</Button>
        </div>
      ))}
    </>
  );
}

function Warning({ children }: { children: ReactNode }) {
  return (
    <StateMark shape="triangle" tone="warning">
      {children}
    </StateMark>
  );
}

/** In place of content, where the screen's banner says what is wrong: the card has no sentence of its own. */
function Dashes({ of: { text } }: { of: NoneText }) {
  return (
    <div className={style['dashes']} role="img" aria-label={text} data-tip={text}>
      {['—', '—', '—'].join('\n')}
    </div>
  );
}

function Waiting({ reading: { source, failure }, shape }: { reading: Reading; shape: Shape | undefined }) {
  const isLong = useIsPast(outageGrace);
  return (
    <>
      <Placeholder {...(shape && { shape })} />
      {isLong && !failure && (
        <p className={style['failed']} role="status">
          {source} not known yet: the flight service has not answered.
        </p>
      )}
    </>
  );
}

type PlainPanelProps = { title: string; count?: ReactNode; children: ReactNode };

/** A part of a page without data of its own, or one that reports the state of its data itself. */
export function PlainPanel({ title, count, children }: PlainPanelProps) {
  const heading = useId();
  return (
    <Card component="section" aria-labelledby={heading}>
      <header className={style['header']}>
        <h2 id={heading}>{title}</h2>
        {count !== undefined && <div className={style['facts']}>{count}</div>}
      </header>
      {children}
    </Card>
  );
}
