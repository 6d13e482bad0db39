import {
  type CSSProperties,
  memo,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { isOut } from '#domain/answers/connection.ts';
import type { Reading, ReadingState } from '#domain/answers/pageChecks.ts';
import { type BoardScreen, screenNames, type ScreenTurn } from '#domain/wall/settings.ts';
import type { TextSizes } from '#domain/wall/textSizes.ts';
import type { Wording } from '#domain/wall/words.ts';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { useSituation } from '#web/components/page/connection.tsx';
import { useKept } from '#web/components/page/now.ts';
import { useSchool } from '#web/components/page/school.tsx';
import style from './BoardPage.module.css';
import { asOfText, trustIn } from './frameModel.ts';
import { DayScreen } from './screens/DayScreen.tsx';
import { FleetScreen, Legend } from './screens/FleetScreen.tsx';
import { MaintenanceScreen, MovementsScreen } from './screens/ListScreens.tsx';
import { Message } from './screens/parts.tsx';
import { faultText, type SlideContent, slidesOf, type WallSlide } from './screens/slides.ts';
import { advance, afterKey, indexOf, type Position, type Slide } from './slideshowState.ts';
import type { WallData } from './useWallModel.ts';
import { now } from '#web/device/screenClock.ts';

type SlideshowProps = { turns: readonly ScreenTurn[]; data: WallData; sizes: TextSizes };

/** The screens in turn, page by page. */
export function Slideshow({ turns, data, sizes }: SlideshowProps) {
  // Until the model is built again, new ages alone would build the old slides once more.
  const { model, readings } = useDeferredValue(data);
  const school = useSchool();
  const { ref, size } = useElementSize();
  const { connection } = useSituation();
  const latest = useMemo(
    () => (size ? slidesOf(turns, model, { ...size, sizes, school, readings, connection }) : []),
    [turns, model, size, sizes, school, readings, connection],
  );
  const slides = useKept(latest);
  const { position, index } = useSlideshow(slides, turns[0]?.screen ?? 'fleet');
  const slide = slides[index];
  const sources = slide?.sources.map((source) => readings[source]) ?? [];
  const isPaused = position.pausedUntil !== null;
  return (
    <>
      <div className={style['title']}>
        <h2>{screenNames[slide?.screen ?? position.screen]}</h2>
        {slide && <SlideTitle slide={slide} />}
        {isPaused && <span>paused</span>}
        <AsOf readings={sources} wording={model.wording} />
      </div>
      <div className={style['room']} ref={ref}>
        {slide && (
          <ErrorBoundary
            key={`${slide.screen} ${slide.page}`}
            FallbackComponent={FailedSlide}
            resetKeys={[slide.content]}
          >
            <Ground readings={sources}>
              <SlideView content={slide.content} />
            </Ground>
          </ErrorBoundary>
        )}
      </div>
      <Progress slides={slides} index={index} since={position.since} isPaused={isPaused} />
    </>
  );
}

function SlideTitle({ slide: { subtitle, legend, page, pages } }: { slide: WallSlide }) {
  return (
    <>
      <span>{subtitle}</span>
      <Legend entries={legend} />
      {pages > 1 && (
        <span>
          page {page + 1} of {pages}
        </span>
      )}
    </>
  );
}

/** Draws one slide; again only when its content changes. */
export const SlideView = memo(function SlideView({ content }: { content: SlideContent }) {
  if (content.kind === 'message') return <Message text={content.text} role={content.role} />;
  if (content.kind === 'fleet') return <FleetScreen {...content} />;
  if (content.kind === 'movements') return <MovementsScreen {...content} />;
  if (content.kind === 'maintenance') return <MaintenanceScreen {...content} />;
  return <DayScreen {...content} />;
});

/** Replaces a slide that could not be drawn. */
export function FailedSlide({ error }: FallbackProps) {
  return <Message text={faultText(error)} role="alert" />;
}

/** Hatches data that may no longer be true. */
function Ground({ readings, children }: { readings: readonly Reading[]; children: ReactNode }) {
  const trust = useTrust(readings);
  return <div className={`${style['ground'] ?? ''} ${trust === 'stale' ? 'hatched' : ''}`}>{children}</div>;
}

/** The age of the oldest source, once it is late. */
function AsOf({ readings, wording }: { readings: readonly Reading[]; wording: Wording }) {
  const trust = useTrust(readings);
  const { connection } = useSituation();
  if (trust !== 'late' && trust !== 'stale' && !isOut(connection)) return null;
  return (
    <span className={style['asOf']}>
      <StateMark shape="triangle" tone="warning">
        {asOfText(readings, wording)}
      </StateMark>
    </span>
  );
}

/** How reliable data drawn from these sources is; renders only when that changes. */
function useTrust(readings: readonly Reading[]): ReadingState {
  const subscribe = useCallback((listener: () => void) => {
    const timer = setInterval(listener, 1000);
    return () => clearInterval(timer);
  }, []);
  return useSyncExternalStore(subscribe, () => trustIn(readings, now()));
}

type ProgressProps = { slides: readonly Slide[]; index: number; since: number; isPaused: boolean };

/** A bar for each slide; the current one fills while it is shown. */
function Progress({ slides, index: current, since, isPaused }: ProgressProps) {
  return (
    <div className={style['progress']} aria-hidden="true">
      {slides.map(({ screen, page, seconds }, index) => {
        const duration: CSSProperties & Record<'--seconds', string> = { '--seconds': `${seconds}s` };
        return (
          <span
            key={index === current ? `${screen} ${page} ${since}` : `${screen} ${page}`}
            data-is-present={index === current}
            data-is-paused={index === current && isPaused}
            style={duration}
          />
        );
      })}
    </div>
  );
}

/** The current slide: it advances by itself and follows the keys. Renders only when it changes. */
function useSlideshow(slides: readonly Slide[], first: BoardScreen): { position: Position; index: number } {
  const [position, setPosition] = useState<Position>(() => ({
    screen: first,
    page: 0,
    since: now(),
    pausedUntil: null,
  }));
  const onTick = useEffectEvent(() => setPosition(advance(slides, position, now())));
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = afterKey(slides, position, event.key, now());
    if (!next) return;
    event.preventDefault();
    setPosition(next);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    const timer = setInterval(() => onTick(), 500);
    window.addEventListener('keydown', listen);
    return () => {
      clearInterval(timer);
      window.removeEventListener('keydown', listen);
    };
  }, []);
  return { position, index: indexOf(slides, position) };
}

/** The size of the element with `ref`, in pixels; null until it is mounted. */
function useElementSize() {
  const [size, setSize] = useState<{ readonly width: number; readonly height: number } | null>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      const next = { width: element.clientWidth, height: element.clientHeight };
      setSize((last) => (last?.width === next.width && last.height === next.height ? last : next));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, size };
}
