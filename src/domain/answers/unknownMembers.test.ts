import { expect, test } from 'vitest';
import { reservation } from '#e2e/fixtures/samples/sampleRecords.ts';
import { parseRecord } from '#contract/answers.ts';
import { csvText } from './csv.ts';
import { reservationShape } from '#contract/shapes.ts';
import { asSent, jsonText, unknownMembers, withheldText } from './unknownMembers.ts';

test("the specification's example has no unknown members", () => {
  expect(unknownMembers(reservation, reservationShape)).toEqual([]);
});

test('finds undocumented members at any depth, and members that the specification shows only empty', () => {
  const [pilot] = reservation.pilots;
  const record = {
    ...reservation,
    comments: 'bring the covers',
    emptied: '',
    aircraft: { ...reservation.aircraft, location: { name: 'Ramp B' }, engines: [{ serial: 'L-1' }] },
    pilots: [{ ...pilot, weight: 82 }],
  };
  expect(unknownMembers(record, reservationShape)).toEqual([
    { path: 'aircraft.location', label: 'Aircraft · Location', name: 'location', value: { name: 'Ramp B' } },
    { path: 'aircraft.engines', label: 'Aircraft · Engines', name: 'engines', value: [{ serial: 'L-1' }] },
    { path: 'pilots.0.weight', label: 'Pilots 1 · Weight', name: 'weight', value: 82 },
    { path: 'comments', label: 'Comments', name: 'comments', value: 'bring the covers' },
  ]);
});

test('accepts a null, a list or an object in place of another', () => {
  expect(unknownMembers({ ...reservation, pilots: null, training: { sessions: null } }, reservationShape)).toEqual([]);
  expect(unknownMembers(null, reservationShape)).toEqual([]);
});

test('lists the members that the gateway withheld, and does not treat that list as part of the record', () => {
  const record = { userId: 'u', withheldMembers: ['currentBalance', 'roles.fee', 7] };
  expect(withheldText(record)).toBe('2 fields are withheld from your role: currentBalance, roles.fee.');
  expect(withheldText({ withheldMembers: ['fee'] })).toBe('1 field is withheld from your role: fee.');
  expect([withheldText({ userId: 'u' }), withheldText(null), withheldText({ withheldMembers: 'x' })]).toEqual([
    null,
    null,
    null,
  ]);
  expect(asSent(record)).toEqual({ userId: 'u' });
  const whole = { userId: 'u' };
  expect([asSent(whole) === whole, asSent('x')]).toEqual([true, 'x']);
});

test('a record whose texts were isolated has its API details as sent, with escapes for what draws nothing', () => {
  const sent = { ...reservation, displayName: '\u202ESam\u200B \u{E0041}כהן' };
  const record = parseRecord('listReservations', sent);
  expect(record.displayName).toBe('\u2068Sam כהן\u2069');
  expect(asSent(record)).toEqual(sent);
  const json = jsonText(asSent(record));
  expect(JSON.parse(json)).toEqual(sent);
  expect(json).toContain(String.raw`"\u202eSam\u200b \udb40\udc41כהן"`);
  expect(csvText([[String(record.displayName)]])).toBe('\uFEFFSam כהן\r\n');
});
