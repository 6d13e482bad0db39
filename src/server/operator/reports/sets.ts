import type { OperationId } from '#contract/operations.ts';
import { aircraftReport, reminderStatusReport } from './fleet.ts';
import { flightOperationReport, flightReport, flightSegmentReport } from './flights.ts';
import { invoiceReport, memoReport } from './money.ts';
import { peopleReport } from './people.ts';
import type { ReportSet } from './reportSet.ts';
import { reservationReport } from './reservations.ts';
import { logbookReport, workItemReport, workLogReport, workOrderReport } from './shop.ts';
import { studentProgressReport, trainingSessionReport } from './training.ts';

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
