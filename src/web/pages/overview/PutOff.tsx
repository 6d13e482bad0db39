import { type FormEvent, useRef, useState } from 'react';
import { snoozeLimits } from '#contract/gateway/snoozes.ts';
import type { AttentionItem, Snooze } from '#domain/overview/attention.ts';
import { fingerprintOf } from '#domain/overview/evidence.ts';
import type { Instant } from '#domain/time/time.ts';
import type { useSnoozes } from '#web/data/attention.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { TextField } from '#web/components/controls/fields.tsx';
import { Popover, Snack } from '#web/components/controls/overlays.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useClock, useRights, useSchool } from '#web/components/page/school.tsx';
import { ownNameKey, remember, remembered, useUrlChoice } from '#web/components/page/urlState.ts';
import { snoozeChoices, snoozeText } from './overviewModel.ts';
import style from './overview.module.css';

type Put = ReturnType<typeof useSnoozes>['put'];

/** An item that was just put off, and for how long, in words. */
export type Done = { readonly item: AttentionItem; readonly until: string };

type SnoozingProps = {
  item: AttentionItem;
  /** The item, for screen readers that list only buttons. */
  word: string;
  now: Instant;
  onSnooze: Put;
  onDone: (done: Done) => void;
};

/** Asks until when to put it off, and by whom if nobody signs in; a name that is typed and Enter are enough. */
export function Snoozing({ item, word, ...given }: SnoozingProps) {
  return (
    <Popover
      button="Put off"
      buttonLabel={`Put off ${item.subject}: ${word}`}
      buttonClass={style['snooze']}
      label={`Put off ${item.subject}`}
      className={style['choices']}
    >
      {(close) => <SnoozeChoices item={item} {...given} onClose={close} />}
    </Popover>
  );
}

type SnoozeChoicesProps = Omit<SnoozingProps, 'word'> & { onClose: () => void };

function SnoozeChoices({ item, now, onSnooze, onDone, onClose }: SnoozeChoicesProps) {
  const clock = useClock();
  const { who } = useSchool();
  const needsName = who.mode === 'open';
  const [name, setName] = useState(() => remembered(ownNameKey)[0] ?? '');
  const [isFirst] = useState(name === '');
  const [asked, setAsked] = useState<Choice | null>(null);
  const field = useRef<HTMLFormElement>(null);
  const choices = snoozeChoices({ now, clock });
  const by = name.trim();
  const put = (choice: Choice) => {
    if (needsName && by === '') {
      setAsked(choice);
      field.current?.querySelector('input')?.focus();
      return;
    }
    if (needsName) remember(ownNameKey, by);
    onClose();
    const { key, evidence } = item;
    const request = { key, fingerprint: fingerprintOf(evidence), until: new Date(choice.until).toISOString() };
    onSnooze(needsName ? { ...request, by } : request, { onSuccess: () => onDone({ item, until: choice.label }) });
  };
  const atEnter = asked ?? choices[0];
  const enter = (event: FormEvent) => {
    event.preventDefault();
    if (atEnter) put(atEnter);
  };
  return (
    <>
      {needsName && (
        <form ref={field} onSubmit={enter}>
          <TextField
            label="Your name"
            value={name}
            onChange={setName}
            problem={asked && by === '' ? 'Enter your name: others see who put it off' : null}
            help={isFirst && atEnter ? `Enter key: ${atEnter.label}` : null}
            input={{
              maxLength: snoozeLimits.name,
              autoComplete: 'name',
              // The first time it is all that is missing.
              autoFocus: isFirst,
            }}
          />
        </form>
      )}
      {choices.map((choice) => (
        <Button key={choice.label} onClick={() => put(choice)}>
          {choice.label}
        </Button>
      ))}
      <p>It comes back then, or sooner if it gets worse. Others see that you put it off.</p>
    </>
  );
}

type Choice = ReturnType<typeof snoozeChoices>[number];

/** Milliseconds during which the undo button is shown. */
const undoFor = 10_000;

/** Says what was put off, with an undo button. */
export function Undo({ done, onTakeBack, onClose }: { done: Done; onTakeBack: Put; onClose: () => void }) {
  const { item, until } = done;
  const takeBack = () => {
    onClose();
    onTakeBack({ key: item.key, fingerprint: null, until: null });
  };
  return (
    <Snack
      key={item.key}
      lasts={undoFor}
      severity="success"
      action={<Button onClick={takeBack}>Undo</Button>}
      onClose={onClose}
    >
      {item.subject} put off: {until}
    </Snack>
  );
}

type PutOffProps = {
  /** An item in a word. */
  wordOf: (item: AttentionItem) => string;
  snoozed: readonly { readonly item: AttentionItem; readonly snooze: Snooze }[];
  now: Instant;
  onTakeBack: Put;
};

/** The items put off, by whom and until when. */
export function PutOff({ wordOf, snoozed, now, onTakeBack }: PutOffProps) {
  const clock = useClock();
  const { maySee } = useRights();
  const list = useUrlChoice('put-off', ['closed', 'open'], 'closed');
  if (snoozed.length === 0) return null;
  const isOpen = list.value === 'open';
  return (
    <div className={style['putOff']}>
      <Button isPressed={isOpen} onClick={() => list.set(isOpen ? 'closed' : 'open')}>
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
                {wordOf(item).toLowerCase()},{' '}
                <span className={style['quiet']}>{snoozeText(snooze, { now, clock })}</span>
              </span>
              {maySee('put off') && (
                <Button onClick={() => onTakeBack({ key: item.key, fingerprint: null, until: null })}>
                  Show again
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
