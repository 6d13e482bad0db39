import { type Period, periodLabels, periodsOf } from '#domain/reports/loading/periods.ts';
import { dataSetOf, type ReportId } from '#domain/reports/loading/reportQuery.ts';

/** A question that one press answers: a view of a report, over a period if the report takes dates. */
type AnswerRule = {
  readonly id: ReportId;
  readonly name: string;
  readonly question: string;
  readonly search: string;
};

const answerRules: readonly AnswerRule[] = [
  {
    id: 'reportFlightOperations',
    name: 'Hours per aircraft',
    question: 'How long did each aircraft fly?',
    search: 'picture=aircraft-hours',
  },
  {
    id: 'reportFlightOperations',
    name: 'Hours per instructor',
    question: 'How long did each instructor fly?',
    search: 'picture=instructor-hours',
  },
  {
    id: 'reportReservations',
    name: 'Cancellations',
    question: 'How many were flown, cancelled, missed?',
    search: 'chart=bar&group=reservationStatus',
  },
  {
    id: 'reportInvoices',
    name: 'Revenue per week',
    question: 'How much was billed?',
    search: 'picture=revenue',
  },
  {
    id: 'reportStudentProgress',
    name: 'Courses under way',
    question: 'How far is each student?',
    search: 'picture=progress',
  },
  {
    id: 'reportMaintenanceReminderStatus',
    name: 'Reminders by status',
    question: 'How many are OK, Warning, Expired?',
    search: 'chart=bar&group=status',
  },
  {
    id: 'reportWorkOrders',
    name: 'Open work orders',
    question: 'How long have they been open?',
    search: 'picture=open-age',
  },
  {
    id: 'reportWorkLogs',
    name: 'Hours per mechanic',
    question: 'How much work did each mechanic log?',
    search: 'chart=bar:labourHours&group=mechanic',
  },
];

/** The periods of an answer; the others are in the report. */
const answerPeriods: readonly Period[] = ['month', 'last-month', '90'];

export type Answer = {
  readonly name: string;
  readonly question: string;
  /** One link per period, or one for all dates. */
  readonly links: readonly { readonly label: string; readonly link: string }[];
};

/** The questions that the user's reports answer. */
export function reportAnswers(mayAsk: (id: ReportId) => boolean): readonly Answer[] {
  return answerRules
    .filter(({ id }) => mayAsk(id))
    .map(({ id, name, question, search }) => {
      const link = `/reports/${dataSetOf(id)}?${search}`;
      const offered = answerPeriods.filter((period) => periodsOf(id).includes(period));
      const links = offered.map((period) => ({ label: periodLabels[period], link: `${link}&days=${period}` }));
      return { name, question, links: links.length === 0 ? [{ label: 'Open', link }] : links };
    });
}
