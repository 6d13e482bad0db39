import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accessAnswerShape } from '#contract/access/grants.ts';
import { cookieIn, openAccessStand } from '#e2e/servers/access/testAccess.ts';
import { verifyAudit } from './store/auditTrail.ts';

const network = '127.0.0.0/24';

describe('the audit of roles', () => {
  it.each([
    ['/api/reports/v1.0/operators/1001/invoices?Keyword=Garcia', 'GET', '/operators/{operatorId}/invoices'],
    [
      '/api/core/v1.0/operators/1001/users/00000000-0000-4000-8000-000000000501',
      'GET',
      '/operators/{operatorId}/users/{userId}',
    ],
    ['/replica/people?search=Garcia', 'GET', '/replica/people'],
    ['/access', 'POST', '/access'],
  ])('has refusals by role, %s, without ids and filters', async (address, method, path) => {
    const { ask, post, handOut, enter, audited } = await openAccessStand();
    const { id, secret } = handOut({ role: 'maintenance' });
    const cookie = cookieIn(await enter(secret));
    const answer = await (method === 'POST'
      ? post(address, { ask: 'revoke', id }, { cookie })
      : ask(address, { headers: { cookie } }));
    expect(answer.status).toBe(403);
    const [signedIn, ...refused] = audited();
    expect(signedIn).toMatchObject({ event: 'signed in', grant: id });
    expect(refused).toEqual([
      {
        event: 'refused',
        why: 'role',
        role: 'maintenance',
        path,
        grant: id,
        session: expect.stringMatching(/^\w{8}$/),
        network,
      },
    ]);
  });
});

describe('the audit', () => {
  it('has at most thirty refusals in a minute, and the number left out', async () => {
    const { ask, handOut, enter, audited, advance } = await openAccessStand();
    const headers = { cookie: cookieIn(await enter(handOut({ role: 'maintenance' }).secret)) };
    for (let turn = 0; turn < 50; turn++) await ask('/replica/people', { headers });
    advance(60_000);
    await ask('/replica/people', { headers });
    const refused = audited().filter(({ event }) => event === 'refused');
    expect(refused).toHaveLength(31);
    expect(refused.at(-1)).toMatchObject({ why: 'role', leftOut: 20 });
  });

  it('has at most thirty exports and sign-ins of a person in a minute, and every grant', async () => {
    const { post, handOut, enter, audited, advance } = await openAccessStand();
    const [first, second] = [handOut({ role: 'dispatcher' }), handOut({ role: 'dispatcher' })];
    const [headers, others] = await Promise.all(
      [first, second].map(async ({ secret }) => ({ cookie: cookieIn(await enter(secret)) })),
    );
    for (let turn = 0; turn < 50; turn++) await post('/exports', { file: 'flights.csv' }, headers);
    await post('/exports', { file: 'other.csv' }, others);
    const exported = () => audited().filter(({ event }) => event === 'exported');
    expect([exported().length, exported().at(-1)?.file]).toEqual([31, 'other.csv']);
    advance(60_000);
    await post('/exports', { file: 'flights.csv' }, headers);
    expect(exported().at(-1)).toMatchObject({ by: first.id, leftOut: 20 });
    for (let turn = 0; turn < 40; turn++) await enter(first.secret);
    expect(audited().filter(({ event, grant }) => event === 'signed in' && grant === first.id)).toHaveLength(31);
  });

  it('has a change on disk before it is answered, and its check finds any cut tail', async () => {
    const { directory, post, handOut, enter } = await openAccessStand();
    const cookie = cookieIn(await enter(handOut({ role: 'manager' }).secret));
    const path = join(directory, 'audit', '2026-05.jsonl');
    const onDisk = () => (existsSync(path) ? readFileSync(path, 'utf8') : '');
    const display = { kind: 'display', role: null, userId: null, showsNames: false, subject: null, days: 30 };
    for (const name of ['lobby', 'hall']) {
      const made = await post('/access', { ask: 'create', ...display, name }, { cookie });
      // As a kill at this moment would leave it.
      const { grants } = accessAnswerShape.parse(await made.json());
      const id = grants.find((one) => one.name === name)?.id ?? '';
      expect(onDisk()).toContain(`"event":"created","kind":"display","grant":"${id}"`);
      await post('/access', { ask: 'revoke', id }, { cookie });
      expect(onDisk()).toContain(`"event":"revoked","kind":"display","grant":"${id}"`);
    }
    await post('/exports', { file: 'flights.csv' }, { cookie });
    expect(onDisk()).toContain('"event":"exported"');
    expect(verifyAudit(directory)).toMatchObject({ entries: 6, faults: [] });
    const lines = onDisk().trimEnd().split('\n');
    for (let left = 0; left < lines.length; left++) {
      writeFileSync(
        path,
        lines
          .slice(0, left)
          .map((line) => `${line}\n`)
          .join(''),
      );
      const words = left === 5 ? 'Entry 6 is missing.' : `Entries ${left + 1} to 6 are missing.`;
      expect(verifyAudit(directory).faults).toEqual([words]);
    }
    writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  });

  it('has each grant and revocation, with its giver, session and network', async () => {
    const { post, handOut, enter, audited } = await openAccessStand();
    const { id, secret } = handOut({ role: 'manager', name: 'Maria' });
    const cookie = cookieIn(await enter(secret));
    const request = {
      kind: 'display',
      name: 'lobby',
      role: null,
      userId: null,
      showsNames: false,
      subject: null,
      days: 30,
    };
    const made = await post('/access', { ask: 'create', ...request }, { cookie });
    const { grants } = accessAnswerShape.parse(await made.json());
    const lobby = grants.find(({ name }) => name === 'lobby')?.id ?? '';
    await post('/access', { ask: 'revoke', id: lobby }, { cookie });
    const by = {
      kind: 'display',
      grant: lobby,
      role: 'display',
      by: id,
      session: expect.stringMatching(/^\w{8}$/),
      network,
    };
    expect(audited().slice(1)).toEqual([
      { event: 'created', ...by },
      { event: 'revoked', ...by },
    ]);
  });
});
