import { isPersonal } from '#domain/people/personalData.ts';

/** Money by itself, whatever stands beside it in a name. */
const stems = [
  'account(?:s|ing)?',
  'amounts?',
  'arrears',
  'balances?',
  'bank(?:s|ing)?',
  'bill(?:s|ed|ing|ings|able)?',
  'budget(?:s|ed)?',
  'cash',
  'cents?',
  'charg(?:e|es|ed|ing|eable|eback)',
  'commissions?',
  'cost(?:s|ed|ing|ings)?',
  'coupons?',
  'credit(?:s|ed|or|ors)?',
  'currenc(?:y|ies)',
  'debit(?:s|ed)?',
  'debts?',
  'deposit(?:s|ed)?',
  'discount(?:s|ed)?',
  'dollars?',
  'earnings?',
  'expens(?:e|es|ed)',
  'fees?',
  'financ(?:e|es|ed|ing|ial)',
  'funds?',
  'gst',
  'iban',
  'income',
  'invoic(?:e|es|ed|ing)',
  'ledger',
  'loans?',
  'money',
  'msrp',
  'ow(?:e|es|ed|ing)',
  'paid',
  'pay(?:s|ing|able|ables|er|ers|ment|ments|out|outs|roll)?',
  'pric(?:e|es|ed|ing)',
  'profits?',
  'receivables?',
  'refund(?:s|ed)?',
  'reimburs(?:e|ed|ement|ements)',
  'revenues?',
  'salar(?:y|ies)',
  'subtotals?',
  'surcharg(?:e|es|ed)',
  'tax(?:es|ed|able|ation)?',
  'tuition',
  'vat',
  'vouchers?',
  'wages?',
  'usd|eur|gbp|cad|aud|nzd|chf',
];
const moneyWord = new RegExp(`^(?:un|pre|re|over|under|non)?(?:${stems.join('|')})$`);

/** Within a word that its writer did not divide: `hourlyrate`, `totalcost`. */
const moneyWithin =
  /balance|amount|price|invoice|payment|revenue|discount|currency|salary|surcharge|subtotal|(?:unit|total|parts|labou?r|fuel)costs?$|(?:hourly|rental|daily|wet|dry|labou?r|instruct(?:or|ion)|billing)rates?$/;

/** What makes a rate no price. */
const physical =
  /^(?:climb|descent|sink|turn|roll|pitch|heart|sample|refresh|burn|flow|data|frame|completion|complete|success|error|failure|utili[sz]ation|usage|pass|dispatch|cancel|cancell?ation|attendance|growth|show|feed|fuel)$/;

/** What makes a balance, a charge or an account something else: mass and balance, an electric charge, a person in charge. */
const otherwise: { readonly [stem: string]: RegExp } = {
  balance: /^(?:weight|mass|prop|propeller|rotor|dynamic)$/,
  charge: /^(?:battery|in|oxygen|refrigerant|strut|nitrogen)$/,
};

/** `hourlyRateUSD`, `hourly_rate` and `Hourly rate` in their words, in lower case. */
function wordsOf(name: string): string[] {
  const divided = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/(?<=[A-Z])(?=[A-Z][a-z])/g, ' ');
  return divided.toLowerCase().match(/[a-z]+/g) ?? [];
}

/** No service has a member of a longer name. One that has is withheld as if it were money, and nobody reads it to the end. */
const longestName = 2_000;

function isMoneyName(name: string): boolean {
  if (name.length > longestName) return true;
  const words = wordsOf(name);
  if (words.some((word) => /^rates?$/.test(word)) && !words.some((word) => physical.test(word))) return true;
  return words.some((word) => {
    if (!moneyWord.test(word) && !moneyWithin.test(word)) return false;
    const other = otherwise[word.replace(/[ds]$/, '')];
    return !(other && words.some((beside) => other.test(beside)));
  });
}

/** Beside what `personalData.ts` names: by what somebody can be reached or recognised. */
const reachable = /^(?:contacts?|fax|dob|ssn|passports?|street|zip|postal|postcode|nationality|citizenship|sex)$/;

function isContactName(name: string): boolean {
  return isPersonal(name) || wordsOf(name).some((word) => reachable.test(word));
}

/** Records have the same few names again and again. */
const mostRemembered = 5_000;

function remembered(test: (name: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const verdict = test(name);
    if (known.size >= mostRemembered) known.clear();
    known.set(name, verdict);
    return verdict;
  };
}

/**
 * True of a member that is about money by a word of its name: `currentBalance`, `hourly_rate`, `TotalUSD`. Where a word can also
 * mean something else it counts as money, but for the uses that aviation has for it (`weightAndBalance`, `climbRate`).
 */
export const isMoney = remembered(isMoneyName);

/** True of a member that is about money, or by which somebody can be reached or recognised. */
export const isMoneyOrContact = remembered((name) => isMoneyName(name) || isContactName(name));

const sign = String.raw`(?:[A-Z]{0,3}[$€£¥₹]|USD|EUR|GBP|CAD|AUD|NZD|CHF|JPY|INR)`;
const figure = String.raw`[-+−]?\d[\d.,' \u00a0]*`;
const unit = String.raw`(?:\s*(?:/|per\s)\s*[a-z]+\.?)?`;
const moneyText = new RegExp(`^\\(?[-+−]?\\s*(?:${sign}\\s*${figure}|${figure}\\s*${sign})\\)?${unit}$`, 'i');

/** True of a text that is an amount of money and nothing else: `$12.50`, `USD 12`, `(€ 1.200,00)`, `$120/hr`. */
export function isMoneyText(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 60 && moneyText.test(value.trim());
}
