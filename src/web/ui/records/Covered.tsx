import { personalMembers, withoutPersonalData } from '#domain/people/personalData.ts';
import { useMemo, useState } from 'react';
import { Button } from '#web/ui/controls/controls.tsx';
import style from './records.module.css';

/**
 * A value without what is personal in it, until somebody asks: what is covered is not drawn at all. The state lives and
 * ends with the component, and is written nowhere.
 */
export function useCover<Value>(value: Value) {
  const [isOpen, setOpen] = useState(false);
  const members = useMemo(() => personalMembers(value), [value]);
  const shown = useMemo(() => (isOpen ? value : (withoutPersonalData(value) as Value)), [isOpen, value]);
  return { shown, members, isOpen, toggle: () => setOpen(!isOpen) };
}

/** Names what is covered, and uncovers it. Nothing is drawn where nothing is. */
export function Cover({ cover }: { cover: Omit<ReturnType<typeof useCover>, 'shown'> }) {
  if (cover.members.length === 0) return null;
  const names = cover.members.map((name) => name.toLowerCase()).join(', ');
  return (
    <span className={style['cover']}>
      <span>{cover.isOpen ? `Shown: ${names}` : `Hidden: ${names}`}</span>
      <Button onClick={cover.toggle}>{cover.isOpen ? 'Cover' : 'Show'}</Button>
    </span>
  );
}
