import type { OperationId } from '#contract/operations.ts';
import {
  aircraftReport,
  reminderStatusReport,
  logbookReport,
  workItemReport,
  workLogReport,
  workOrderReport,
} from '#operator/reports/fleet.ts';
import {
  flightOperationReport,
  flightReport,
  flightSegmentReport,
  reservationReport,
} from '#operator/reports/flights.ts';
import {
  invoiceReport,
  memoReport,
  peopleReport,
  studentProgressReport,
  trainingSessionReport,
} from '#operator/reports/people.ts';
import { type ReportSet, type ReportWindow, chunkOf } from '#operator/reports/reportSet.ts';
import type { ServedId } from './parameters.ts';
import { type Answerer, type AnswerRequest, pagedList, sliceOf, type Slice } from './list.ts';
import { boundOf } from '#domain/lists/listState.ts';

export type ReportId = Extract<OperationId, `report${string}`>;

/** The data sets of the Reporting operations (section 4.3). */
export const reportSets: { readonly [Id in ReportId]: ReportSet } = {
  reportAircraft: aircraftReport,
  reportCreditDebitMemos: memoReport,
  reportFlightSegments: flightSegmentReport,
  reportFlights: flightReport,
  reportInvoices: invoiceReport,
  reportLogbookEntries: logbookReport,
  reportMaintenanceReminderStatus: reminderStatusReport,
  reportPeople: peopleReport,
  reportReservations: reservationReport,
  reportStudentProgress: studentProgressReport,
  reportTrainingSessions: trainingSessionReport,
  reportWorkItems: workItemReport,
  reportWorkLogs: workLogReport,
  reportWorkOrders: workOrderReport,
  reportFlightOperations: flightOperationReport,
};

export function isReport(id: ServedId): id is ReportId {
  return id in reportSets;
}

/** Answers a Reporting operation (section 4.3): free-form records, a page of them or all. */
export function reportAnswer(set: ReportSet): Answerer {
  return (request) => {
    const { database } = request;
    const window = windowOf(request);
    const slice = recordsOf(request);
    const limit = slice.count < 0 ? null : slice.count;
    return pagedList(slice, set.count(database, window), set.page(database, window, slice.first, limit));
  };
}

function recordsOf({ query, isField }: AnswerRequest): Slice {
  const slice = sliceOf(query, null);
  return !isField ? slice : { ...slice, first: slice.offset, count: slice.limit ?? -1 };
}

/** Filters are the operator's wall clock; `StartDate` and `EndDate` carry a zone and are both inclusive. */
function windowOf({ school, clock, now, isField, query }: AnswerRequest): ReportWindow {
  const { StartDate: start, EndDate: end, Chunk: chunk } = query.plain ?? {};
  return {
    school,
    clock,
    now,
    isField,
    startDate: start === undefined ? undefined : Math.ceil(Date.parse(start) / 1000),
    endDate: end === undefined ? undefined : Math.floor(Date.parse(end) / 1000),
    chunk: (chunk === undefined ? null : chunkOf(clock, chunk)) ?? undefined,
    createdDate: boundOf(query.filters?.['CreatedDate'], school.zone) ?? undefined,
    lastUpdated: boundOf(query.filters?.['LastUpdated'], school.zone) ?? undefined,
    flightDates: ['flightDate', 'flightDateRangeEndDate'].flatMap(
      (name) => boundOf(query.filters?.[name], school.zone) ?? [],
    ),
  };
}
