const symbols = '$€£¥₹';
const codes = 'USD|EUR|GBP|CAD|AUD|NZD|CHF|JPY|INR|MXN|BRL|SEK|NOK|DKK|PLN|ZAR|SGD|HKD';
const sign = String.raw`(?:[A-Z]{0,3}[${symbols}]|${codes})`;
const figure = String.raw`[-+−]?\d[\d.,' \u00a0]*`;
const unit = String.raw`(?:\s*(?:/|per\s)\s*[a-z]+\.?)?`;
const moneyText = new RegExp(`^\\(?[-+−]?\\s*(?:${sign}\\s*${figure}|${figure}\\s*${sign})\\)?${unit}$`, 'i');

/** True if the whole text is an amount of money: `$12.50`, `USD 12`, `(€ 1.200,00)`, `$120/hr`. */
export function isMoneyText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 60 && moneyText.test(value.trim());
}

const before = String.raw`(?:[${symbols}]|\b(?:${codes}))[\s\u00a0]{0,3}[-+−(]?\d`;
const after = String.raw`\d[\s\u00a0]{0,3}(?:[${symbols}]|(?:${codes}|dollars?|euros?|pounds?|cents)\b)`;
const moneyWithin = new RegExp(`${before}|${after}`, 'i');

/** True if the text contains an amount of money: `Paid $120 in cash`, `costs 80 EUR`. */
export function holdsMoney(text: string): boolean {
  return moneyWithin.test(text);
}
