import {
  dataSetOf,
  documentedParameters,
  type ReportGroup,
  type ReportId,
  reportGroups,
  reportNames,
} from '#domain/reports/loading/reportQuery.ts';
import { rowsText } from '#domain/reports/loading/part.ts';
import { dayText } from '#domain/time/clock.ts';
import type { Day } from '#domain/time/time.ts';
import type { ReportMemory } from '#web/data/reports/reportMemory.ts';

import { periodText, startParameter, defaultPeriod } from './queryModel.ts';

/** A view of a report that one press opens. */
type Preset = { readonly name: string; readonly search: string };

type ReportCard = { readonly question: string; readonly presets: readonly Preset[] };

const byAircraft = { name: 'Hours per aircraft', search: 'picture=aircraft-hours' };
const byInstructor = { name: 'Hours per instructor', search: 'picture=instructor-hours' };
const byStatus = (column: string) => ({ name: 'By status', search: `group=${column}` });

const cards: Readonly<Record<ReportId, ReportCard>> = {
  reportAircraft: {
    question: 'Which aircraft do we have, with what hours and rates?',
    presets: [{ name: 'By model', search: 'group=model' }],
  },
  reportFlights: {
    question: 'Who flew what, when, and how long?',
    presets: [byAircraft, byInstructor],
  },
  reportFlightSegments: { question: 'Which legs were flown, from where to where?', presets: [] },
  reportFlightOperations: {
    question: 'What was flown between two dates?',
    presets: [byAircraft, byInstructor],
  },
  reportReservations: {
    question: 'What was booked, for whom, and what became of it?',
    presets: [byStatus('reservationStatus')],
  },
  reportPeople: {
    question: 'Who are our people, in which role, and when did they last fly?',
    presets: [{ name: 'By role', search: 'group=role' }],
  },
  reportStudentProgress: {
    question: 'How far is each student in each course?',
    presets: [{ name: 'Courses under way', search: 'picture=progress' }],
  },
  reportTrainingSessions: {
    question: 'Which lessons were given, by whom, and were they passed?',
    presets: [byInstructor],
  },
  reportInvoices: {
    question: 'What was billed to whom, line by line?',
    presets: [{ name: 'Revenue per week', search: 'picture=revenue' }],
  },
  reportCreditDebitMemos: {
    question: 'What was credited or charged besides invoices?',
    presets: [{ name: 'By type', search: 'group=memoType&sum=amount' }],
  },
  reportMaintenanceReminderStatus: {
    question: 'What maintenance is due on which aircraft, and when?',
    presets: [byStatus('status')],
  },
  reportWorkOrders: {
    question: 'Which aircraft were in the shop, and what is still open?',
    presets: [{ name: 'Open by age', search: 'picture=open-age' }, byStatus('status')],
  },
  reportWorkItems: {
    question: 'What was done on each work order, and by whom?',
    presets: [byStatus('status')],
  },
  reportWorkLogs: {
    question: 'How much time went into which work?',
    presets: [{ name: 'Hours by mechanic', search: 'group=mechanic&sum=labourHours' }],
  },
  reportLogbookEntries: {
    question: 'What was written into which logbook, and who signed it?',
    presets: [{ name: 'By logbook', search: 'group=logbook' }],
  },
};

export type ReportLine = {
  readonly id: ReportId;
  readonly name: string;
  readonly question: string;
  readonly link: string;
  readonly presets: readonly { readonly name: string; readonly link: string }[];
  /** `4,348 rows`, as of the last visit; null if it is not known. */
  readonly size: string | null;
  /** `newest Tue 12 May`; null if it is not known. */
  readonly newest: string | null;
  /** For people who know the API: its name, parameters, and columns at the last visit. */
  readonly dataSet: string;
  readonly parameters: string | null;
  readonly columns: string | null;
};

/** A report in the index; `memory` is what this browser remembers of it. */
export function reportLine(id: ReportId, memory: ReportMemory | undefined, today: Day): ReportLine {
  const { question, presets } = cards[id];
  const dataSet = dataSetOf(id);
  const rows = memory?.rows ?? null;
  // Only the usual period is remembered.
  const period = startParameter(id) ? ` ${periodText(defaultPeriod)}` : '';
  const { keys = null, newest = null } = memory ?? {};
  return {
    id,
    name: reportNames[id],
    question,
    link: `/reports/${dataSet}`,
    presets: presets.map(({ name, search }) => ({ name, link: `/reports/${dataSet}?${search}` })),
    size: rows === null ? null : rowsText(rows) + period,
    newest: newest === null ? null : `newest ${dayWithYear(newest, today)}`,
    dataSet,
    parameters: documentedParameters(id),
    columns: keys && `${keys.columns.length} columns on ${dayWithYear(keys.day, today)}`,
  };
}

/** `Tue 12 May`, with the year unless it is this year. */
function dayWithYear(day: Day, today: Day): string {
  const year = day.slice(0, 4);
  return year === today.slice(0, 4) ? dayText(day) : `${dayText(day)} ${year}`;
}

export type ReportLines = { readonly name: string; readonly key: string; readonly lines: readonly ReportLine[] };

/** All reports that the user may open, by subject; empty subjects are left out. */
export function reportIndex(
  memories: ReadonlyMap<ReportId, ReportMemory>,
  today: Day,
  mayAsk: (id: ReportId) => boolean,
): readonly ReportLines[] {
  return reportGroups
    .map(({ name, ids }: ReportGroup) => ({
      name,
      key: ids[0] ?? name,
      lines: ids.filter(mayAsk).map((id) => reportLine(id, memories.get(id), today)),
    }))
    .filter(({ lines }) => lines.length > 0);
}
