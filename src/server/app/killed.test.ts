import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { recipientsPath } from '#contract/gateway/alerts.ts';
import { latePath, lateSheetShape } from '#contract/gateway/late.ts';
import { snoozesPath, snoozesShape } from '#contract/gateway/snoozes.ts';
import { evidence, fingerprintOf } from '#domain/overview/evidence.ts';
import { runAccess } from '#e2e/servers/access/accessCommand.ts';
import { sampleRecipient } from '#e2e/servers/alertSender.ts';
import { killedProgram } from '#e2e/servers/killedProgram.ts';
import { guid, listen, newStubSchool, stubReservation, stubService } from '#e2e/servers/testCopy.ts';
import { eventually } from '#e2e/servers/teststand.ts';
import { readSettings } from './settings.ts';

/** More by hand: at 84, and at 80 on a busy machine, nothing was lost. */
const kills = 4;
const step = 'Call the pilot';
const hour = 3_600_000;

/** A school with an aircraft that is not back from as many flights as there are kills, and one that a squawk grounds. */
async function openService() {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  const out = { reservationStatus: { id: 1, name: 'Checked Out' } };
  const service = await listen(
    stubService({
      ...newStubSchool(),
      aircraft: [1, 2].map((id) => ({
        aircraftId: guid(id),
        tailNumber: `N${id}SP`,
        status: { id: 1, name: 'Active' },
      })),
      reservations: Array.from({ length: kills }, (_, flight) =>
        stubReservation(flight + 1, at(-3 * hour), at(-hour), out),
      ),
      instead: { '/squawks': [{ squawkId: 's1', description: 'Left brake soft', groundAircraft: true }] },
    }),
  );
  onTestFinished(service.close);
  return service.url;
}

/** A gateway with a sign-in, which is killed and started again, with its commands, its answers and its audit. */
async function openProgram() {
  const { url, env, start } = await killedProgram({
    API_BASE_URL: await openService(),
    ACCESS: 'tokens',
    LATE_STEPS: step,
    ALERT_WEBHOOKS: 'line=slack+http://127.0.0.1:9/',
  });
  const command = (...words: string[]) => {
    const printed: string[] = [];
    const [print, settings] = [(line: string) => void printed.push(line), () => readSettings(env)];
    return { code: runAccess(words, { settings, clock: Date.now, print, note: print }), printed };
  };
  const ask = async (cookie: string, path: string, sent?: object | URLSearchParams) => {
    const isForm = sent instanceof URLSearchParams;
    const headers = { cookie, origin: url, ...(sent && !isForm ? { 'content-type': 'application/json' } : {}) };
    const body = sent && { method: 'POST', body: isForm ? sent : JSON.stringify(sent) };
    const answer = await fetch(url + path, { headers, redirect: 'manual', ...body });
    return { status: answer.status, set: answer.headers.getSetCookie(), text: await answer.text() };
  };
  const audit = () => {
    const files = readdirSync(join(env.DATA_DIR, 'audit'));
    return files.map((file) => readFileSync(join(env.DATA_DIR, 'audit', file), 'utf8')).join('');
  };
  return { command, start, ask, audit };
}

/** What was confirmed to the person, and what was sent before the kill and not answered. */
type Confirmed = { ticks: number; until: string[]; recipients: string[]; cookies: string[]; ended: string[] };

