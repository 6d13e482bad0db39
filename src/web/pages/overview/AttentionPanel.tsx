import { useMemo, useState } from 'react';
import { snoozeLimits } from '#contract/gateway/snoozes.ts';
import type { Knowledge } from '#domain/answers/known.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { failureWords } from '#domain/answers/failures.ts';
import {
  type AttentionItem,
  type AttentionKind,
  attentionKinds,
  mattersFor,
  type Snooze,
  withoutSnoozed,
} from '#domain/overview/attention.ts';
import { fingerprintOf } from '#domain/overview/evidence.ts';
import type { Instant } from '#domain/time/time.ts';
import { useSnoozes } from '#web/queries/attention.ts';
import { asFailure } from '#web/queries/client.ts';
import { Button } from '#web/ui/controls/controls.tsx';
import controls from '#web/ui/controls/controls.module.css';
import { Counters } from '#web/ui/controls/Counters.tsx';
import { Popover } from '#web/ui/controls/overlays.tsx';
import { type Shape, StateMark, type Tone } from '#web/ui/controls/StateMark.tsx';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { useClock, useRights, useSchool } from '#web/ui/page/school.tsx';
import { remember, remembered, useUrlChoice } from '#web/ui/page/urlState.ts';
import { None } from '#web/ui/panel/None.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { attentionWords, sinceText, snoozeChoices, snoozeText } from './overviewModel.ts';
import style from './overview.module.css';

type Look = { readonly shape: Shape; readonly tone: Tone; readonly word: string };

const looks: { readonly [Kind in AttentionKind]: Look } = {
  connection: { shape: 'triangle', tone: 'warning', word: 'Connection' },
  'not back': { shape: 'open', tone: 'warning', word: 'Not back' },
  'grounding squawk': { shape: 'octagon', tone: 'expired', word: 'Grounded' },
  'not fit, booked': { shape: 'octagon', tone: 'expired', word: 'Not fit, booked' },
  conflict: { shape: 'octagon', tone: 'expired', word: 'Conflict' },
  stop: { shape: 'octagon', tone: 'expired', word: 'Stop' },
  checkout: { shape: 'octagon', tone: 'expired', word: 'Checkout' },
  'instructor hours': { shape: 'triangle', tone: 'warning', word: 'Hours' },
  'not known': { shape: 'dashed', tone: 'inactive', word: 'Not known' },
  'limit near': { shape: 'triangle', tone: 'warning', word: 'Limit near' },
};

/** An aircraft that is late by half an hour or more is red. */
function lookOf({ kind, severity }: AttentionItem): Look {
  return kind === 'not back' && severity >= 2 ? { ...looks[kind], tone: 'expired' } : looks[kind];
}

/** So many stand in sight until all are asked for. */
const first = 10;

type AttentionProps = {
  items: readonly AttentionItem[];
  /** Of everything that the list rests on. */
  known: Knowledge;
  now: Instant;
  reading: Reading;
  beside: readonly Reading[];
  onRetry: () => void;
};

/** What needs a person, worst first; each can be put off until a time, for all screens of the school. */
export function AttentionPanel({ items, known, now, reading, beside, onRetry }: AttentionProps) {
  const { snoozes, put, failure } = useSnoozes();
  const extent = useUrlChoice('attention', ['first', 'all'], 'first');
  const { timeZone, who } = useSchool();
  const { shown, snoozed } = useMemo(
    () => withoutSnoozed(mattersFor(who.role, items), snoozes, now, timeZone),
    [items, snoozes, now, timeZone, who.role],
  );
  const kind = useUrlChoice('kind', ['any', ...attentionKinds], 'any');
  const chosen = kind.value === 'any' ? shown : shown.filter((item) => item.kind === kind.value);
  const isWhole = extent.value === 'all' || kind.value !== 'any';
  const rows = isWhole ? chosen : chosen.slice(0, first);
  const { count, none } = attentionWords({ shown, snoozed }, kind.value !== 'any', known);
  return (
    <Panel
      title="Attention"
      count={count}
      reading={reading}
      beside={beside}
      onRetry={onRetry}
      footer={<PutOff snoozed={snoozed} now={now} onTakeBack={put} />}
    >
      {failure !== null && (
        <p className={style['failed']} role="alert">
          Not saved: {refusalText(failure)}
        </p>
      )}
      <Kinds items={shown} chosen={kind.value} onChoose={kind.set} />
      {chosen.length === 0 && <None of={none} className={style['none']} />}
      <div className={style['inside']}>
        <ol className={style['attention']} aria-label="Attention">
          {rows.map((item) => (
            <Item key={item.key} item={item} now={now} hasMark={kind.value === 'any'} onSnooze={put} />
          ))}
        </ol>
      </div>
      {chosen.length > first && kind.value === 'any' && (
        <div className={style['more']}>
          <Button onClick={() => void extent.set(extent.value === 'all' ? 'first' : 'all')}>
            {extent.value === 'all' ? `Show the first ${first}` : `Show all ${chosen.length}`}
          </Button>
        </div>
      )}
    </Panel>
  );
}

/** The gateway says what is wrong with a matter, which is more than that it refused. */
function refusalText(error: unknown): string {
  const failure = asFailure(error);
  return failure.entries[0]?.message ?? failureWords(failure, null).title;
}

type KindsProps = {
  items: readonly AttentionItem[];
  chosen: AttentionKind | 'any';
  onChoose: (kind: AttentionKind | 'any') => unknown;
};

