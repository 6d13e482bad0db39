import { RecordTree } from './RecordTree.tsx';
import { Cover, useCover } from './Covered.tsx';
import style from './records.module.css';
import { useWriting } from './useWriting.ts';

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
