import { type FigureDimension, figureDimensions, type FigureSource } from '#contract/gateway/figures.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { idKey } from '#domain/reservations/reservations.ts';
import { dayText } from '#domain/time/clock.ts';
import { daySpan } from '#domain/time/time.ts';
import { personLink } from '#domain/reservations/links.ts';
import { capitalized, counted, numberText, tenths } from '#domain/words.ts';
import type { SchoolFigures } from '#web/data/gateway/figures.ts';
import { type Given, type Measure, notRead, type Unit, valueText } from './measures.ts';
import { type Week, weekGrid, type WeekGrid } from './weekGrid.ts';
import { leftInTime, ruleOf } from './figureRules.ts';
import { aircraftPage, instructorPage, rowsLink } from './figureLinks.ts';
import type { OpenBar } from './rowsModel.ts';

/** One bar of a picture, or one column. */
export type Bar = {
  readonly name: string;
  /** Null is not known: hatched, with the reason. */
  readonly value: number | null;
  readonly reason?: string;
  /** What is drawn behind it, such as booked hours behind flown ones. */
  readonly behind?: number | null;
  /** Further words beside the figure. */
  readonly also?: string;
  /** The page with its rows; null if no page shows them. */
  readonly to: string | null;
  /** The records that it rests on. */
  readonly rows?: number | null;
};

export type Picture = {
  readonly title: string;
  readonly unit: Unit;
  /** Lying bars with names, standing columns in the order of time, or a grid of weekdays and hours. */
  readonly kind: 'bars' | 'columns' | 'grid';
  readonly bars: readonly Bar[];
  /** What the bar behind is, for the legend. */
  readonly behind?: string;
  /** Why there is nothing to draw: not known, or none. */
  readonly none: string;
  /** True if that is because records do not say. */
  readonly isNotKnown: boolean;
  /** The rows of a grid; its bars are the cells that are not zero. */
  readonly grid?: WeekGrid;
  /** What a forecast assumes. */
  readonly assumes?: string;
};

/** The bands in their order. */
export const bandTitles = {
  utilisation: 'Utilisation',
  departures: 'Departures',
  cancellations: 'Cancellations',
  maintenance: 'Maintenance',
  training: 'Training',
} as const;
type BandId = keyof typeof bandTitles;

/** One subject: its large figure, the smaller ones, and its pictures. */
export type Band = {
  readonly id: BandId;
  readonly title: string;
  readonly main: Measure;
  readonly others: readonly Measure[];
  readonly pictures: readonly Picture[];
  /** `3 void, 1 draft`; null for none. */
  readonly leftOut: string | null;
};

type PeriodFigures = SchoolFigures['period'];
type Reader = (from: PeriodFigures) => Given | number | null;

/** How bars are told apart, in the order of the choice. */
export const byOptions = figureDimensions.map((value) => ({ value, label: capitalized(value) }));

/** Tail numbers by `idKey` of the aircraft's id: the figures name only those in service. */
export type Tails = ReadonlyMap<string, string>;

export function tailsOf(fleet: readonly Pick<Aircraft, 'aircraftId' | 'tailNumber'>[]): Tails {
  return new Map(fleet.flatMap(({ aircraftId, tailNumber }) => (tailNumber ? [[idKey(aircraftId), tailNumber]] : [])));
}

/** By what bars are told apart, the names of aircraft, the operator's time zone, and where rows are. */
export type Asked = {
  readonly by: FigureDimension;
  readonly tails: Tails;
  readonly zone: string;
  /** The address of this page with the rows of a bar open. */
  readonly rowsAt: (bar: OpenBar) => string;
};

/** All bands of a period, in their order. */
export function bandsOf(figures: SchoolFigures, asked: Asked): readonly Band[] {
  return [
    utilisation(figures, asked),
    departures(figures, asked),
    cancellations(figures, asked),
    maintenance(figures, asked),
    training(figures),
  ];
}

/** More bars than this are left to the table. */
const maxBars = 8;

/** The bars that are drawn, how many more there are, and the value of a bar of full width. */
export function shownBars({ bars }: Picture) {
  const shown = bars.slice(0, maxBars);
  const greatest = Math.max(0, ...shown.flatMap(({ value, behind }) => [value ?? 0, behind ?? 0]));
  return { shown, more: bars.length - shown.length, greatest };
}

/** The name of the bar that leads to an address; null if none does. */
export function barName(bands: readonly Band[], to: string): string | null {
  const bars = bands.flatMap(({ pictures }) => pictures).flatMap((picture) => picture.bars);
  return bars.find((bar) => bar.to === to)?.name ?? null;
}

