import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, use, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { millisecondsInSecond } from '#domain/units.ts';
import {
  momentName,
  momentSpan,
  momentStep,
  momentText,
  presentName,
  readShownMoment,
} from '#domain/moments/shownMoment.ts';
import type { Instant, Span } from '#domain/time/time.ts';
import {
  forecastFor,
  type OtherMoment,
  rewoundTo,
  useKeptLog,
  useMomentClient,
  usePresentSchedule,
} from '#web/data/moment/moment.ts';
import { Button, IconButton } from '#web/components/controls/buttons.tsx';
import { Slide } from '#web/components/controls/Slide.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { momentPages } from '#web/components/page/AppLink.tsx';
import { KeptFocus } from '#web/components/page/KeptFocus.tsx';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { MomentName, type ShownMoment, usePresentMinute } from '#web/components/page/now.ts';
import { useSchool } from '#web/components/page/school.tsx';
import { useHere, useUrlText } from '#web/components/page/urlState.ts';
import { useWrongAddress } from '#web/components/page/wrongAddress.ts';
import { CopyButton } from '#web/components/panel/CopyButton.tsx';
import style from './MomentBar.module.css';
import { aheadWords, comingWords, dayMarks, type MomentWords, presentWords, thenWords } from './momentModel.ts';

/** What the page below the bar shows: answers from this client, at this moment; null for the present. */
export type Shown = { readonly client: QueryClient; readonly moment: ShownMoment | null };

type MomentBarProps = {
  /** Called with what the page should show; with null when the bar goes. */
  onShow: (shown: Shown | null) => void;
};

/** Says which moment the page shows. */
export function MomentBar({ onShow }: MomentBarProps) {
  const { pathname } = useLocation();
  // Not in a layout effect: React also ends those while the page below loads its code, and the page would start over without end.
  useEffect(() => () => onShow(null), [onShow]);
  return momentPages.includes(pathname) ? <ChosenMoment onShow={onShow} /> : <PresentOnly onShow={onShow} />;
}

const onlyPresent = presentWords('This page shows the present only.');

/** For a page that has no other moments: it reads nothing. */
function PresentOnly({ onShow }: MomentBarProps) {
  const client = useQueryClient();
  useLayoutEffect(() => onShow({ client, moment: null }), [client, onShow]);
  return <BarOf words={onlyPresent} />;
}

/** The moment in the address, from twelve hours back to seven days ahead, and the controls that move it. */
function ChosenMoment({ onShow }: MomentBarProps) {
  const { at, words, moment, span, now } = useMoment();
  const client = useMomentClient(useSchool(), moment);
  const isComing = words.kind === 'coming';
  const title = [words.title, words.when].filter(Boolean).join(', ');
  const shownAt = moment?.at ?? null;
  const shown = useMemo(
    () => ({
      client,
      moment: shownAt === null ? null : { at: shownAt, isAhead: words.kind === 'ahead', words: title },
    }),
    [client, shownAt, words.kind, title],
  );
  useLayoutEffect(() => {
    if (!isComing) onShow(shown);
  }, [isComing, shown, onShow]);
  return (
    <BarOf words={words}>
      <MomentControls at={at} now={now} span={span} isReady={!isComing} kind={words.title} />
    </BarOf>
  );
}

