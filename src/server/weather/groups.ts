import type { Conditions } from '#contract/gateway/weather.ts';

/**
 * The groups of METARs and TAFs, each by a strict form. A group in another form is not read, and is named. Every pattern
 * has a bounded length and each group is read once, so the time grows with the text alone.
 */
export type Groups = {
  readonly conditions: Conditions;
  readonly temperature: number | null;
  readonly dewPoint: number | null;
  /** Inches of mercury. */
  readonly altimeter: number | null;
  readonly unread: readonly string[];
  /** What the groups say something about, also if that cannot be read. */
  readonly stated: ReadonlySet<Member>;
};

type Member = 'wind' | 'visibility' | 'ceiling' | 'weather';

/** No group is longer; a longer word is not compared with any pattern. */
const longestGroup = 24;
const maxUnread = 12;
const maxWeather = 8;

/** What has been read of a report so far. */
class Reader {
  wind: Conditions['wind'] = null;
  visibility: Conditions['visibility'] = null;
  temperature: number | null = null;
  dewPoint: number | null = null;
  altimeter: number | null = null;
  readonly weather: string[] = [];
  readonly heights: number[] = [];
  /** True if the sky is reported at all: a clear one differs from an unreported one. */
  isSkyRead = false;
  readonly stated = new Set<Member>();
  readonly incomplete = new Set<Conditions['incomplete'][number]>();
  readonly unread: string[] = [];
  /** True after the temperature or the pressure: no wind, visibility or sky of the observation follows. */
  isPastTemperature = false;

  done(): Groups {
    const { wind, visibility, weather, temperature, dewPoint, altimeter, unread, stated } = this;
    const conditions = { wind, visibility, ceiling: this.#ceiling(), weather, incomplete: [...this.incomplete] };
    return { conditions, temperature, dewPoint, altimeter, unread: named(unread), stated };
  }

  #ceiling(): Conditions['ceiling'] {
    if (this.heights.length > 0) return Math.min(...this.heights);
    return this.isSkyRead && !this.incomplete.has('ceiling') ? 'none' : null;
  }
}

/** The names of unread groups, as many as a person reads. */
export function named(unread: readonly string[]): string[] {
  const names = unread.slice(0, maxUnread).map((group) => group.slice(0, longestGroup));
  return unread.length > maxUnread ? [...names, '…'] : names;
}

/** Reads the groups of one observation, up to its trend and remarks. */
export function readObservation(written: readonly string[]): Groups {
  const end = written.findIndex((group) => isTrend.test(group));
  return readGroups(end < 0 ? written : written.slice(0, end), [pressureOf, temperatureOf, ...groupReaders]);
}

/** What follows is a trend or a remark: it is not observed now. */
const isTrend = /^(RMK|NOSIG$|BECMG$|TEMPO$|INTER$|PROB\d\d$|FM\d{4,6}$)/;

/** Reads the groups of one part of a forecast. */
export function readForecast(written: readonly string[]): Groups {
  return readGroups(written, [forecastOnly, ...groupReaders]);
}

type GroupReader = (group: string, reader: Reader) => boolean;

function readGroups(written: readonly string[], readers: readonly GroupReader[]): Groups {
  const reader = new Reader();
  for (const group of joined(written)) {
    const isRead = group.length <= longestGroup && readers.some((read) => read(group, reader));
    if (!isRead) leave(group, reader);
  }
  return reader.done();
}

/** A group that cannot be read says something about its subject, which is then known only in part, or not at all. */
function leave(group: string, reader: Reader): void {
  reader.unread.push(group);
  const subject = reader.isPastTemperature ? null : subjectOf(group.slice(0, longestGroup));
  if (subject === null) return;
  reader.stated.add(subject);
  reader.incomplete.add(subject);
}

