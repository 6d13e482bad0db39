import { Cover, useCover } from './Covered.tsx';
import style from './records.module.css';
import { useWriting } from './useWriting.ts';
import { Fragment } from 'react';
import { isRecord, memberLabel } from '#domain/answers/unknownMembers.ts';
import { isGuid, isNone, shownText, type Writing } from '#domain/records/values.ts';

/** One record of any shape: readable, and on demand as the service sent it. */
export function RecordView({ value }: { value: unknown }) {
  const writing = useWriting();
  const cover = useCover(value);
  return (
    <div className={style['view']}>
      <Cover cover={cover} />
      <RecordTree value={cover.shown} writing={writing} />
      <details className={style['raw']}>
        <summary>
          As the service sent it{cover.members.length > 0 && !cover.isOpen && ', without what is covered'}
        </summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard must reach it */}
        <pre tabIndex={0}>{JSON.stringify(cover.shown, null, 2)}</pre>
      </details>
    </div>
  );
}

/** Deeper than this a value is written as JSON. */
const mostLevels = 6;

type TreeProps = { value: unknown; writing: Writing; level?: number };

/** Any value, readable: members by name, lists by number, what is none in words. */
function RecordTree({ value, writing, level = 0 }: TreeProps) {
  if (isNone(value)) return <span className={style['none']}>none</span>;
  if (isGuid(value)) return <code>{value}</code>;
  if (typeof value !== 'object' || value === null) return <>{shownText(value, writing)}</>;
  if (level >= mostLevels) return <code>{JSON.stringify(value)}</code>;
  return Array.isArray(value) ? (
    <ol className={style['list']}>
      {value.map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- items have no identity beyond their place
        <li key={index}>
          <RecordTree value={item} writing={writing} level={level + 1} />
        </li>
      ))}
    </ol>
  ) : (
    <Members value={value} writing={writing} level={level} />
  );
}

function Members({ value, writing, level = 0 }: TreeProps) {
  if (!isRecord(value)) return null;
  return (
    <dl className={style['members']} data-level={level}>
      {Object.entries(value).map(([name, member]) => (
        <Fragment key={name}>
          <dt title={name}>{memberLabel(name) || 'no name'}</dt>
          <dd data-is-nested={typeof member === 'object' && !isNone(member)}>
            <RecordTree value={member} writing={writing} level={level + 1} />
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