/** How many matters of each kind there are; one that is pressed shows those alone. */
function Kinds({ items, chosen, onChoose }: KindsProps) {
  const counts = Map.groupBy(items, ({ kind }) => kind);
  const kinds = attentionKinds.filter((kind) => counts.has(kind) || kind === chosen);
  if (kinds.length < 2) return null;
  return (
    <div className={style['kinds']}>
      <Counters
        label="Attention by kind"
        counters={kinds.map((kind) => {
          const own = counts.get(kind) ?? [];
          const { word, ...look } = own[0] ? lookOf(own[0]) : looks[kind];
          return {
            value: kind,
            text: (
              <StateMark {...look}>
                <b>{own.length}</b> {word}
              </StateMark>
            ),
          };
        })}
        chosen={chosen === 'any' ? null : chosen}
        onChoose={(kind) => void onChoose(kind ?? 'any')}
      />
    </div>
  );
}

type Put = ReturnType<typeof useSnoozes>['put'];

const mostBehind = 2;

type ItemProps = {
  item: AttentionItem;
  now: Instant;
  /** Not where all are of one kind, which stands above them. */
  hasMark: boolean;
  onSnooze: Put;
};

function Item({ item, now, hasMark, onSnooze }: ItemProps) {
  const clock = useClock();
  const { maySee } = useRights();
  const { word, ...look } = lookOf(item);
  // Of these two it stands in the words.
  const isTold = item.kind === 'not back' || item.kind === 'connection';
  const since = isTold ? '' : sinceText(item.since, { now, clock });
  const more = item.behind.length - mostBehind;
  return (
    <li data-tone={look.tone} data-has-mark={hasMark}>
      {hasMark && <StateMark {...look}>{word}</StateMark>}
      <div>
        <AppLink to={item.link}>
          <b>{item.subject}</b>
        </AppLink>{' '}
        {item.words}
        {since && <span className={style['quiet']}> · {since}</span>}
        {item.behind.length > 0 && (
          <ul className={style['behind']} aria-label={`At risk behind ${item.subject}`}>
            {item.behind.slice(0, mostBehind).map((one) => (
              <li key={one.key}>
                <AppLink to={one.link}>{one.words}</AppLink>
              </li>
            ))}
            {more > 0 && <li>and {more} more</li>}
          </ul>
        )}
      </div>
      {maySee('put off') && <Snoozing item={item} now={now} onSnooze={onSnooze} />}
    </li>
  );
}

const nameKey = 'flightline name';

/** Asks until when it is put off, and by whom where nobody signs in. */
function Snoozing({ item, now, onSnooze }: { item: AttentionItem; now: Instant; onSnooze: Put }) {
  return (
    <Popover
      button="Put off"
      buttonLabel={`Put off ${item.subject}: ${looks[item.kind].word}`}
      buttonClass={style['snooze']}
      label={`Put off ${item.subject}`}
      className={style['choices']}
    >
      {() => <SnoozeChoices item={item} now={now} onSnooze={onSnooze} />}
    </Popover>
  );
}

function SnoozeChoices({ item, now, onSnooze }: { item: AttentionItem; now: Instant; onSnooze: Put }) {
  const clock = useClock();
  const { who } = useSchool();
  const isAsked = who.mode === 'open';
  const [name, setName] = useState(() => remembered(nameKey)[0] ?? '');
  const by = name.trim();
  const put = (until: Instant) => {
    if (isAsked) remember(nameKey, by);
    const { key, evidence } = item;
    const request = { key, fingerprint: fingerprintOf(evidence), until: new Date(until).toISOString() };
    void onSnooze(isAsked ? { ...request, by } : request);
  };
  return (
    <>
      {isAsked && (
        <label className={controls['control']}>
          <span className={controls['label']}>Your name</span>
          <input
            className={controls['input']}
            value={name}
            maxLength={snoozeLimits.name}
            autoComplete="name"
            onChange={({ target }) => setName(target.value)}
          />
        </label>
      )}
      {snoozeChoices({ now, clock }).map(({ until, label }) => (
        <Button key={label} disabled={isAsked && by === ''} onClick={() => put(until)}>
          {label}
        </Button>
      ))}
      <p>It returns then, or before if it gets worse. Others see that you put it off.</p>
    </>
  );
}

type PutOffProps = {
  snoozed: readonly { readonly item: AttentionItem; readonly snooze: Snooze }[];
  now: Instant;
  onTakeBack: Put;
};

/** What is put off, by whom and until when. */
function PutOff({ snoozed, now, onTakeBack }: PutOffProps) {
  const clock = useClock();
  const { maySee } = useRights();
  const list = useUrlChoice('put-off', ['closed', 'open'], 'closed');
  if (snoozed.length === 0) return null;
  const isOpen = list.value === 'open';
  return (
    <div className={style['putOff']}>
      <Button isPressed={isOpen} onClick={() => void list.set(isOpen ? 'closed' : 'open')}>
        {snoozed.length} put off
      </Button>
      {isOpen && (
        <ul aria-label="Put off">
          {snoozed.map(({ item, snooze }) => (
            <li key={item.key}>
              <span>
                <AppLink to={item.link}>
                  <b>{item.subject}</b>
                </AppLink>{' '}
                {looks[item.kind].word.toLowerCase()},{' '}
                <span className={style['quiet']}>{snoozeText(snooze, { now, clock })}</span>
              </span>
              {maySee('put off') && (
                <Button onClick={() => void onTakeBack({ key: item.key, fingerprint: null, until: null })}>
                  Take back
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
