import { describe, expect, it } from 'vitest';
import { holdsMoney, isMoneyText } from './amounts.ts';

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
  const named = [
    'Rs 120',
    'Rs. 1,200',
    'kr 120',
    '120 kr.',
    '120 bucks',
    '80 euros',
    '₩5000',
    '₺120',
    '120:-',
    '＄１２',
  ];
  const others = ['£5', '¥500', 'CA$12', '$1,250.00', '$120/hr', '$120 per hour', ' $7 ', '+$7'];
  it.each([...amounts, ...named, ...others])('%s', (text) => expect(isMoneyText(text)).toBe(true));

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

  it('excludes values that are not text, and texts that are too long', () => {
    const none = [12, null, {}, [], true, ['$12'], `$${'1 '.repeat(100_000)}`, `${'1'.repeat(59)}x`];
    expect(none.filter(isMoneyText)).toEqual([]);
  });
});

describe('a text that contains an amount of money', () => {
  const amounts = [
    'tire replaced, $120',
    'Pays 80 EUR in cash',
    'costs USD 12',
    '120 dollars, 3 hours',
    'R$ 40',
    '(£5)',
    '12\u00a0€ netto',
  ];
  const named = [
    'Rs 120',
    'Collect Rs.120 at the desk',
    'pays kr 120',
    '120 kr for the headset',
    '120:- for the headset',
    'Owes me 120 bucks',
    'two hundred bucks for the tire',
    '₽ 4000',
    '4000 ₴',
    '120 rupees',
    '１２０ dollars',
    'US\u200b$\u200b120',
  ];
  const labelled = [
    'Balance: 120.50',
    'balance 120.50',
    'Balance = -80',
    'balance is 1,204.00',
    'Account balance due: 300',
    'Owes 120',
    'paid 120 in cash',
    'He still owes us 75.',
    'Deposit of 500 on 12 May',
    'fee: 25',
    'costs about 300',
    'price 1.200,00',
    'Total 1,204.50',
    'charged 89.90 by card',
    'refund 60, then closed',
  ];
  it.each([...amounts, ...named, ...labelled])('%s', (text) => expect(holdsMoney(text)).toBe(true));
  const others = ['tire replaced at 120 hr', '$', 'USD', 'N80EU', '80 Europe', 'EURO 5', '', 'Due in 6.2 hours'];
  // Texts of flight schools that hold a figure beside one of those words.
  const ofAviation = [
    'Weight and balance 2450.25 lb',
    'W&B: weight & balance 2450.25',
    'Prop balance 0.07 IPS',
    'propeller balance: 0.07',
    'ILS 27, RNAV 09',
    'SAR 1, RON 2, all 4 cylinders',
    'Battery charged 24.50 V',
    'rate 500 fpm',
    'total 12.5 hours',
    'Total time 1,204.5',
    'R44 and R 22',
    'oil due 1250.5',
    'paid 3 flights ahead',
    'deposit on 11/12/2026',
    'cost: see invoice 2024-113',
    'fees by 12:30',
    'Krishna 120',
    'Frs 12',
    'kronos 12',
    'items 3, - 4',
  ];
  it.each([...others, ...ofAviation])('not %s', (text) => expect(holdsMoney(text)).toBe(false));

  it('is looked for in time that grows with the text', () => {
    for (const part of ['balance ', 'paid of the ', '1.2,', '$ ', 'owes - - ', 'rs. '])
      expect(holdsMoney(part.repeat(50_000).replaceAll('$', '|'))).toBe(false);
  });
});
