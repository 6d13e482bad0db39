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
  it.each(amounts)('%s', (text) => expect(holdsMoney(text)).toBe(true));
  it.each(['tire replaced at 120 hr', '$', 'USD', 'N80EU', '80 Europe', 'EURO 5', '', 'Due in 6.2 hours'])(
    'not %s',
    (text) => expect(holdsMoney(text)).toBe(false),
  );
});
