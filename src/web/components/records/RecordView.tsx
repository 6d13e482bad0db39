import { Fragment, useMemo, useState } from 'react';
import { asSent, jsonText, withheldText } from '#domain/answers/unknownMembers.ts';
import { personalMembers, withoutPersonalData } from '#domain/people/personalData.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useSchool } from '#web/components/page/school.tsx';
import { ApiDetails } from '#web/components/panel/QueryShown.tsx';
import { type RecordNode, recordNode, type Writing, zonelessNote } from './recordModel.ts';
import style from './records.module.css';

/** How the values of records are written on this screen. */
export function useWriting(): Writing {
  const now = useMinute();
  const clock = useClock();
  const { timeZone, zonelessTimes } = useSchool();
  return useMemo(
    () => ({ now, clock, zone: { name: timeZone, zoneless: zonelessTimes } }),
    [now, clock, timeZone, zonelessTimes],
  );
}

type CoverProps = {
  /** The kinds of personal data in the record, in words. */
  members: readonly string[];
  isOpen: boolean;
  toggle: () => void;
};

/** Names the hidden members, and a button shows them. Nothing is drawn if nothing is hidden. */
export function Cover({ cover: { members, isOpen, toggle } }: { cover: CoverProps }) {
  if (members.length === 0) return null;
  const names = members.map((name) => name.toLowerCase()).join(', ');
  return (
    <span className={style['cover']}>
      <span>{isOpen ? `Shown: ${names}` : `Hidden: ${names}`}</span>
      <Button onClick={toggle}>{isOpen ? 'Hide' : 'Show'}</Button>
    </span>
  );
}

/** One record of any shape: readable, and on request as JSON; personal data is drawn only on request. */
export function RecordView({ value: given }: { value: unknown }) {
  const value = useMemo(() => asSent(given), [given]);
  const withheld = withheldText(given);
  const writing = useWriting();
  const [isOpen, setOpen] = useState(false);
  const members = useMemo(() => personalMembers(value), [value]);
  const shown = useMemo(() => (isOpen ? value : withoutPersonalData(value)), [isOpen, value]);
  const node = useMemo(() => recordNode(shown, writing), [shown, writing]);
  const json = useMemo(() => jsonText(shown), [shown]);
  const note = zonelessNote(json, writing);
  return (
    <div className={style['view']}>
      <Cover cover={{ members, isOpen, toggle: () => setOpen(!isOpen) }} />
      <RecordTree node={node} level={0} />
      {withheld && <p className={style['withheld']}>{withheld}</p>}
      <ApiDetails name="record">
        <p>Original JSON{members.length > 0 && !isOpen && ', without hidden members'}</p>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard must reach it */}
        <pre tabIndex={0} className={style['raw']}>
          {json}
        </pre>
        {note && <p>{note}</p>}
      </ApiDetails>
    </div>
  );
}

/** Members by name, lists by number, none in words. */
function RecordTree({ node, level }: { node: RecordNode; level: number }) {
  if (node.kind === 'none') return <span className={style['none']}>none</span>;
  if (node.kind === 'code') return <code>{node.text}</code>;
  if (node.kind === 'text') return node.text;
  if (node.kind === 'list') {
    return (
      <ol className={style['list']}>
        {node.items.map((item, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- items have no identity except their position
          <li key={index}>
            <RecordTree node={item} level={level + 1} />
          </li>
        ))}
      </ol>
    );
  }
  return (
    <dl className={style['members']} data-level={level}>
      {node.members.map((member) => (
        <Fragment key={member.name}>
          <dt data-tip={member.name}>{member.label}</dt>
          <dd data-is-nested={isNested(member.node)}>
            <RecordTree node={member.node} level={level + 1} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

function isNested({ kind }: RecordNode): boolean {
  return kind === 'list' || kind === 'members';
}
