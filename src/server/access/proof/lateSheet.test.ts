import { expect, it } from 'vitest';
import { accessModes } from '#contract/access/grants.ts';
import { lateNumbersPath, latePath } from '#contract/gateway/late.ts';
import { type Canary, guid } from '#e2e/servers/access/canarySchool.ts';
import type { Person } from '#e2e/servers/access/proofPeople.ts';
import { openProof, type ProofStand } from '#e2e/servers/access/proofStand.ts';

/** A reservation of the canary school, with a canary in every member. */
const reservation = guid(603);
const mayTick = new Set<string>(['manager', 'dispatcher', 'maintenance']);
const mayCall = new Set<string>(['manager', 'dispatcher']);

async function post({ ask }: ProofStand, person: Person, path: string, value: object) {
  const body = JSON.stringify(value);
  return ask(person, path, { method: 'POST', body, also: { 'content-type': 'application/json' } });
}

it.each(accessModes)('with ACCESS=%s only those who may see contact data get a telephone number', async (mode) => {
  const stand = await openProof(mode);
  const { handed, ask, school } = stand;
  const isContact = ({ kind, id }: Canary) => kind === 'contact' && id === 'listReservations';
  const contacts = [...school.known].filter(([, canary]) => isContact(canary)).map(([text]) => text);
  const whole = (await ask('manager', `/replica/reservation?id=${reservation}`)).text;
  const phones = [...whole.matchAll(/"phone":"([^"]+)"/g)].map(([, phone = '']) => phone);
  expect([contacts.length > 5, phones.length]).toEqual([true, 2]);
  for (const person of handed.people) {
    const role = mode === 'open' ? 'manager' : person;
    // Nobody gets one with the sheet; a role that may not open it gets nothing.
    const sheet = await ask(person, `${latePath}?reservation=${reservation}`);
    expect([person, sheet.status === 200]).toEqual([person, mayTick.has(role)]);
    expect([person, [...contacts, ...phones].filter((text) => sheet.text.includes(text))]).toEqual([person, []]);
    const tick = { reservation, step: 'Call the pilot', isDone: true, by: 'AB' };
    // The school has set no steps, so one who may tick is told so.
    const ticked = await post(stand, person, latePath, tick);
    expect([person, ticked.status === 409]).toEqual([person, mayTick.has(role)]);
    const numbers = await post(stand, person, lateNumbersPath, { reservation });
    const shown = phones.filter((phone) => numbers.text.includes(phone));
    expect([person, contacts.filter((text) => numbers.text.includes(text))]).toEqual([person, []]);
    expect([person, numbers.status === 200]).toEqual([person, mayCall.has(role)]);
    expect([person, shown.length > 0]).toEqual([person, mayCall.has(role)]);
  }
});
