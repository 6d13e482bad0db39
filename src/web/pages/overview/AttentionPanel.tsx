import { isRed } from '#domain/severity.ts';
import { type ReactNode, use, useMemo, useState } from 'react';
import type { Knowledge } from '#domain/answers/known.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import {
  type AttentionItem,
  type AttentionKind,
  attentionKinds,
  mattersFor,
  withoutSnoozed,
} from '#domain/overview/attention.ts';
import type { Instant } from '#domain/time/time.ts';
import { useSnoozes } from '#web/data/attention.ts';
import { refusalText } from '#web/data/client.ts';
import { Counters } from '#web/components/controls/Counters.tsx';
import { type Look, type Shape, StateMark } from '#web/components/controls/StateMark.tsx';
import { downLink, lateLink, shopLink } from '#domain/reservations/links.ts';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { KeptFocus } from '#web/components/page/KeptFocus.tsx';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { MomentContext } from '#web/components/page/now.ts';
import { useClock, useRights, useSchool } from '#web/components/page/school.tsx';
import { useUrlChoice } from '#web/components/page/urlState.ts';

import { None } from '#web/components/panel/None.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import { AttentionGroups } from './AttentionGroups.tsx';
import { attentionWords, maxInLowSight, maxInSight, maxOnPhone, sinceText } from './overviewModel.ts';
import { type Done, PutOff, Snoozing, Undo } from './PutOff.tsx';
import style from './overview.module.css';

/** The word of one matter, that of a group if it differs, and its shape if that is not the one of its severity. */
type KindWords = { readonly word: string; readonly several?: string; readonly shape?: Shape };

const kindWords: { readonly [Kind in AttentionKind]: KindWords } = {
  connection: { word: 'Connection' },
  'not back': { word: 'Not back', shape: 'open' },
  'may be out': { word: 'May be out', shape: 'dashed' },
  'grounding squawk': { word: 'Grounding squawk', several: 'Grounding squawks' },
  'grounded, booked': { word: 'Grounded aircraft booked' },
  conflict: { word: 'Double booking', several: 'Double bookings' },
  stop: { word: 'Do not dispatch' },
  checkout: { word: 'Checkout', several: 'Checkouts' },
  // The roster counts those of one day.
  'instructor hours': {
    word: 'Instructor duty limit, today or tomorrow',
    several: 'Instructor duty limits, today or tomorrow',
  },
  'not known': { word: 'Not known', shape: 'dashed' },
  'limit near': { word: 'Maintenance due soon' },
};

/** Red and amber are those of the severity; what is not known is neither. */
function lookOf({ kind, severity }: Pick<AttentionItem, 'kind' | 'severity'>): Look & KindWords {
  const tone = kind === 'not known' ? 'inactive' : isRed(severity) ? 'expired' : 'warning';
  return { shape: isRed(severity) ? 'octagon' : 'triangle', tone, ...kindWords[kind] };
}

/** All items that the user's role sees; those shown and those put off, if these are known; and how to put one off. */
export function useMatters(items: readonly AttentionItem[], now: Instant) {
  const { snoozes, put, failure } = useSnoozes();
  const { timeZone, who } = useSchool();
  const all = useMemo(() => mattersFor(who.role, items), [items, who.role]);
  const { shown, snoozed } = useMemo(
    () => withoutSnoozed(all, snoozes ?? [], now, timeZone),
    [all, snoozes, now, timeZone],
  );
  const putOff = useMemo(() => new Set(snoozed.map(({ item }) => item)), [snoozed]);
  return { all, shown, snoozed, putOff, isPutOffKnown: snoozes !== null, put, failure };
}

type AttentionProps = {
  matters: ReturnType<typeof useMatters>;
  /** What is known of all sources of the list. */
  known: Knowledge;
  /** False if the school's list of aircraft is loaded and empty. */
  hasAircraft: boolean;
  now: Instant;
  reading: Reading;
  beside: readonly Reading[];
  onRetry: () => void;
  isReported: boolean;
};

