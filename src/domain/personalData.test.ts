import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutPersonalData } from './personalData.ts';

test('how to reach a person and what they owe is left out, at any depth', () => {
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

test('everything else stays as it is', () => {
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
