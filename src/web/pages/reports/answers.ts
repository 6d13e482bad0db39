import { type Period, periodLabels, periodsOf } from '#domain/reports/loading/periods.ts';
import { dataSetOf, type ReportId } from '#domain/reports/loading/reportQuery.ts';

/** A question that one press answers: a view of a report, over a period if the report takes dates. */
type AnswerRule = {
  readonly id: ReportId;
  readonly name: string;
  readonly question: string;
  readonly search: string;
  /** True if it is about what happened in some time, not about the present. */
  readonly isPeriodic: boolean;
};

const answerRules: readonly AnswerRule[] = [
  {
    id: 'reportFlightOperations',
    name: 'Hours per aircraft',
    question: 'How long did each aircraft fly?',
    search: 'picture=aircraft-hours',
    isPeriodic: true,
  },
  {
    id: 'reportFlightOperations',
    name: 'Hours per instructor',
    question: 'How long did each instructor fly?',
    search: 'picture=instructor-hours',
    isPeriodic: true,
  },
  {
    id: 'reportReservations',
    name: 'Reservations by status',
    question: 'What became of them?',
    search: 'chart=bar&group=reservationStatus',
    isPeriodic: true,
  },
  {
    id: 'reportInvoices',
    name: 'Revenue per week',
    question: 'How much was billed?',
    search: 'picture=revenue',
    isPeriodic: true,
  },
  {
    id: 'reportStudentProgress',
    name: 'Courses under way',
    question: 'How far is each student?',
    search: 'picture=progress',
    isPeriodic: false,
  },
  {
    id: 'reportMaintenanceReminderStatus',
    name: 'Reminders by status',
    question: 'How many are OK, Warning, Expired?',
    search: 'chart=bar&group=status',
    isPeriodic: false,
  },
  {
    id: 'reportWorkOrders',
    name: 'Open work orders',
    question: 'How long have they been open?',
    search: 'picture=open-age',
    isPeriodic: false,
  },
  {
    id: 'reportWorkLogs',
    name: 'Hours per mechanic',
    question: 'How much work did each mechanic log?',
    search: 'chart=bar:labourHours&group=mechanic',
    isPeriodic: true,
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
    .map(({ id, name, question, search, isPeriodic }) => {
      const link = `/reports/${dataSetOf(id)}?${search}`;
      const offered = answerPeriods.filter((period) => isPeriodic && periodsOf(id).includes(period));
      const links = offered.map((period) => ({ label: periodLabels[period], link: `${link}&days=${period}` }));
      return { name, question, links: links.length === 0 ? [{ label: 'Open', link }] : links };
    });
}