it('a gateway that is killed at a random moment has lost nothing that it confirmed, and its audit is whole', async () => {
  const { command, start, ask, audit } = await openProgram();
  const tokenFor = (name: string) =>
    command('access', 'token', '--name', name, '--role', 'manager', '--days', '1').printed[0] ?? '';
  // A person has at most 20 sessions: who signs in again and again is another one.
  const [anas, bens] = [tokenFor('Ana'), tokenFor('Ben')];
  const signIn = async (token: string) => {
    const { status, set } = await ask('', '/sign-in', new URLSearchParams({ token }));
    expect(status).toBe(303);
    return set[0]?.split(';')[0] ?? '';
  };
  const confirmed: Confirmed = { ticks: 0, until: [], recipients: [], cookies: [], ended: [] };
  let [ticked, kept] = [0, 0];
  let kill = await start();
  const first = await signIn(anas);
  const sheet = async (flight: number) => {
    const { text } = await ask(first, `${latePath}?reservation=${guid(flight)}`);
    return lateSheetShape.parse(JSON.parse(text));
  };
  const putOff = async (until: string | null) => {
    const fingerprint = until && fingerprintOf([evidence('squawk', 's1', 'grounds')]);
    return (await ask(first, snoozesPath, { key: `grounded ${guid(2)}`, fingerprint, until })).status;
  };
  await eventually(async () => expect((await sheet(kills)).record).not.toBeNull());
  await eventually(async () => {
    const until = new Date(Date.now() + hour).toISOString();
    expect(await putOff(until)).toBe(200);
    confirmed.until = [until];
  });
  for (let flight = 1; flight <= kills; flight++) {
    const ending = new AbortController();
    confirmed.ticks = 0;
    /** One kind of change again and again, until the gateway no longer answers. */
    const untilKilled = async (change: (count: number) => Promise<void>) => {
      for (let count = 0; !ending.signal.aborted; count++)
        await change(count).catch((error: unknown) => {
          // The connection of a killed process ends; anything else is a fault.
          if (!(error instanceof TypeError)) throw error;
        });
    };
    const working = Promise.all([
      untilKilled(async (count) => {
        const sent = { reservation: guid(flight), step, isDone: count % 2 === 0 };
        expect((await ask(first, latePath, sent)).status).toBe(200);
        confirmed.ticks++;
        ticked++;
        await delay(5);
      }),
      untilKilled(async (count) => {
        const until = new Date(Date.now() + hour + count).toISOString();
        confirmed.until.push(until);
        expect(await putOff(until)).toBe(200);
        confirmed.until = [until];
        await delay(5);
      }),
      untilKilled(async () => {
        const {
          secret: _,
          subscription: _s,
          owner: _o,
          session: _n,
          ...recipient
        } = sampleRecipient({ id: '', isOn: false });
        const added = await ask(first, recipientsPath, { id: '', recipient });
        expect(added.status).toBe(200);
        const { id } = JSON.parse(added.text) as { id: string };
        confirmed.recipients.push(id);
        const [oldest] = confirmed.recipients;
        if (confirmed.recipients.length < 3 || oldest === undefined) return;
        // Whether it is gone is open until the answer.
        confirmed.recipients.shift();
        expect((await ask(first, recipientsPath, { id: oldest, recipient: null })).status).toBe(200);
      }),
      untilKilled(async () => {
        confirmed.cookies.push(await signIn(bens));
        const [oldest] = confirmed.cookies;
        if (confirmed.cookies.length < 3 || oldest === undefined) return;
        confirmed.cookies.shift();
        expect((await ask(oldest, '/sign-out', new URLSearchParams())).status).toBe(303);
        confirmed.ended.push(oldest);
      }),
    ]);
    // On a slow machine each kind has been confirmed at least once before the kill.
    const ended = confirmed.ended.length;
    await eventually(() => expect(Math.min(confirmed.ticks, confirmed.ended.length - ended)).toBeGreaterThan(0));
    await delay(Math.random() * 400);
    ending.abort();
    await kill();
    await working;
    expect(command('access', 'audit', '--verify')).toMatchObject({ code: 0 });
    kill = await start();
    const { acts } = await sheet(flight);
    expect([confirmed.ticks, confirmed.ticks + 1]).toContain(acts.length);
    kept += acts.length;
    // A tick that was kept and not confirmed may have its entry or not.
    const entries = audit().match(/"event":"(un)?ticked"/g) ?? [];
    expect(entries.length).toBeGreaterThanOrEqual(ticked);
    expect(entries.length).toBeLessThanOrEqual(kept);
    const { snoozes } = snoozesShape.parse(JSON.parse((await ask(first, snoozesPath)).text));
    expect(confirmed.until).toContain(snoozes[0]?.until);
    const listed = await ask(first, '/replica/alerts');
    expect(confirmed.recipients.filter((id) => !listed.text.includes(`"${id}"`))).toEqual([]);
    for (const cookie of confirmed.cookies) expect((await ask(cookie, '/config')).status).toBe(200);
    for (const cookie of confirmed.ended) expect((await ask(cookie, '/config')).status).toBe(401);
  }
  expect(ticked).toBeGreaterThan(kills);
  expect(confirmed.ended.length).toBeGreaterThan(0);
});