/** Items that need a person, worst first; each can be put off until a time, for all screens of the school. */
export function AttentionPanel({ matters, known, hasAircraft, now, ...given }: AttentionProps) {
  const { all, shown, snoozed, putOff, put, failure } = matters;
  const kind = useUrlChoice('kind', ['any', ...attentionKinds], 'any');
  const chosen = kind.value === 'any' ? shown : shown.filter((item) => item.kind === kind.value);
  const isPresent = use(MomentContext) === null;
  const isLow = useMediaQuery('(max-height: 949px)');
  const isPhone = useMediaQuery('(max-width: 700px)');
  const max = isPhone ? maxOnPhone : isLow ? maxInLowSight : maxInSight;
  const isGrouped = kind.value === 'any' && shown.length > 0 && all.length > maxInSight;
  const [done, setDone] = useState<Done | null>(null);
  const rowOf = (item: AttentionItem) => (
    <Item key={item.key} item={item} now={now} hasMark={kind.value === 'any' && !isGrouped}>
      <Snoozing item={item} word={kindWords[item.kind].word} now={now} onSnooze={put} onDone={setDone} />
    </Item>
  );
  const { count, none } = attentionWords(matters, { isOfOneKind: kind.value !== 'any', hasAircraft }, known);
  return (
    <KeptFocus>
      <Panel
        title="Attention"
        count={count}
        {...given}
        footer={
          isPresent && (
            <PutOff wordOf={(item) => kindWords[item.kind].word} snoozed={snoozed} now={now} onTakeBack={put} />
          )
        }
      >
        {done && <Undo done={done} onTakeBack={put} onClose={() => setDone(null)} />}
        {failure !== null && (
          <p className={style['failed']} role="alert">
            Not saved: {refusalText(failure)}
          </p>
        )}
        {!isGrouped && <Kinds items={shown} chosen={kind.value} onChoose={kind.set} />}
        {chosen.length === 0 && <None of={none} className={style['none']} />}
        <div className={style['inside']}>
          {isGrouped ? (
            <AttentionGroups items={all} putOff={putOff} max={max} lookOf={lookOf} onAll={kind.set}>
              {rowOf}
            </AttentionGroups>
          ) : (
            <ol className={style['attention']} aria-label="Attention">
              {chosen.map(rowOf)}
            </ol>
          )}
        </div>
      </Panel>
    </KeptFocus>
  );
}

type KindsProps = {
  items: readonly AttentionItem[];
  chosen: AttentionKind | 'any';
  onChoose: (kind: AttentionKind | 'any') => void;
};

/** The number of items of each kind; pressing one shows only its items. */
function Kinds({ items, chosen, onChoose }: KindsProps) {
  const counts = Map.groupBy(items, ({ kind }) => kind);
  const kinds = attentionKinds.filter((kind) => counts.has(kind) || kind === chosen);
  if (kinds.length < 2) return null;
  return (
    <div className={style['kinds']}>
      <Counters
        label="Attention by kind"
        counters={kinds.map((kind) => {
          const ownItems = counts.get(kind) ?? [];
          const { word, several = word, ...look } = lookOf(ownItems[0] ?? { kind, severity: 0 });
          return {
            value: kind,
            text: (
              <StateMark {...look}>
                <b>{ownItems.length}</b> {ownItems.length === 1 ? word : several}
              </StateMark>
            ),
          };
        })}
        chosen={chosen === 'any' ? null : chosen}
        onChoose={(kind) => onChoose(kind ?? 'any')}
      />
    </div>
  );
}

const [maxBehind, maxBehindOnPhone] = [2, 1];

type ItemProps = {
  item: AttentionItem;
  now: Instant;
  /** False if the kind is shown above them. */
  hasMark: boolean;
  /** The button to put it off. */
  children: ReactNode;
};

function Item({ item, now, hasMark, children }: ItemProps) {
  const clock = useClock();
  const { maySee } = useRights();
  const isPresent = use(MomentContext) === null;
  const { word, shape, tone } = lookOf(item);
  // The words of these two kinds already say since when.
  const isSinceShown = item.kind === 'not back' || item.kind === 'may be out' || item.kind === 'connection';
  const since = isSinceShown ? '' : sinceText(item.since, { now, clock });
  const max = useMediaQuery('(max-width: 700px)') ? maxBehindOnPhone : maxBehind;
  const more = item.behind.length - max;
  return (
    <li data-tone={tone} data-has-mark={hasMark}>
      {hasMark && (
        <StateMark shape={shape} tone={tone}>
          {word}
        </StateMark>
      )}
      <div>
        <AppLink to={item.link}>
          <b>{item.subject}</b>
        </AppLink>{' '}
        {item.words}
        {since && <span className={style['quiet']}> · {since}</span>}
      </div>
      <div className={style['follows']}>
        {item.behind.length > 0 && (
          <ul className={style['behind']} aria-label={`At risk behind ${item.subject}`}>
            {item.behind.slice(0, max).map((flight) => (
              <li key={flight.key}>
                <AppLink to={flight.link}>{flight.words}</AppLink>
              </li>
            ))}
            {more > 0 && <li>+{more} more</li>}
          </ul>
        )}
        <PlanLink item={item} />
      </div>
      {isPresent && maySee('put off') && children}
    </li>
  );
}

/**
 * Links an aircraft that is grounded to the plan for its reservations, a limit to the shop planner, and an aircraft that is not back to its
 * sheet.
 */
function PlanLink({ item: { kind, of } }: { item: AttentionItem }) {
  if ((kind === 'not back' || kind === 'may be out') && of !== null && typeof of !== 'string')
    return (
      <AppLink isAlone className={style['plan']} to={lateLink(of)}>
        Sheet
      </AppLink>
    );
  const isDown = kind === 'grounding squawk' || kind === 'grounded, booked';
  if (typeof of !== 'string' || !(isDown || kind === 'limit near')) return null;
  return (
    <AppLink isAlone className={style['plan']} to={isDown ? downLink(of) : shopLink(of)}>
      {isDown ? 'Move reservations' : 'Shop planner'}
    </AppLink>
  );
}
