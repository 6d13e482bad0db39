import { createECDH } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { alertsPath, alertsShape, pushPath } from '#contract/gateway/alerts.ts';
import { sessionsPath, sessionsShape } from '#contract/access/sessions.ts';
import { emptyDirectory, grant } from '#e2e/servers/access/testAccess.ts';
import { openTokenGateway } from '#e2e/servers/access/tokenGateway.ts';
import { AccessStore } from '#server/access/store/store.ts';
import { silentLog } from '#server/observability/log.ts';

it('signing out ends the alerts of that browser alone, and so does ending its session from another one', async () => {
  const directory = emptyDirectory();
  const store = new AccessStore({ directory, clock: Date.now, log: silentLog, audit: () => undefined });
  const token = store.create(grant({ name: 'Maria', role: 'manager' }), 'test').secret ?? '';
  store.close();
  const { ask, close } = await openTokenGateway(directory, { ALERT_PUSH_CONTACT: 'mailto:ops@example.com' });
  onTestFinished(close);
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const keys = { p256dh: browser.getPublicKey('base64url'), auth: 'A'.repeat(22) };
  const signIn = async (name: string) => {
    const cookie = (await ask('/sign-in', '', { token })).set ?? '';
    const endpoint = `https://fcm.googleapis.com/fcm/send/${name}`;
    expect((await ask(pushPath, cookie, { endpoint, name, keys })).status).toBe(200);
    return cookie;
  };
  const [desk, phone, tablet] = [await signIn('Desk'), await signIn('Phone'), await signIn('Tablet')];
  const named = async () => {
    const { recipients } = alertsShape.parse(JSON.parse((await ask(alertsPath, tablet)).text));
    return recipients.map(({ name }) => name);
  };
  expect(await named()).toEqual(['Desk', 'Phone', 'Tablet']);
  expect((await ask('/sign-out', desk, {})).status).toBe(303);
  expect(await named()).toEqual(['Phone', 'Tablet']);
  const { sessions } = sessionsShape.parse(JSON.parse((await ask(sessionsPath, phone)).text));
  const id = sessions.find(({ isThis }) => isThis)?.id;
  expect((await ask(sessionsPath, tablet, { ask: 'end', id })).status).toBe(200);
  expect(await named()).toEqual(['Tablet']);
});
