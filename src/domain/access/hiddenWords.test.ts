import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isMoney, isMoneyOrContact, isMoneyText } from './hiddenWords.ts';

const wordsIn = (text: string) => text.trim().split(/\s+/);

describe('a member is about money by the words of its name', () => {
  const money = `
    currentBalance current_balance CURRENT_BALANCE currentbalance balanceCents amount amountDue dueAmount totalAmount
    TotalAmountUSD USDAmount price unitPrice pricing cost totalcost laborCosts COSTS rate hourlyRate wetRate hourlyrate
    fee lateFees charge charges fuelCharge surcharge invoice invoiceTotal invoicedOn payment paymentMethod paid isPaid
    unpaid pay payRate prepaid credit creditLimit debit debitMemo tax salesTax taxes revenue discount discountPercent
    billed billing billingMeter unbilled wage salary owed refund deposit subtotal accountNumber usd`;
  it.each([...wordsIn(money), 'Current balance'])('%s', (name) => expect(isMoney(name)).toBe(true));

  const other = `
    operated totalTime flightRated rating ratedPower operator operatorId totalItems items climbRate rateOfClimb burnRate
    heartRate completionRate duration separated iterate weightAndBalance weight_balance propBalance dynamicBalanceDate
    batteryCharge pilotInCharge taxiTime taxi syntax payload feet coffee percent percentComplete center accredited
    description tailNumber hobbsIn email phoneNumber — 日本`;
  it.each([...wordsIn(other), ''])('not %s', (name) => expect(isMoney(name)).toBe(false));

  it('whatever stands around the word, and however it is written', () => {
    const words = fc.constantFrom(...wordsIn('balance price invoice payment amount revenue discount fee cost'));
    const beside = fc.constantFrom(...wordsIn('aircraft total student flight last x'));
    const join = fc.constantFrom('_', '-', ' ', '.');
    const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);
    fc.assert(
      fc.property(words, beside, beside, join, (word, before, after, sign) => {
        const forms = [
          [before, word, after].join(sign),
          before + capital(word) + capital(after),
          capital(before) + capital(word),
          [before, word, after].join(sign).toUpperCase(),
        ];
        expect(forms.filter((form) => !isMoney(form))).toEqual([]);
      }),
    );
  });
});

describe('how somebody can be reached or recognised', () => {
  const contact = `
    email eMail phone phoneNumber mobile homeAddress birthDate gender imageUrl photo emergencyContact fax passportNumber zip
    currentBalance hourlyRate`;
  it.each(wordsIn(contact))('%s', (name) => expect(isMoneyOrContact(name)).toBe(true));
  const other = 'userId firstName lastName fuelCell emergencyLocator contactor description status';
  it.each(wordsIn(other))('not %s', (name) => expect(isMoneyOrContact(name)).toBe(false));
});

describe('a text that is an amount of money', () => {
  const amounts = [
    '$12.50',
    '$ 12',
    '-$3',
    '$-3',
    '($12.50)',
    'USD 12',
    'usd 12.5',
    '12.50 USD',
    '€ 1.200,00',
    '12,50 €',
  ];
  const others = ['£5', '¥500', 'CA$12', '$1,250.00', '$120/hr', '$120 per hour', ' $7 ', '+$7'];
  it.each([...amounts, ...others])('%s', (text) => expect(isMoneyText(text)).toBe(true));

  const texts = [
    '12.50',
    'N512SP',
    '$',
    'USD',
    'C172',
    'tire replaced, $120',
    '12 hr',
    '',
    '$x',
    'CAD',
    'R44',
    'EURO 5',
  ];
  it.each(texts)('not %s', (text) => expect(isMoneyText(text)).toBe(false));

  it('is none of what is no text, and of what is too long for one', () => {
    const none = [12, null, {}, [], true, ['$12'], `$${'1 '.repeat(100_000)}`, `${'1'.repeat(59)}x`];
    expect(none.filter(isMoneyText)).toEqual([]);
  });
});

it('withholds a name that is longer than any service writes, unread', () => {
  const name = 'A'.repeat(100_000);
  expect([isMoney(name), isMoneyOrContact(name), isMoney('A'.repeat(2_000))]).toEqual([true, true, false]);
});
