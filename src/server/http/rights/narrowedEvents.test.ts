import { once } from 'node:events';
import { request } from 'node:http';
import { expect, it } from 'vitest';
import { eventually } from '#e2e/servers/teststand.ts';
import { ownId } from '#e2e/servers/access/canarySchool.ts';
import { addressesOf, callers, type Name, names, openSchool } from '#e2e/servers/access/canaryStand.ts';
import { callerHeader } from '#e2e/servers/access/testCallers.ts';

/** A program has no stream. */
const listeners = names.filter((name) => name !== 'program');

it('streams carry no set that the role may not see, and end when access is lost', async () => {
  const { school, stand, ask, revoke } = await openSchool();
  const streams = await Promise.all(listeners.map(async (name) => ({ name, ...(await listenTo(stand.port, name)) })));
  school.renew();
  const people = addressesOf('listUsers')[0] ?? '';
  for (const address of [
    people,
    ...addressesOf('getUser'),
    ...addressesOf('reportInvoices'),
    ...addressesOf('listAircraft'),
  ]) {
    await ask('manager', address, { 'x-flightline-refresh': 'now' });
  }
  const sets = (text: string) => new Set(Array.from(text.matchAll(/"set":"(\w+)"/g), ([, set]) => set));
  const all = ['aircraft', 'report', 'user', 'users'];
  const heard: { readonly [Who in Name]: readonly string[] } = {
    manager: all,
    administrator: [],
    dispatcher: ['aircraft', 'user', 'users'],
    maintenance: ['aircraft'],
    instructor: ['aircraft'],
    stranger: ['aircraft'],
    display: ['aircraft'],
    named: ['aircraft'],
    program: [],
  };
  await eventually(() => {
    for (const { name, text } of streams)
      expect([name, all.filter((set) => sets(text()).has(set))]).toEqual([name, heard[name]]);
  });
  for (const { name, text } of streams) {
    expect([...school.in(text())]).toEqual([]);
    expect(text().includes(ownId), name).toBe(heard[name].includes('user'));
    revoke(callers[name].id);
  }
  await Promise.all(streams.map(({ ended }) => ended));
});

async function listenTo(port: number, name: Name) {
  const call = request({
    port,
    host: '127.0.0.1',
    path: '/events',
    headers: { [callerHeader]: name },
    agent: false,
  }).end();
  call.on('error', () => undefined);
  const [incoming] = await once(call, 'response');
  let text = '';
  incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return { text: () => text, ended: once(incoming, 'end') };
}
