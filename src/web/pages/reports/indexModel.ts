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

import { startParameter, usualPeriod } from '#domain/reports/loading/periods.ts';
import { periodText } from './queryModel.ts';

const questions: Readonly<Record<ReportId, string>> = {
  reportAircraft: 'Which aircraft do we have, with what hours and rates?',
  reportFlights: 'Who flew what, when, and how long?',
  reportFlightSegments: 'Which legs were flown, from where to where?',
  reportFlightOperations: 'What was flown between two dates?',
  reportReservations: 'What was booked, for whom, and what became of it?',
  reportPeople: 'Who are our people, in which role, and when did they last fly?',
  reportStudentProgress: 'How far is each student in each course?',
  reportTrainingSessions: 'Which lessons were given, by whom, and were they passed?',
  reportInvoices: 'What was billed to whom, line by line?',
  reportCreditDebitMemos: 'What was credited or charged besides invoices?',
  reportMaintenanceReminderStatus: 'What maintenance is due on which aircraft, and when?',
  reportWorkOrders: 'Which aircraft were in the shop, and what is still open?',
  reportWorkItems: 'What was done on each work order, and by whom?',
  reportWorkLogs: 'How much time went into which work?',
  reportLogbookEntries: 'What was written into which logbook, and who signed it?',
};

export type ReportLine = {
  readonly id: ReportId;
  readonly name: string;
  readonly question: string;
  readonly link: string;
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
  const dataSet = dataSetOf(id);
  const rows = memory?.rows ?? null;
  // Only the usual period is remembered.
  const period = startParameter(id) ? ` ${periodText(usualPeriod(id))}` : '';
  const { keys = null, newest = null } = memory ?? {};
  return {
    id,
    name: reportNames[id],
    question: questions[id],
    link: `/reports/${dataSet}`,
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
