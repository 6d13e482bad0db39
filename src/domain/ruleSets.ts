import type { Config } from '#contract/gateway/config.ts';
import { school } from './school.ts';

type RuleSet = NonNullable<Config['ruleSet']>;

/** What this dashboard checks by the rules of a country. A rule whose figure is not certain is left out, and `/setup` says so. */
export type Rules = {
  /** `FAA`; null for no rules. */
  readonly name: string | null;
  /** The citation of the limit of 8 hours of flight instruction in 24; null where it is not checked. */
  readonly instructionHours: string | null;
  /** The citation for a student's solo at night; null where none is cited. */
  readonly soloNight: string | null;
  /** The citation for night as the time outside civil twilight; null where none is cited. */
  readonly night: string | null;
  /** The citation for ten hours past a 100-hour inspection, to reach a place where it can be done; null where none is known. */
  readonly hundredHours: string | null;
};

const noRules: Rules = { name: null, instructionHours: null, soloNight: null, night: null, hundredHours: null };

const table: Readonly<Record<RuleSet, Rules>> = {
  faa: {
    name: 'FAA',
    instructionHours: '14 CFR 61.195(a)',
    soloNight: '14 CFR 61.87(o)',
    night: '14 CFR 1.1',
    hundredHours: '14 CFR 91.409(b)',
  },
  easa: { ...noRules, name: 'EASA', night: 'FCL.010' },
  casa: { ...noRules, name: 'CASA' },
  none: noRules,
};

/** The rules of a set; this school's if omitted. */
export function rules(of: RuleSet = school().ruleSet): Rules {
  return table[of];
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Zones of the United States and its territories, the places in America/Indiana and others apart. */
const ofTheUnitedStates = words(`
  America/New_York America/Detroit America/Chicago America/Menominee America/Denver America/Boise America/Phoenix
  America/Los_Angeles America/Anchorage America/Juneau America/Sitka America/Metlakatla America/Yakutat America/Nome America/Adak
  America/Louisville America/Indianapolis America/Fort_Wayne America/Knox_IN America/Shiprock America/Puerto_Rico
  America/St_Thomas America/Virgin Pacific/Honolulu Pacific/Guam Pacific/Saipan Pacific/Pago_Pago Pacific/Johnston Pacific/Midway
  Navajo EST5EDT CST6CDT MST7MDT PST8PDT`);
const americanPlaces = /^(US|America\/(Indiana|Kentucky|North_Dakota))\//;

/** The states of EASA, and the United Kingdom with its islands, whose rules began as the same. */
const ofEurope = words(`
  Europe/Amsterdam Europe/Athens Europe/Belfast Europe/Berlin Europe/Bratislava Europe/Brussels Europe/Bucharest Europe/Budapest
  Europe/Busingen Europe/Copenhagen Europe/Dublin Europe/Gibraltar Europe/Guernsey Europe/Helsinki Europe/Isle_of_Man
  Europe/Jersey Europe/Lisbon Europe/Ljubljana Europe/London Europe/Luxembourg Europe/Madrid Europe/Malta Europe/Mariehamn
  Europe/Nicosia Europe/Oslo Europe/Paris Europe/Prague Europe/Riga Europe/Rome Europe/Sofia Europe/Stockholm Europe/Tallinn
  Europe/Vaduz Europe/Vienna Europe/Vilnius Europe/Warsaw Europe/Zagreb Europe/Zurich Asia/Nicosia Asia/Famagusta
  Atlantic/Azores Atlantic/Canary Atlantic/Madeira Atlantic/Reykjavik Atlantic/Jan_Mayen Arctic/Longyearbyen Africa/Ceuta
  Iceland Eire GB GB-Eire Poland Portugal`);

/** The usual rules of a time zone, by its country: none where the country is not known to this table. */
export function ruleSetOf(zone: string): RuleSet {
  if (ofTheUnitedStates.has(zone) || americanPlaces.test(zone)) return 'faa';
  if (ofEurope.has(zone)) return 'easa';
  return zone.startsWith('Australia/') ? 'casa' : 'none';
}