function BarOf({ words, children }: { words: MomentWords; children?: ReactNode }) {
  return (
    <>
      <section className={style['bar']} data-kind={words.kind} aria-label="Moment shown">
        <MomentText words={words} />
        {children}
      </section>
      {words.notes.length > 0 && (
        <div className={style['notes']}>
          {words.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      )}
    </>
  );
}

const looks = {
  present: { shape: 'dot', tone: 'accent' },
  coming: { shape: 'dashed', tone: 'plain' },
  back: { shape: 'open', tone: 'inactive' },
  ahead: { shape: 'half', tone: 'plain' },
} as const;

function MomentText({ words: { kind, title, when } }: { words: MomentWords }) {
  return (
    <div className={style['text']} role="status">
      <StateMark {...looks[kind]}>
        <b>{title}</b>
      </StateMark>
      {when !== null && <span>{when}</span>}
    </div>
  );
}

/** Views that do not use the page's reservations. */
const presentViews: ReadonlySet<string> = new Set(['month', 'list']);

/** The moment that the address asks for, as far as it can be shown. */
function useMoment() {
  const school = useSchool();
  const now = usePresentMinute();
  const name = use(MomentName);
  const { pathname } = useLocation();
  const view = useUrlText('view').value;
  const { isAllowed, log, hasFailed } = useKeptLog(school, now);
  const schedule = usePresentSchedule(school, now);
  const shown = readShownMoment(name, now, log?.began ?? null, school.timeZone);
  useWrongAddress(shown.problem);
  const { at } = shown;
  const isBack = at !== null && at <= now;
  const isOtherView = pathname === '/reservations' && presentViews.has(view);
  const problem = isOtherView
    ? `The ${view} shows the present only.`
    : isBack && !isAllowed
      ? 'Your role cannot read the log of changes, and so no earlier moment.'
      : isBack && hasFailed
        ? 'The changes since then could not be loaded.'
        : shown.problem;
  const isPresent = at === null || problem !== null;
  const moment = useMemo((): OtherMoment | null => {
    if (isPresent) return null;
    if (isBack) return log && rewoundTo(at, now, log);
    return schedule && forecastFor(at, now, schedule);
  }, [isPresent, isBack, at, now, log, schedule]);
  return {
    at: isPresent ? null : at,
    now,
    moment,
    span: momentSpan(now, isAllowed ? (log?.began ?? null) : now),
    words: isPresent ? presentWords(problem) : wordsOf(moment, { at, now, zone: school.timeZone }, log?.began ?? now),
  };
}

function wordsOf(moment: OtherMoment | null, given: Parameters<typeof comingWords>[0], began: Instant): MomentWords {
  if (!moment) return comingWords(given);
  if (moment.kind === 'then') return thenWords(given, began);
  return aheadWords(given, { notBack: moment.ahead.notBack, factors: moment.history.factors });
}

type ControlsProps = {
  /** Null at the present. */
  at: Instant | null;
  now: Instant;
  span: Span;
  /** Whether the page shows the moment already. */
  isReady: boolean;
  /** What the moment is: the present, a forecast. */
  kind: string;
};

function MomentControls({ at, now, span, isReady, kind }: ControlsProps) {
  const { timeZone } = useSchool();
  const { set } = useUrlText('moment');
  const isNarrow = useMediaQuery('(max-width: 700px)');
  const here = useHere();
  const shown = at ?? now;
  const last = (span.end - span.start) / momentStep;
  const stepOf = (instant: Instant) => Math.min(last, Math.max(0, Math.floor((instant - span.start) / momentStep)));
  const go = (instant: Instant) => set(momentName(instant));
  const [isPlaying, setPlaying] = usePlay(isReady, () => {
    const next = span.start + (stepOf(shown) + 1) * momentStep;
    if (next > span.end) return false;
    go(next);
    return true;
  });
  const slide = useFirstFocus(at === null);
  // The button is then disabled. “Close” is beside it, and a second press must not land there.
  const showPresent = () => {
    set(presentName);
    slide.current?.querySelector('input')?.focus({ preventScroll: true });
  };
  return (
    <div className={style['controls']}>
      <Button isPressed={isPlaying} onClick={() => setPlaying(!isPlaying)}>
        {isPlaying ? 'Pause' : 'Play'}
      </Button>
      <div ref={slide} className={style['slide']} style={{ '--now': `${(100 * stepOf(now)) / last}%` }}>
        <Slide
          label="Moment"
          last={last}
          value={stepOf(shown)}
          text={`${momentText(shown, timeZone)}, ${kind}`}
          page={stepsOfPage}
          marks={dayMarks(span, timeZone, isNarrow)}
          onChange={(step) => go(span.start + step * momentStep)}
        />
      </div>
      <KeptFocus>
        <Button disabled={at === null} onClick={showPresent}>
          Now
        </Button>
        {at !== null && <CopyButton label="Copy a link to this moment" text={new URL(here({}), location.href).href} />}
        <IconButton icon="close" label="Close the choice of a moment" onClick={() => set('')} />
      </KeptFocus>
    </div>
  );
}

/** Steps of the page keys: an hour. */
const stepsOfPage = 4;

/** Milliseconds for which each step is shown. */
const shownFor = { default: millisecondsInSecond / 2, still: 2 * millisecondsInSecond };

/** Plays step by step until `next` returns false; slower for people who want less motion. */
function usePlay(isReady: boolean, next: () => boolean) {
  const [isPlaying, setPlaying] = useState(false);
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  useEffect(() => {
    if (!isPlaying || !isReady) return undefined;
    const timer = setTimeout(() => setPlaying(next()), isStill ? shownFor.still : shownFor.default);
    return () => clearTimeout(timer);
  });
  return [isPlaying, setPlaying] as const;
}

/**
 * A bar that somebody opens takes the focus to its slider; one that came with a link does not. When it closes with the focus in
 * it, the button that opens it gets the focus.
 */
function useFirstFocus(isOpened: boolean) {
  const around = useRef<HTMLDivElement>(null);
  const [isFirst] = useState(isOpened);
  useEffect(() => {
    if (isFirst) around.current?.querySelector('input')?.focus({ preventScroll: true });
    return () => {
      if (document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>('button[aria-label="Another time"]')?.focus({ preventScroll: true });
    };
  }, [isFirst]);
  return around;
}