/** True if the records of the period name no flight, reservation, squawk or student at all, and none is still to be read. */
export function isNothing({ period }: SchoolFigures): boolean {
  const { utilisation: hours, cancellations: voids, maintenance: shop, training: lessons, lacks } = period;
  const rows = hours.flown.rows + hours.booked.rows + shop.grounded.rows + shop.shop.rows + lessons.byStudent.length;
  return lacks.length === 0 && rows + (voids?.booked ?? 0) === 0;
}

/** The sources that the gateway has not read for the period, in words: `flights and work orders`; null for none. */
export function lacksText({ period: { lacks } }: SchoolFigures): string | null {
  if (lacks.length === 0) return null;
  return lacks.length === 1 ? String(lacks[0]) : `${lacks.slice(0, -1).join(', ')} and ${String(lacks.at(-1))}`;
}

/**
 * What is not read, and how far the reading came before it was stopped; null once all is read. Reports that were asked for are
 * read in the night all the same.
 */
export function readingText(figures: SchoolFigures, isStopped: boolean): string | null {
  const { done, of } = figures.reading;
  const lacks = lacksText(figures);
  if (lacks === null && done >= of) return null;
  const what =
    lacks === null
      ? 'The periods to compare with are not read as a whole.'
      : `Not read for the whole period: ${lacks}. What rests on it is not known.`;
  if (!isStopped || done >= of) return what;
  const far = `${numberText(done)} of ${numberText(of)} months and pages`;
  return `${what} Stopped on this page after ${far}.`;
}

function measured(figures: SchoolFigures, name: string, unit: Unit, read: Reader): Measure {
  const given = asGiven(read(figures.period));
  // A share of no records at all is no measure of that time: the school may not have used the service then.
  const compared = (of: PeriodFigures) => {
    const { value, rows } = asGiven(read(of));
    return unit === 'share' && rows === 0 ? null : value;
  };
  return {
    name,
    unit,
    value: given.value,
    reason: given.value === null ? (given.reason ?? notRead) : null,
    rule: ruleOf(name),
    rows: given.rows,
    before: compared(figures.before),
    yearBefore: compared(figures.yearBefore),
  };
}

function asGiven(given: Given | number | null): {
  value: number | null;
  rows: number | null;
  reason?: string | undefined;
} {
  return typeof given === 'number' || given === null ? { value: given, rows: null } : given;
}

function leftOutOf({ period }: SchoolFigures, ...sources: readonly FigureSource[]): string | null {
  return leftOutText(sources.map((source) => period.leftOut[source]));
}

/** `3 void, 1 draft`, summed over sources; null for none. */
export function leftOutText(counts: readonly (PeriodFigures['leftOut'][FigureSource] | undefined)[]): string | null {
  const sums = new Map<string, number>();
  for (const count of counts)
    for (const [why, number] of Object.entries(count ?? {})) sums.set(why, (sums.get(why) ?? 0) + number);
  const said = [...sums].filter(([, number]) => number > 0).map(([why, number]) => `${numberText(number)} ${why}`);
  return said.length === 0 ? null : said.join(', ');
}

type Counts = readonly { readonly name: string; readonly count: number }[] | null | undefined;

function countBars(title: string, counts: Counts, none: string, toRows?: (name: string) => string): Picture {
  const bars = (counts ?? []).map(({ name, count }): Bar => ({
    name: capitalized(name),
    value: count,
    to: count > 0 && toRows ? toRows(name) : null,
  }));
  return { title, unit: 'count', kind: 'bars', bars, ...noneOf(counts, none) };
}

function noneOf(given: unknown, none: string): Pick<Picture, 'none' | 'isNotKnown'> {
  const isNotKnown = given === null || given === undefined;
  return { none: isNotKnown ? notRead : none, isNotKnown };
}

