import { expect, test } from 'vitest';
import { reservation } from '#contract/sampleRecords.ts';
import { reservationShape } from '#contract/shapes.ts';
import { asSent, unknownMembers, withheldText } from './unknownMembers.ts';

test('a record as the specification shows it holds nothing unknown', () => {
  expect(unknownMembers(reservation, reservationShape)).toEqual([]);
});

test('finds what no shape describes at any depth, and what the specification shows only empty', () => {
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

test('takes a null, a list or an object where the other was meant as it comes', () => {
  expect(unknownMembers({ ...reservation, pilots: null, training: { sessions: null } }, reservationShape)).toEqual([]);
  expect(unknownMembers(null, reservationShape)).toEqual([]);
});

test('says which members the gateway left out, and draws none of that as the record', () => {
  const record = { userId: 'u', withheldMembers: ['currentBalance', 'roles.fee', 7] };
  expect(withheldText(record)).toBe('2 members are withheld from your role: currentBalance, roles.fee.');
  expect(withheldText({ withheldMembers: ['fee'] })).toBe('1 member is withheld from your role: fee.');
  expect([withheldText({ userId: 'u' }), withheldText(null), withheldText({ withheldMembers: 'x' })]).toEqual([
    null,
    null,
    null,
  ]);
  expect(asSent(record)).toEqual({ userId: 'u' });
  const whole = { userId: 'u' };
  expect([asSent(whole) === whole, asSent('x')]).toEqual([true, 'x']);
});
