import { memo } from 'react';
import type { LogEntry } from '#contract/gateway/log.ts';
import { entryLink, entryWords, takersLink, type LogDay } from '#domain/log/words.ts';
import { type Clock, clockText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock } from '#web/components/page/school.tsx';
import { LogMark } from '#web/components/records/LogMark.tsx';
import { isNews } from './changesModel.ts';
import style from './changes.module.css';

type LogListProps = {
  days: readonly LogDay[];
  lookedAt: Instant;
  /** These entries belong to another query. They keep the space until the answer is loaded, but must not be read. */
  isPending: boolean;
};

/** Entries by day, newest first. */
export function LogList({ days, lookedAt, isPending }: LogListProps) {
  const clock = useClock();
  const now = useMinute();
  return (
    <div className={style['log']} data-is-pending={isPending} inert={isPending}>
      {days.map(({ day, title, entries }) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h3 id={`day-${day}`}>{title}</h3>
          <ol>
            {entries.map((entry) => (
              <Entry
                key={entry.seq}
                entry={entry}
                isNew={isNews(entry, lookedAt)}
                takers={takersLink(entry, now, clock.zone)}
                clock={clock}
              />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

type EntryProps = {
  entry: LogEntry;
  isNew: boolean;
  /** The address of who could use the time that it freed; null if it freed none. */
  takers: string | null;
  clock: Clock;
};

/** One entry; redrawn only if it changed, because a known entry stays the same object. */
const Entry = memo(function Entry({ entry, isNew, takers, clock }: EntryProps) {
  const { words, about, who } = entryWords(entry, clock);
  const link = entryLink(entry, clock.zone);
  const at = Date.parse(entry.at);
  return (
    <li data-is-new={isNew} data-seq={entry.seq}>
      <time dateTime={entry.at}>{clockText(at, clock)}</time>
      <span className={style['kind']}>
        <LogMark entry={entry} />
        {isNew && <span className="visually-hidden">, new</span>}
      </span>
      <span className={style['tail']}>{entry.tail}</span>
      <span className={style['who']} data-tip={who}>
        {who}
      </span>
      <span className={style['words']}>
        {link === null ? (
          <b>{words}</b>
        ) : (
          <AppLink coversRow to={link}>
            {words}
          </AppLink>
        )}
        {about && <span>{about}</span>}
        {takers !== null && (
          <AppLink isAlone className={style['above']} to={takers}>
            Who could use it?
          </AppLink>
        )}
      </span>
    </li>
  );
});
