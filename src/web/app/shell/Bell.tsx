import { useEffect, useState } from 'react';
import type { NewsAnswer } from '#contract/gateway/alerts.ts';
import { whenText } from '#domain/time/clock.ts';
import { counted } from '#domain/words.ts';
import { reloadWhenQuiet } from '#web/data/endurance/quietReload.ts';
import { useNews } from '#web/data/gateway/alerts.ts';
import { storedText, storeText } from '#web/device/stored.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { Popover } from '#web/components/controls/overlays.tsx';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { useMinute } from '#web/components/page/now.ts';
import { useClock, useSchool } from '#web/components/page/school.tsx';
import { AlertLine } from '#web/components/records/AlertLine.tsx';
import style from './Bell.module.css';

const seenName = 'flightline alerts seen';
/** Alerts that the list shows; the page has the messages. */
const max = 12;

/** How many alerts are new since this browser last showed them, and the latest ones. */
export function Bell() {
  const { news, failure } = useNews(useSchool().who);
  const [seen, setSeen] = useState(() => storedText(seenName) ?? '');
  // Started here, because the bell is on every page and is loaded after it.
  useEffect(reloadWhenQuiet, []);
  const alerts = news?.alerts ?? [];
  const unread = alerts.filter(({ at, kind }) => at > seen && kind !== 'began').length;
  const label = news === null ? 'Alerts' : `Alerts: ${unread === 0 ? 'nothing new' : `${unread} new`}`;
  const note = () => {
    const [newest] = alerts;
    if (!newest) return;
    setSeen(newest.at);
    storeText(seenName, newest.at);
  };
  return (
    <Popover
      button={
        <span className={style['bell']} data-has-news={unread > 0}>
          <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
            <path
              d="M6 16V11a6 6 0 0 1 12 0v5l1.5 2h-15zM10 20.5h4"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.8"
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          </svg>
          {unread > 0 && <sup>{unread > 99 ? '99+' : unread}</sup>}
        </span>
      }
      buttonLabel={label}
      buttonTip={label}
      buttonClass={style['button']}
      label="Alerts"
      className={style['list']}
    >
      {(close) => <Latest news={news} hasFailed={failure !== null} unread={unread} onRead={note} onClose={close} />}
    </Popover>
  );
}

type LatestProps = {
  news: NewsAnswer | null;
  hasFailed: boolean;
  unread: number;
  onRead: () => void;
  onClose: () => void;
};

function Latest({ news, hasFailed, unread, onRead, onClose }: LatestProps) {
  const now = useMinute();
  const clock = useClock();
  if (!news) return <p role="status">{hasFailed ? 'Alerts could not be loaded. Trying again.' : 'Loading…'}</p>;
  const { alerts } = news;
  return (
    <>
      <h2>{counted(alerts.length, 'alert')} in 7 days</h2>
      <ul>
        {alerts.slice(0, max).map((alert) => (
          <li key={alert.id}>
            <AlertLine alert={alert} onOpen={onClose} />
            <small>{whenText(Date.parse(alert.at), now, clock)}</small>
          </li>
        ))}
      </ul>
      <p className={style['actions']}>
        {unread > 0 && <Button onClick={onRead}>Mark all as read</Button>}
        <AppLink to="/alerts" onClick={onClose}>
          All alerts
        </AppLink>
      </p>
    </>
  );
}
