import fc from 'fast-check';
import { expect, test } from 'vitest';
import { personalMembers, withoutPeople, withoutPersonalData } from './personalData.ts';
import { sampleReservation } from '#e2e/fixtures/samples/sampleReservation.ts';

test('contact data and balances are left out, at any depth', () => {
  const squawk = {
    description: 'Left brake soft',
    createdBy: { firstName: 'Ana', lastName: 'Garcia', phoneNumber: '(719) 555-0100', email: 'ana@example.com' },
    history: [{ note: 'Seen', byUser: { Phone: '1', homeAddress: '2', currentBalance: -120 } }],
  };
  expect(withoutPersonalData(squawk)).toEqual({
    description: 'Left brake soft',
    createdBy: { firstName: 'Ana', lastName: 'Garcia' },
    history: [{ note: 'Seen', byUser: {} }],
  });
});

test('everything else stays unchanged', () => {
  const impersonal = fc.letrec((tie) => ({
    value: fc.oneof({ depthSize: 'small' }, fc.string(), fc.double(), fc.constant(null), tie('record'), tie('list')),
    record: fc.dictionary(fc.stringMatching(/^[a-d]{1,8}$/), tie('value'), { noNullPrototype: true }),
    list: fc.array(tie('value')),
  })).value;
  fc.assert(
    fc.property(impersonal, (value) => {
      expect(withoutPersonalData(value)).toEqual(value);
    }),
  );
});

test('removed fields with a value are listed, each kind once', () => {
  const users = [
    { email: 'a@example.com', phoneNumber: null, currentBalance: 0, emailed: [] },
    { email: 'b@example.com', by: [{ homeAddress: 'x' }] },
  ];
  expect(personalMembers(users)).toEqual(['Email', 'Current balance', 'Emailed', 'Home address']);
  expect(personalMembers(withoutPersonalData(users))).toEqual([]);
});

test('without names, neither the record nor anything made from it contains one', () => {
  const reservation = sampleReservation('Standard', {
    displayName: 'Garcia, Ana',
    pilots: [{ userId: 'u1', firstName: 'Ana', lastName: 'Garcia' }],
    instructor: { userId: 'u2', firstName: 'Lee', lastName: 'Okafor' },
  });
  const kept = withoutPeople([reservation]);
  expect(JSON.stringify(kept)).not.toMatch(/Garcia|Ana|Okafor|Lee/);
  expect(kept).toMatchObject([
    { key: reservation.key, start: reservation.start, type: reservation.type, pilots: [], record: {} },
  ]);
});
