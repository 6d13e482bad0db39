import { expect, test } from 'vitest';
import { aircraftLink, instructorLink, personLink, reservationLink } from '#domain/reservations/links.ts';
import { linksOf } from './cellText.ts';

const reservation = { key: 'r1', start: Date.parse('2026-05-12T20:00:00Z') };
const link = linksOf(
  {
    aircraft: [
      { aircraftId: 'A1', tailNumber: 'N512SP' },
      { aircraftId: 'A2', tailNumber: null },
    ],
    instructorIds: ['u2'],
    userIds: ['u1', 'u2'],
    reservations: [reservation],
  },
  'America/Denver',
);
const at = (name: string) => ({ path: [name] }) as const;

test('known ids link to their pages in any column', () => {
  expect(link('a1', at('x'))).toBe(aircraftLink('A1'));
  expect(link('u1', at('customerId'))).toBe(personLink('u1'));
  expect(link('u2', at('customerId'))).toBe(instructorLink('u2'));
  expect(link('r1', { path: ['reservation', 'id'] })).toBe(reservationLink(reservation, 'America/Denver'));
});

test('a tail number links in a column named after aircraft', () => {
  expect(link(' n512sp ', at('registrationTail'))).toBe(aircraftLink('A1'));
  expect(link('N512SP', at('note'))).toBeNull();
});

test('everything else has no link', () => {
  for (const value of ['', 'N9', null, 7, { a: 1 }, 'constructor']) expect(link(value, at('tailNumber'))).toBeNull();
});