function utilisation(figures: SchoolFigures, { by, zone, rowsAt }: Asked): Band {
  const { period } = figures;
  const { bars } = period.utilisation;
  const span = { start: daySpan(period.first, zone).start, end: daySpan(period.last, zone).end };
  const toRows = (group: Parameters<typeof rowsLink>[1] | null, isKnown: boolean) => {
    if (by === 'location') return isKnown ? rowsAt({ of: 'location', name: group?.key ?? '' }) : null;
    return group && rowsLink(by, group, span);
  };
  const hasHours = bars.some(({ flown, booked }) => flown !== null || booked !== null);
  return {
    id: 'utilisation',
    title: bandTitles.utilisation,
    main: measured(figures, 'Hours flown of hours open', 'share', (of) => of.utilisation.flownOfOpen),
    others: [
      measured(figures, 'Flown', 'hours', (of) => of.utilisation.flown),
      measured(figures, 'Booked', 'hours', (of) => of.utilisation.booked),
      measured(figures, 'Flown of booked', 'share', (of) => of.utilisation.flownOfBooked),
      measured(figures, 'Between reservations', 'hours', (of) => of.utilisation.dead),
    ],
    pictures: [
      {
        title: `Hours by ${by}`,
        unit: 'hours',
        kind: 'bars',
        behind: 'booked',
        bars: bars.map(({ group, flown, booked, flights }) => ({
          name: group?.name ?? `No ${by} named`,
          value: flown,
          ...(flown === null && { reason: 'The flights of the whole period are not read.' }),
          behind: booked,
          ...(booked !== null && { also: `of ${tenths.format(booked)} h booked` }),
          to: toRows(group, flown !== null),
          rows: flights,
        })),
        ...noneOf(hasHours || bars.length === 0 ? bars : null, 'No flight and no reservation'),
      },
    ],
    leftOut: leftOutOf(figures, 'reservations', 'flights'),
  };
}

function departures(figures: SchoolFigures, { rowsAt }: Asked): Band {
  const { departures: own } = figures.period;
  const toRows = (name: string) => rowsAt({ of: 'late', name });
  const causes = countBars('Not in time, by cause', own?.causes, 'Every flight left in time', toRows);
  const weather: Bar = {
    name: 'Weather below limits',
    value: null,
    reason: 'The local copy keeps no past weather. A flight that waited for it counts as not recorded.',
    to: null,
  };
  return {
    id: 'departures',
    title: bandTitles.departures,
    main: measured(figures, leftInTime, 'share', (of) => of.departures?.reliability ?? null),
    others: [
      measured(figures, 'Were to leave', 'count', (of) => of.departures?.due ?? null),
      measured(figures, 'In time', 'count', (of) => of.departures?.onTime ?? null),
      measured(figures, 'Departure not recorded', 'count', (of) => of.departures?.notRecorded ?? null),
    ],
    pictures: [{ ...causes, bars: causes.bars.length > 0 ? [...causes.bars, weather] : [] }],
    leftOut: leftOutOf(figures, 'reservations', 'flights', 'squawks'),
  };
}

function weekPicture(week: Week | undefined, rowsAt: Asked['rowsAt']): Picture {
  const grid = weekGrid(week ?? []);
  const bars = grid.rows.flatMap(({ name, cells }, weekday) =>
    cells.flatMap(({ hour, cancelled, booked, words }): Bar[] => {
      const to = rowsAt({ of: 'week', name: `${weekday}-${Number(hour)}` });
      return cancelled === 0 ? [] : [{ name: `${name} ${hour}00L`, value: cancelled, rows: booked, also: words, to }];
    }),
  );
  return { title: 'By weekday and hour', unit: 'count', kind: 'grid', grid, bars, ...noneOf(week, 'None') };
}

function cancellations(figures: SchoolFigures, { rowsAt }: Asked): Band {
  const { cancellations: own } = figures.period;
  const shareOf: Reader = ({ cancellations: of }) =>
    of &&
    (of.booked > 0
      ? { value: of.count / of.booked, rows: of.booked }
      : { value: null, rows: 0, reason: 'Nothing was booked.' });
  return {
    id: 'cancellations',
    title: bandTitles.cancellations,
    main: measured(figures, 'Cancelled of booked', 'share', shareOf),
    others: [
      measured(figures, 'Cancelled', 'count', (of) => of.cancellations?.count ?? null),
      measured(figures, 'No-shows', 'count', (of) => of.cancellations?.noShows ?? null),
    ],
    pictures:
      own?.count === 0
        ? [countBars('By cause', [], 'Nothing was cancelled')]
        : [
            countBars('By cause', own?.causes, 'None', (name) => rowsAt({ of: 'cancelled', name })),
            countBars('By notice', own?.notice, 'None', (name) => rowsAt({ of: 'notice', name })),
            weekPicture(own?.week, rowsAt),
          ],
    leftOut: leftOutOf(figures, 'reservations'),
  };
}

const shopWords: ReadonlyMap<string, string> = new Map([
  ['planned', 'Planned'],
  ['unplanned', 'After a grounding squawk'],
]);

