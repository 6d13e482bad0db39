import type { ReactNode } from 'react';
import { type AttentionItem, type AttentionKind, attentionKinds } from '#domain/overview/attention.ts';
import { Fold } from '#web/components/controls/Fold.tsx';
import { Button } from '#web/components/controls/buttons.tsx';
import { type Look, StateMark } from '#web/components/controls/StateMark.tsx';
import { useUrlSet } from '#web/components/page/urlState.ts';
import { type AttentionGroup, attentionGroups, maxInSight } from './overviewModel.ts';
import style from './overview.module.css';

type AttentionGroupsProps = {
  items: readonly AttentionItem[];
  putOff: ReadonlySet<AttentionItem>;
  /** The most items in sight without opening a group. */
  max: number;
  /** The mark and the word of an item. */
  lookOf: (item: AttentionItem) => Look & { readonly word: string; readonly several?: string };
  /** Shows all items of one kind, and only those. */
  onAll: (kind: AttentionKind) => void;
  children: (item: AttentionItem) => ReactNode;
};

/** Many items by kind: the most severe groups are open; the others show their number and their subjects. */
export function AttentionGroups({ items, putOff, max, lookOf, onAll, children }: AttentionGroupsProps) {
  const opened = useUrlSet('groups', attentionKinds, 'replace');
  return attentionGroups(items, max, putOff).map((group) => {
    const { kind, gravest, subjects, items: ownItems, isInSight } = group;
    const { word: one, several = one, ...look } = lookOf(gravest);
    const word = ownItems.length === 1 ? one : several;
    const heading = (
      <>
        <StateMark {...look}>
          <b>{ownItems.length}</b> {word}
        </StateMark>
        {!isInSight && <span className={style['quiet']}>{subjects}</span>}
      </>
    );
    const rows = (
      <GroupRows group={group} max={isInSight ? max : maxInSight} word={word} onAll={onAll}>
        {children}
      </GroupRows>
    );
    if (isInSight) {
      return (
        <section key={kind} className={style['group']} aria-label={word} data-tone={look.tone}>
          <h3>{heading}</h3>
          {rows}
        </section>
      );
    }
    return (
      <div key={kind} className={style['group']} data-tone={look.tone}>
        <Fold
          summary={heading}
          isHeading
          isOnPaper
          isOpen={opened.value.includes(kind)}
          onToggle={() => opened.toggle(kind)}
        >
          {rows}
        </Fold>
      </div>
    );
  });
}

type GroupRowsProps = Pick<AttentionGroupsProps, 'max' | 'onAll' | 'children'> & {
  group: AttentionGroup;
  word: string;
};

function GroupRows({ group: { kind, items }, max, word, onAll, children }: GroupRowsProps) {
  return (
    <>
      <ol className={style['attention']} aria-label={`Attention: ${word}`}>
        {items.slice(0, max).map(children)}
      </ol>
      {items.length > max && (
        <div className={style['more']}>
          <Button onClick={() => onAll(kind)}>{`Show all ${items.length}`}</Button>
        </div>
      )}
    </>
  );
}
