import { useEffect, useState } from 'react';
import { useSavePush } from '#web/data/gateway/alerts.ts';
import { failureWords } from '#domain/answers/failures.ts';
import { asFailure } from '#web/data/client.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import style from './alerts.module.css';

type State = 'looking' | 'not supported' | 'blocked' | 'off' | 'on';

type BrowserPushProps = { pushKey: string | null; known: readonly string[]; isManager: boolean };

/** Push messages to this browser, even with no Flightline page open. `known`: where the gateway sends this person's pushes. */
export function BrowserPush({ pushKey, known, isManager }: BrowserPushProps) {
  const [state, setState] = useState<State>('looking');
  const [problem, setProblem] = useState<string | null>(null);
  const saving = useSavePush();
  useEffect(() => {
    let isHere = true;
    void present(known).then((found) => isHere && setState(found));
    return () => {
      isHere = false;
    };
  }, [known]);
  if (pushKey === null) {
    return (
      <StateMark shape="ring" tone="inactive">
        {isManager ? 'Not set up' : 'Not set up: ask a manager'}
      </StateMark>
    );
  }
  const change = async (work: () => Promise<State>) => {
    setProblem(null);
    try {
      setState(await work());
    } catch (error) {
      setProblem(failureWords(asFailure(error)).title);
    }
  };
  const subscribe = async (): Promise<State> => {
    if ((await Notification.requestPermission()) !== 'granted') return present(known);
    const { pushManager } = await navigator.serviceWorker.ready;
    const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
    const { endpoint = '', keys } = subscription.toJSON();
    const { p256dh = '', auth = '' } = keys ?? {};
    await saving.mutateAsync({ endpoint, name: browserName(), keys: { p256dh, auth } });
    return 'on';
  };
  const end = async (): Promise<State> => {
    const { pushManager } = await navigator.serviceWorker.ready;
    const subscription = await pushManager.getSubscription();
    if (subscription) {
      await saving.mutateAsync({ endpoint: subscription.endpoint, name: '', keys: null }).catch(() => null);
      await subscription.unsubscribe();
    }
    return 'off';
  };
  return (
    <>
      <p role="status">
        <StateMark shape={marks[state].shape} tone={marks[state].tone}>
          {marks[state].words}
        </StateMark>
      </p>
      {state === 'off' && <Button onClick={() => void change(subscribe)}>Send alerts to this browser</Button>}
      {state === 'on' && <Button onClick={() => void change(end)}>Stop alerts to this browser</Button>}
      {problem !== null && (
        <p role="alert" className={style['answer']}>
          Not changed: {problem}
        </p>
      )}
    </>
  );
}

const marks = {
  looking: { shape: 'ring', tone: 'plain', words: 'Looking…' },
  'not supported': {
    shape: 'dashed',
    tone: 'inactive',
    words: 'This browser cannot get push messages here. It needs https, and a normal window, not a private one.',
  },
  blocked: {
    shape: 'octagon',
    tone: 'expired',
    words: 'Notifications are blocked for this site. Allow them in the settings of the browser.',
  },
  off: { shape: 'ring', tone: 'inactive', words: 'Gets no alerts' },
  on: { shape: 'check', tone: 'ok', words: 'Gets alerts, even with no page open' },
} as const;

/** What this browser can do, and whether it is subscribed and the gateway knows it. */
async function present(known: readonly string[]): Promise<State> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return 'not supported';
  if (Notification.permission === 'denied') return 'blocked';
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return 'not supported';
  const subscription = await registration.pushManager.getSubscription();
  return subscription && known.includes(subscription.endpoint) ? 'on' : 'off';
}

/** `Firefox on Linux`, for the list of recipients. */
function browserName(): string {
  const { userAgent } = navigator;
  const browser = ['Edg', 'Firefox', 'Chrome', 'Safari'].find((name) => userAgent.includes(`${name}/`)) ?? 'Browser';
  const system = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS', 'Linux'].find((name) => userAgent.includes(name));
  return `${browser === 'Edg' ? 'Edge' : browser}${system === undefined ? '' : ` on ${system}`}`;
}
