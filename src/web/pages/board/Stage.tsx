import {
  type ReactNode,
  useMemo,
  useCallback,
  useSyncExternalStore,
  type CSSProperties,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { boardTime, type Telling } from '#domain/board/boardWords.ts';
import { screenNames, type ScreenTurn, type BoardScreen } from '#domain/board/settings.ts';
import type { BoardSizes } from '#domain/board/sizes.ts';
import { type Reading, leastTrusted, type ReadingState, readingState } from '#domain/answers/pageChecks.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import style from './Frame.module.css';
import { planScreen } from './screens/planScreens.tsx';
import type { BoardData } from './useBoardData.ts';
import { useRoom } from './useRoom.ts';
import { Fault } from './screens/Words.tsx';
import {
  type Slide,
  advanced,
  calledUp,
  heldOrReleased,
  placeOf,
  type Position,
  stepped,
} from '#domain/board/rotation.ts';
import { useSecond } from '#web/ui/page/now.ts';

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

/** How far what is drawn from these sources can be trusted now, whatever is lacking; renders only when that changes. */
function useTrust(readings: readonly Reading[]): ReadingState {
  const subscribe = useCallback((listener: () => void) => {
    const timer = setInterval(listener, 1000);
    return () => clearInterval(timer);
  }, []);
  return useSyncExternalStore(subscribe, () => {
    const now = Date.now();
    const worst = leastTrusted(readings, now);
    return worst ? readingState(worst, now) : 'fresh';
  });
}

type ProgressProps = { slides: readonly Slide[]; place: number; since: number; isHeld: boolean };

/** A part for each slide; the present one fills while it is shown. */
function Progress({ slides, place, since, isHeld }: ProgressProps) {
  return (
    <div className={style['progress']} aria-hidden="true">
      {slides.map(({ screen, page, seconds }, index) => (
        <span
          key={index === place ? `${screen} ${page} ${since}` : `${screen} ${page}`}
          data-is-present={index === place}
          data-is-held={index === place && isHeld}
          style={{ '--seconds': `${seconds}s` } as CSSProperties}
        />
      ))}
    </div>
  );
}

/** The slide that is shown. It goes on by itself; space holds it, arrows step, digits call up a screen. */
function useRotation(slides: readonly Slide[], first: BoardScreen) {
  const now = useSecond();
  const [position, setPosition] = useState<Position>(() => ({
    screen: first,
    page: 0,
    since: now,
    heldUntil: null,
  }));
  const current = advanced(slides, position, now);
  if (current !== position) setPosition(current);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const at = Date.now();
    const next = steered(slides, current, event.key, at);
    if (!next) return;
    event.preventDefault();
    setPosition(next);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return { place: placeOf(slides, current), isHeld: current.heldUntil !== null, since: current.since };
}

function steered(slides: readonly Slide[], position: Position, key: string, now: number): Position | null {
  if (key === ' ') return heldOrReleased(position, now);
  if (key === 'ArrowRight' || key === 'ArrowDown') return stepped(slides, position, 1, now);
  if (key === 'ArrowLeft' || key === 'ArrowUp') return stepped(slides, position, -1, now);
  return /^[1-9]$/.test(key) ? calledUp(slides, position, Number(key), now) : null;
}
