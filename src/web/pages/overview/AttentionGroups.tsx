import type { ReactNode } from 'react';
import { type AttentionItem, type AttentionKind, attentionKinds } from '#domain/overview/attention.ts';
import { Fold } from '#web/ui/controls/Fold.tsx';
import { Button } from '#web/ui/controls/buttons.tsx';
import { type Look, StateMark } from '#web/ui/controls/StateMark.tsx';
import { useUrlSet } from '#web/ui/page/urlState.ts';
import { type AttentionGroup, attentionGroups, mostInSight } from './overviewModel.ts';
import style from './overview.module.css';

type AttentionGroupsProps = {
  items: readonly AttentionItem[];
  /** The most items in sight without opening a group. */
  most: number;
  /** The mark and the word of an item. */
  lookOf: (item: AttentionItem) => Look & { readonly word: string; readonly several?: string };
  /** Shows all items of one kind, and only those. */
  onAll: (kind: AttentionKind) => void;
  children: (item: AttentionItem) => ReactNode;
};

/** Many items by kind: the most severe groups are open; the others show their number and their subjects. */
export function AttentionGroups({ items, most, lookOf, onAll, children }: AttentionGroupsProps) {
  const opened = useUrlSet('groups', attentionKinds, 'replace');
  return attentionGroups(items, most).map((group) => {
    const { kind, gravest, subjects, items: own, isInSight } = group;
    const { word: one, several = one, ...look } = lookOf(gravest);
    const word = own.length === 1 ? one : several;
    const heading = (
      <>
        <StateMark {...look}>
          <b>{own.length}</b> {word}
        </StateMark>
        {!isInSight && <span className={style['quiet']}>{subjects}</span>}
      </>
    );
    const rows = (
      <GroupRows group={group} most={isInSight ? most : mostInSight} word={word} onAll={onAll}>
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

type GroupRowsProps = Pick<AttentionGroupsProps, 'most' | 'onAll' | 'children'> & {
  group: AttentionGroup;
  word: string;
};

function GroupRows({ group: { kind, items }, most, word, onAll, children }: GroupRowsProps) {
  return (
    <>
      <ol className={style['attention']} aria-label={`Attention: ${word}`}>
        {items.slice(0, most).map(children)}
      </ol>
      {items.length > most && (
        <div className={style['more']}>
          <Button onClick={() => onAll(kind)}>{`Show all ${items.length}`}</Button>
        </div>
      )}
    </>
  );
}