function subjectOf(group: string): 'wind' | 'visibility' | 'ceiling' | null {
  if (/(KT|MPS|KMH|KPH)$/.test(group) || /^\d{5}(G\d*)?$/.test(group)) return 'wind';
  if (/(SM|KM)$/.test(group) || /^\d{4}(\D|$)/.test(group)) return 'visibility';
  return /BKN|OVC|VV/.test(group) ? 'ceiling' : null;
}

/** Puts together what is one group: `2 1/2 SM`, `10 SM`, `//// SM`, `27010 KT`. */
function joined(written: readonly string[]): string[] {
  const groups: string[] = [];
  for (const part of written) {
    const last = groups.at(-1) ?? '';
    const isSplit =
      last.length <= longestGroup &&
      ((part === 'SM' && /^([MP]?\d{1,3}|[MP]?\d{1,2}\/\d{1,2}|\/{2,5})$/.test(last)) ||
        ((part === 'KT' || part === 'MPS') && /^(\d{3}|VRB|\/{3})[\dGP/]{2,8}$/.test(last)));
    let group = part;
    if (isSplit) group = `${groups.pop() ?? ''}${part}`;
    if (group.length <= 7 && /^\d{1,2}\/\d{1,2}SM$/.test(group) && /^[MP]?\d{1,2}$/.test(groups.at(-1) ?? ''))
      group = `${groups.pop() ?? ''} ${group}`;
    groups.push(group);
  }
  return groups;
}

const knotsPerMetre = 1.943_844;
/** Knots. A stronger wind has never been measured at an airport: the figure is a mistake. */
const strongestWind = 200;

const windForm = /^(\d{3}|VRB|\/{3})(?:(P?)(\d{2,3})|\/{2,3})(?:G(?:(P?)(\d{2,3})|\/{2,3}))?(KT|MPS)$/;

