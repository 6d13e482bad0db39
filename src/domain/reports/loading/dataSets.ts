import { type Operation, type OperationId, operations } from '#contract/operations.ts';

export type ReportId = Extract<OperationId, `report${string}`>;

export type ReportGroup = { readonly name: string; readonly ids: readonly ReportId[] };

/** The 15 data sets of section 4.3 by who asks for them. */
export const reportGroups: readonly ReportGroup[] = [
  { name: 'Fleet', ids: ['reportAircraft'] },
  { name: 'Flying', ids: ['reportFlights', 'reportFlightSegments', 'reportFlightOperations', 'reportReservations'] },
  { name: 'People and training', ids: ['reportPeople', 'reportStudentProgress', 'reportTrainingSessions'] },
  { name: 'Money', ids: ['reportInvoices', 'reportCreditDebitMemos'] },
  {
    name: 'Maintenance',
    ids: [
      'reportMaintenanceReminderStatus',
      'reportWorkOrders',
      'reportWorkItems',
      'reportWorkLogs',
      'reportLogbookEntries',
    ],
  },
];

export const reportIds: readonly ReportId[] = reportGroups.flatMap(({ ids }) => ids);

/** What people call each data set. */
export const reportNames: Readonly<Record<ReportId, string>> = {
  reportAircraft: 'Aircraft',
  reportFlights: 'Flights',
  reportFlightSegments: 'Flight segments',
  reportFlightOperations: 'Flight operations',
  reportReservations: 'Reservations',
  reportPeople: 'People',
  reportStudentProgress: 'Student progress',
  reportTrainingSessions: 'Training sessions',
  reportInvoices: 'Invoices',
  reportCreditDebitMemos: 'Credit and debit memos',
  reportMaintenanceReminderStatus: 'Maintenance reminders',
  reportWorkOrders: 'Work orders',
  reportWorkItems: 'Work items',
  reportWorkLogs: 'Work logs',
  reportLogbookEntries: 'Logbook entries',
};

/** A data set's name in addresses, as the API writes it: `flightOperations`. */
export function dataSetOf(id: ReportId): string {
  return operations[id].path.slice(operations[id].path.lastIndexOf('/') + 1);
}

/** The data set of an address, in any letter case; null where there is none. */
export function reportOf(dataSet: string): ReportId | null {
  return reportIds.find((id) => dataSetOf(id).toLowerCase() === dataSet.toLowerCase()) ?? null;
}

/** The parameters of a data set that the specification shows, in a sentence; null where it shows none. */
export function knownOf(id: ReportId): string | null {
  const { filters, plain, paging }: Operation = operations[id];
  const names = [...filters, ...plain].map(({ name }) => name);
  const all = paging?.documented ? [...names, 'offset', 'limit'] : names;
  if (all.length === 0) return null;
  return `Documented parameters: ${all.slice(0, -1).join(', ')} and ${all.at(-1)}.`;
}
