import { type ReactNode, useMemo } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { boardTime, type Telling } from '#domain/board/boardWords.ts';
import { screenNames, type ScreenTurn } from '#domain/board/settings.ts';
import type { BoardSizes } from '#domain/board/sizes.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import style from './Frame.module.css';
import { planScreen } from './screens/planScreens.tsx';
import { Progress } from './Progress.tsx';
import type { BoardData } from './useBoardData.ts';
import { useRoom } from './useRoom.ts';
import { useRotation } from './useRotation.ts';
import { useTrust } from './useTrust.ts';
import { Fault } from './screens/Words.tsx';

type StageProps = { screens: readonly ScreenTurn[]; data: BoardData; sizes: BoardSizes };

/** The screens in turn, page by page. One that breaks says so in its own turn. */
export function Stage({ screens, data, sizes }: StageProps) {
  const school = useSchool();
  const { ref, room } = useRoom();
  const plans = useMemo(
    () => screens.map((turn) => ({ ...turn, plan: room && planScreen(turn.screen, { data, room, sizes, school }) })),
    [screens, data, room, sizes, school],
  );
  const slides = useMemo(
    () =>
      plans.flatMap(({ screen, seconds, plan }) =>
        Array.from({ length: plan?.pages ?? 1 }, (_, page) => ({ screen, page, seconds })),
      ),
    [plans],
  );
  const { place, isHeld, since } = useRotation(slides, screens[0]!.screen);
  const slide = slides[place]!;
  const plan = plans.find(({ screen }) => screen === slide.screen)!.plan;
  return (
    <>
      <div className={style['title']}>
        <h2>{screenNames[slide.screen]}</h2>
        <span>{plan?.titleOf(slide.page)}</span>
        {plan?.legend}
        {plan && plan.pages > 1 && (
          <span>
            page {slide.page + 1} of {plan.pages}
          </span>
        )}
        {isHeld && <span>held</span>}
        {plan && <AsOf readings={plan.readings} telling={data.telling} />}
      </div>
      <div className={style['room']} ref={ref}>
        <ErrorBoundary key={`${slide.screen} ${slide.page}`} FallbackComponent={Fault} resetKeys={[plan]}>
          {plan && <Ground readings={plan.readings}>{plan.draw(slide.page)}</Ground>}
        </ErrorBoundary>
      </div>
      <Progress slides={slides} place={place} since={since} isHeld={isHeld} />
    </>
  );
}

/** What may no longer be true is hatched. */
function Ground({ readings, children }: { readings: readonly Reading[]; children: ReactNode }) {
  const trust = useTrust(readings);
  return <div className={`${style['ground'] ?? ''} ${trust === 'stale' ? 'hatched' : ''}`}>{children}</div>;
}

/** The age of the oldest source, from two missed refreshes on. */
function AsOf({ readings, telling }: { readings: readonly Reading[]; telling: Telling }) {
  const trust = useTrust(readings);
  if (trust !== 'late' && trust !== 'stale') return null;
  const asOf = Math.min(...readings.flatMap((reading) => reading.asOf ?? []));
  return (
    <span className={style['asOf']}>
      <StateMark shape="triangle" tone="warning">
        AS OF {boardTime(asOf, telling)}
      </StateMark>
    </span>
  );
}