/** A gust that is less than the wind, or a figure that cannot be, makes the whole group unread. */
function windOf(group: string, reader: Reader): boolean {
  const [, direction = '', moreSpeed, speed, moreGust, gust, unit] = windForm.exec(group) ?? [];
  if (direction === '' || reader.isPastTemperature || reader.stated.has('wind')) return false;
  reader.stated.add('wind');
  if (speed === undefined) return true;
  const knots = (figure: string) => Math.round(Number(figure) * (unit === 'MPS' ? knotsPerMetre : 1));
  const [mean, peak] = [knots(speed), gust === undefined ? null : knots(gust)];
  const from = Number(direction);
  if (mean > strongestWind || (peak !== null && (peak > strongestWind || peak < mean)) || from > 360) return false;
  if (moreSpeed || moreGust || /G\/\//.test(group)) reader.incomplete.add('wind');
  reader.wind = {
    direction: direction === 'VRB' ? 'variable' : Number.isNaN(from) ? null : from,
    speed: mean,
    gust: peak,
    varies: null,
  };
  return true;
}

/** `310V020`: the directions between which the wind varies. */
function variationOf(group: string, reader: Reader): boolean {
  const [, from, to] = /^(\d{3})V(\d{3})$/.exec(group) ?? [];
  if (from === undefined || reader.isPastTemperature || Number(from) > 360 || Number(to) > 360) return false;
  if (reader.wind && reader.wind.varies === null)
    reader.wind = { ...reader.wind, varies: { from: Number(from), to: Number(to) } };
  return true;
}

const metresPerMile = 1609.344;
/** Statute miles. No station reports more. */
const furthestVisibility = 100;

/** What `9999` and `CAVOK` mean. */
const tenKilometresOrMore = { miles: 10_000 / metresPerMile, bound: 'more' } as const;

const milesForm = /^([MP])?(?:(\d{1,3})|(?:(\d{1,2}) )?(\d{1,2})\/(\d{1,2}))SM$/;
const metresForm = /^([MP])?(\d{4})(NDV|M|[NSEW]{1,2})?$/;
const kilometresForm = /^(\d{1,2})KM$/;
const bounds = { M: 'less', P: 'more' } as const;
const boundOf = (mark: string | undefined) => (mark === 'M' || mark === 'P' ? bounds[mark] : 'exactly');

function visibilityOf(group: string, reader: Reader): boolean {
  if (reader.isPastTemperature) return false;
  const read = milesOf(group) ?? metresOf(group);
  if (!read) return false;
  const { visibility, isOfOneDirection } = read;
  const { visibility: before } = reader;
  const isFirst = !reader.stated.has('visibility');
  reader.stated.add('visibility');
  // The least visibility counts, where the directions differ and where it varies: `2000 0500NE`, `8000 3800`.
  const isLess = before !== null && visibility.miles < before.miles;
  if (isFirst || isLess) reader.visibility = visibility;
  if (isFirst && isOfOneDirection) reader.incomplete.add('visibility');
  return isFirst || isLess || isOfOneDirection;
}

type Sight = { readonly visibility: NonNullable<Conditions['visibility']>; readonly isOfOneDirection: boolean };

function milesOf(group: string): Sight | null {
  const [, mark, whole, beside = '0', part, of] = milesForm.exec(group) ?? [];
  const [above, below] = [Number(part), Number(of)];
  const isFraction = [2, 4, 8, 16].includes(below) && above > 0 && above < below;
  if (whole === undefined && !isFraction) return null;
  const miles = whole === undefined ? Number(beside) + above / below : Number(whole);
  return miles > furthestVisibility ? null : { visibility: { miles, bound: boundOf(mark) }, isOfOneDirection: false };
}

function metresOf(group: string): Sight | null {
  const [, mark, figure, side = ''] = metresForm.exec(group) ?? [];
  const kilometres = kilometresForm.exec(group)?.[1];
  if (figure === undefined && kilometres === undefined) return null;
  const metres = figure === undefined ? Number(kilometres) * 1000 : Number(figure);
  return {
    visibility: figure === '9999' ? tenKilometresOrMore : { miles: metres / metresPerMile, bound: boundOf(mark) },
    isOfOneDirection: side !== '' && side !== 'NDV' && side !== 'M',
  };
}

const layerForm = /^(FEW|SCT|BKN|OVC)(?:(\d{3})|\/{3})(?:CB|TCU|SC|ST|CU|NS|A[CS]|C[CIS]|\/{1,3})?$/;
const verticalForm = /^VV(?:(\d{3})|\/{2,3})$/;
/** The amount of cloud is not known: it may be a ceiling. */
const unknownSky = /^\/{3}(\d{3}|\/{3})(CB|TCU|\/{1,3})?$/;
const clearSky = /^(SKC|CLR|NSC|NCD|CAVOK)$/;

function skyOf(group: string, reader: Reader): boolean {
  if (reader.isPastTemperature) return false;
  const layer = layerForm.exec(group);
  const vertical = layer ? null : verticalForm.exec(group);
  if (layer || vertical) {
    const hundreds = layer?.[2] ?? vertical?.[1];
    if (vertical || layer?.[1] === 'BKN' || layer?.[1] === 'OVC') {
      if (hundreds === undefined) reader.incomplete.add('ceiling');
      else reader.heights.push(Number(hundreds) * 100);
    }
  } else if (unknownSky.test(group)) reader.incomplete.add('ceiling');
  else if (!clearSky.test(group)) return false;
  reader.isSkyRead = true;
  reader.stated.add('ceiling');
  if (group === 'CAVOK' && !reader.stated.has('visibility')) {
    reader.visibility = tenKilometresOrMore;
    reader.stated.add('visibility').add('weather');
  }
  return true;
}

const weatherCodes = 'MI|PR|BC|DR|BL|SH|TS|FZ|DZ|RA|SN|SG|IC|PL|GR|GS|UP|BR|FG|FU|VA|DU|SA|HZ|PY|PO|SQ|FC|SS|DS';
const weatherForm = new RegExp(`^(\\+|-|VC)?(${weatherCodes}){1,5}$`);

function weatherOf(group: string, reader: Reader): boolean {
  if (reader.isPastTemperature || reader.weather.length >= maxWeather) return false;
  if (weatherForm.test(group)) reader.weather.push(group);
  else if (group !== 'NSW') return false;
  reader.stated.add('weather');
  return true;
}

const temperatureForm = /^(?:(M?)(\d{2})|\/\/|XX)\/(?:(M?)(\d{2})|\/\/|XX)?$/;
/** Degrees Celsius at airports: the records, with a margin. */
const temperatures = { min: -90, max: 60 } as const;

function temperatureOf(group: string, reader: Reader): boolean {
  const match = temperatureForm.exec(group);
  if (!match || reader.isPastTemperature) return false;
  const [, minus, degrees, minusDew, dew] = match;
  const figures = [degreesOf(minus, degrees), degreesOf(minusDew, dew)];
  if (figures.some((figure) => figure !== null && (figure < temperatures.min || figure > temperatures.max)))
    return false;
  [reader.temperature = null, reader.dewPoint = null] = figures;
  // Slashes may also be an unknown wind or sky, before a temperature.
  reader.isPastTemperature = figures.some((figure) => figure !== null);
  return true;
}

function degreesOf(minus: string | undefined, degrees: string | undefined): number | null {
  if (degrees === undefined) return null;
  // M00 is a little below zero; a negative zero would be written differently.
  return minus === 'M' && degrees !== '00' ? -Number(degrees) : Number(degrees);
}

const inchesPerHectopascal = 0.029_529_983;
const pressureForm = /^([AQ])(?:(\d{4})|\/{2,4})$/;
/** Inches of mercury at sea level: the records, with a margin. */
const pressures = { min: 25, max: 32.5 } as const;

/** Ends the observation. What follows it is a trend, the state of a runway, or a wind aloft. */
function pressureOf(group: string, reader: Reader): boolean {
  const match = pressureForm.exec(group);
  if (!match) return false;
  reader.isPastTemperature = true;
  const [, unit, figure] = match;
  if (figure === undefined) return true;
  const inches = unit === 'A' ? Number(figure) / 100 : Number(figure) * inchesPerHectopascal;
  if (inches < pressures.min || inches > pressures.max) return false;
  reader.altimeter ??= inches;
  return true;
}

/** Groups that are known and not used. */
const isUsual = new RegExp(
  [
    String.raw`^(AUTO|COR|CC[A-Z]|AMD|RTD|\$|/{1,12}|/{2,5}SM)$`,
    // The visual range, the state of a runway, and its wind shear.
    String.raw`^R\d\d[LCR]?/\S+$`,
    String.raw`^\d\d(CLRD(\d\d|//)|[\d/]{6})$`,
    String.raw`^(WS|ALL|RWY|RWY\d\d[LCR]?|R\d\d[LCR]?)$`,
    `^RE(${weatherCodes}){1,5}$`,
    // The state of the sea, and the colours of military airports.
    String.raw`^W(/{2,3}|M?\d\d)/(S[\d/]|H[\d/]{1,3})$`,
    String.raw`^(BLACK)?(BLU|WHT|GRN|YLO[12]?|AMB|RED)\+?$`,
  ].join('|'),
);

const usualOf: GroupReader = (group) => isUsual.test(group);

/** Temperatures, pressure, wind shear, icing and turbulence of a forecast: known and not used. */
const forecastForm =
  /^(T[XN]?M?\d\d\/\d{2,4}Z(\/M?\d\d)?|TNM?\d\d\/\d{4}Z|QNH\d{4}(INS|HPA)?|WS\d{3}\/\d{5,6}KT|[56]\d{5}|[AQ]\d{4}|NOSIG)$/;
const forecastOnly: GroupReader = (group) => forecastForm.test(group);

const groupReaders: readonly GroupReader[] = [windOf, variationOf, visibilityOf, skyOf, weatherOf, usualOf];
