/** Codes that are also words of aviation are left out: ILS, SAR, RON, TRY, ALL. */
const codes =
  `USD|EUR|GBP|CAD|AUD|NZD|CHF|JPY|INR|MXN|BRL|SEK|NOK|DKK|PLN|ZAR|SGD|HKD|CZK|HUF|ISK|CNY|KRW|TWD|IDR|MYR|PHP|THB|
  VND|AED|QAR|KWD|EGP|NGN|KES|GHS|ARS|CLP|UYU|PKR|BDT|LKR|NPR|UAH|BGN`.replaceAll(/\s/g, '');
const shortNames = String.raw`Rs|kr|SFr|zł|Kč`;
const names =
  `dollars?|bucks?|euros?|pounds?|quid|cents|pence|rupees?|francs?|pesos?|yen|yuan|kron(?:er|or|a|e)|zloty(?:ch|s)?|rands?|
  reais|lira|dirhams?|shekels?|ringgit|baht`.replaceAll(/\s/g, '');
const sign = String.raw`(?:[A-Z]{0,3}\p{Sc}|(?:${codes})|(?:${shortNames})\.?)`;
const figure = String.raw`[-+−]?\d[\d.,' \u00a0]*`;
const unit = String.raw`(?:\s*(?:/|per\s)\s*[a-z]+\.?)?`;
const moneyText = new RegExp(
  String.raw`^\(?[-+−]?\s*(?:${sign}\s*${figure}|${figure}\s*(?:${sign}|${names}|:-|,-))\)?${unit}$`,
  'iu',
);

/** True if the whole text is an amount of money: `$12.50`, `USD 12`, `(€ 1.200,00)`, `$120/hr`, `Rs 120`, `120 bucks`. */
export function isMoneyText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 60 && moneyText.test(plain(value).trim());
}

const letter = String.raw`\p{L}`;
const gap = String.raw`[\s\u00a0]{0,3}`;
const before = String.raw`(?:\p{Sc}|(?<!${letter})(?:(?:${codes})|(?:${shortNames})\.?))${gap}[-+−(]?\d`;
const after = String.raw`\d${gap}(?:\p{Sc}|(?:${codes}|${shortNames}|${names})(?!${letter})|(?::-|,-)(?![\d\p{L}]))`;
const inWords = String.raw`(?<!${letter})(?:one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand)\s{1,3}(?:${names})(?!${letter})`;

/**
 * A word that an amount of money follows, although no currency is named. A charge, a rate or a total may be of anything
 * (a battery, a climb), so they need an amount with two decimals; so does a balance, which may be that of a propeller.
 */
const strong =
  'owes?|owed|owing|pa(?:id|ys?)|payments?|prices?|priced|costs?|fees?|deposits?|refund(?:s|ed)?|surcharge|prepaid|invoiced|tuition';
const weak = 'balance|charged?|charges|rate|total|credit(?:ed)?|debit(?:ed)?|billed|bill|amount|due';
const link = String.raw`(?:[\s\u00a0:=~+−(-]|\b(?:of|is|was|are|due|about|only|now|him|her|them|us|me|the|another|still|amount)\b){1,8}`;
/** What follows an amount: no unit, no date, no further part of a number. */
const end = String.raw`(?![\d.,/:-]?\d)(?!${gap}(?:%|(?!(?:${[
  'in|by|for|on|to|per|cash|card|and|from|at|today|yesterday|extra|more|each|less|off|owed|due|total|via|with',
  'net|plus|but|vat|tax|now|still|as|so|next|last|until|which|because|after|before|when|if|or|not|he|she|they|outstanding',
].join('|')})(?!${letter}))${letter}))`;
const isBalance = String.raw`(?<!(?:weight|wt|w)\s?(?:and|&|n|/)\s?)(?<!(?:prop|propeller|dynamic|static|rotor|wheel|tire|tyre)\s)`;
const afterStrong = String.raw`(?<!${letter})(?:${strong})(?!${letter})${link}\d{1,9}(?:[.,]\d{1,3}){0,3}${end}`;
const afterWeak = String.raw`(?<!${letter})${isBalance}(?:${weak})(?!${letter})${link}\d{1,9}(?:[.,]\d{3}){0,2}[.,]\d{2}${end}`;
/** “Balance: 120” with a colon is an account’s. */
const account = String.raw`(?<!${letter})${isBalance}balance(?:\sdue)?\s?[:=]\s?[-+−]?\d{1,9}(?:[.,]\d{1,3}){0,3}${end}`;
const moneyWithin = new RegExp([before, after, inWords, afterStrong, afterWeak, account].join('|'), 'iu');

/**
 * True if the text contains an amount of money: `Paid $120 in cash`, `costs 80 EUR`, `kr 120`, `120 bucks`,
 * `Balance: 120.50`.
 */
export function holdsMoney(text: string): boolean {
  return moneyWithin.test(plain(text));
}

/** Full-width and other forms of figures and signs as plain ones. */
function plain(text: string): string {
  return text.normalize('NFKC').replaceAll(/\p{Cf}/gu, '');
}