function shopPicture(kinds: PeriodFigures['maintenance']['shopKinds'], rowsAt: Asked['rowsAt']): Picture {
  const bars = (kinds ?? []).map(({ name, hours, visits }): Bar => ({
    name: shopWords.get(name) ?? 'Not told',
    value: hours,
    also: counted(visits, 'visit'),
    rows: visits,
    to: visits > 0 ? rowsAt({ of: 'shop', name }) : null,
  }));
  const hasVisits = bars.some(({ rows }) => rows !== 0);
  const none = noneOf(kinds, 'No visit to the shop');
  return { title: 'Shop time, planned and not', unit: 'hours', kind: 'bars', bars: hasVisits ? bars : [], ...none };
}

function maintenance(figures: SchoolFigures, { tails, rowsAt }: Asked): Band {
  const { period } = figures;
  const { groundedBars, grounded, openSquawks, openOrders, shopKinds } = period.maintenance;
  return {
    id: 'maintenance',
    title: bandTitles.maintenance,
    main: measured(figures, 'Days grounded by squawks, whole fleet', 'days', (of) => of.maintenance.grounded),
    others: [
      measured(figures, 'Squawks opened', 'count', (of) => of.maintenance.opened),
      measured(figures, 'Squawks closed', 'count', (of) => of.maintenance.closed),
      measured(figures, 'Booked in the shop', 'hours', (of) => of.maintenance.shop),
    ],
    pictures: [
      {
        title: 'Days grounded by aircraft',
        unit: 'days',
        kind: 'bars',
        bars: groundedBars.map(({ aircraft, days }) => ({
          name: tails.get(aircraft.key) ?? aircraft.name,
          value: days,
          to: aircraftPage(aircraft),
        })),
        ...noneOf(grounded.value === null ? null : groundedBars, 'No squawk grounded an aircraft'),
      },
      shopPicture(shopKinds, rowsAt),
      countBars('Open squawks by age', openSquawks, 'None open', (name) => rowsAt({ of: 'squawks', name })),
      countBars('Open work orders by age', openOrders, 'None open', (name) => rowsAt({ of: 'orders', name })),
    ],
    leftOut: leftOutOf(figures, 'squawks', 'work orders', 'reservations'),
  };
}

/** Bookings after the last day that the copy holds are not seen, so the rule says which day that is. */
function withoutBooking(figures: SchoolFigures): Measure {
  const measure = measured(figures, 'Without a booking ahead', 'count', (of) => of.training.withoutBooking);
  const reach = figures.heldTo === null ? '' : ` Reservations up to ${dayText(figures.heldTo)} are read.`;
  return { ...measure, rule: `${measure.rule ?? ''}${reach}` };
}

function training(figures: SchoolFigures): Band {
  const { byStudent, load } = figures.period.training;
  const lacksStudents = figures.period.lacks.includes('student progress');
  const waits = byStudent.toSorted((a, b) => (b.weeksSinceLesson ?? -1) - (a.weeksSinceLesson ?? -1));
  return {
    id: 'training',
    title: bandTitles.training,
    main: measured(figures, 'Lessons for each student', 'a week', (of) => of.training.lessonsAWeek),
    others: [
      measured(figures, 'Lessons', 'count', (of) => of.training.lessons),
      measured(figures, 'Students', 'count', (of) => of.training.students),
      withoutBooking(figures),
      measured(figures, 'Stage checks waiting', 'count', (of) => of.training.stageChecks),
    ],
    pictures: [
      {
        title: 'Weeks since the last lesson',
        unit: 'weeks',
        kind: 'bars',
        bars: waits.map(({ student, course, weeksSinceLesson, progress, pace, isBookedAhead }) => ({
          name: student.name,
          value: weeksSinceLesson,
          ...(weeksSinceLesson === null && { reason: 'The report gives no lesson of this student.' }),
          also: [
            course,
            progress === null ? 'progress not known' : `${valueText(progress, 'share')} passed`,
            pace === null ? 'pace not known' : `${valueText(pace, 'share')} of the course’s pace`,
            isBookedAhead ? 'booked ahead' : 'nothing booked ahead',
          ].join(' · '),
          to: personLink(student.key),
        })),
        ...noneOf(lacksStudents ? null : byStudent, 'No student is under way'),
      },
      {
        title: 'Hours booked with each instructor',
        unit: 'hours',
        kind: 'bars',
        bars: (load ?? []).map(({ instructor, bookings, hours: taught }) => ({
          name: instructor.name,
          value: taught,
          also: counted(bookings, 'booking'),
          rows: bookings,
          to: instructorPage(instructor),
        })),
        ...noneOf(load, 'No lesson with an instructor'),
      },
    ],
    leftOut: leftOutOf(figures, 'student progress', 'reservations'),
  };
}
