import { sync } from 'node-ical';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccessRequest, accessAnswerShape, type FeedSubject } from '#contract/access/grants.ts';
import { type FreeForm, isRecord } from '#contract/objects.ts';
import { openTestCopy, openTestOperator, type TestCopy } from '#e2e/servers/testCopy.ts';

let operator: Awaited<ReturnType<typeof openTestOperator>>;
let copy: TestCopy;

beforeAll(async () => {
  operator = await openTestOperator(['--aircraft=4', '--reservations-per-day=12', '--days=15']);
  const settings = { REPLICA_DAYS_BACK: '7', REPLICA_DAYS_AHEAD: '7' };
  copy = await openTestCopy({ service: operator.url, settings });
  await copy.complete();
});
afterAll(async () => {
  await copy.close();
  await operator.close();
});

/** Posts to `/access` as the page does. */
async function manage(request: AccessRequest) {
  const headers = { 'content-type': 'application/json', origin: copy.url };
  const answer = await fetch(`${copy.url}/access`, { method: 'POST', headers, body: JSON.stringify(request) });
  expect(answer.status).toBe(200);
  return accessAnswerShape.parse(await answer.json());
}

async function linkTo(subject: FeedSubject) {
  const given = { name: 'calendar', role: null, userId: null, showsNames: false, subject, days: 30 };
  const { grants, secret } = await manage({ ask: 'create', kind: 'feed', ...given });
  const [newest] = grants;
  expect(secret).toMatch(/\/calendar\/[\w-]{43}\.ics$/);
  return { id: newest?.id ?? '', address: secret ?? '' };
}

async function first(list: string): Promise<FreeForm> {
  const { body } = await operator.ask(`/core/v1.0/operators/1001/${list}`);
  const [record]: unknown[] = isRecord(body) && Array.isArray(body['items']) ? body['items'] : [];
  if (!isRecord(record)) throw new Error(`The school has no ${list}.`);
  return record;
}

test('the link of an aircraft is its calendar until it is taken back, and needs no sign-in', async () => {
  const { aircraftId, tailNumber } = await first('aircraft');
  const { id, address } = await linkTo({ of: 'aircraft', id: String(aircraftId) });
  const answer = await fetch(address);
  expect(answer.status).toBe(200);
  const text = await answer.text();
  expect(text).toContain(`X-WR-CALNAME:${String(tailNumber)}\r\n`);
  const events = Object.values(sync.parseICS(text)).filter((part) => part?.type === 'VEVENT');
  expect(events.length).toBeGreaterThan(5);
  const etag = answer.headers.get('etag') ?? '';
  expect((await fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304);
  await manage({ ask: 'revoke', id });
  expect((await fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(404);
});

test('the link of an instructor is named after them', async () => {
  const { userId, firstName, lastName } = await first('instructors');
  const { address } = await linkTo({ of: 'instructor', id: String(userId) });
  expect(await (await fetch(address)).text()).toContain(`X-WR-CALNAME:${String(firstName)} ${String(lastName)}\r\n`);
});

test('a made-up link has no calendar', async () => {
  expect((await fetch(`${copy.url}/calendar/${'x'.repeat(43)}.ics`)).status).toBe(404);
});
