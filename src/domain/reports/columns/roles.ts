import { type Column, isNumeric, isTime } from './columns.ts';

/** The roles of columns, found by their usual names. */
export type ColumnRole =
  | 'time'
  | 'hours'
  | 'aircraft'
  | 'simulator'
  | 'instructor'
  | 'invoice'
  | 'amount'
  | 'student'
  | 'course'
  | 'progress'
  | 'opened'
  | 'closed'
  | 'state';

type Rule = { readonly names: readonly string[]; readonly suits: (column: Column) => boolean };

const isText = ({ kind }: Column) => kind === 'text' || kind === 'mixed';
const isNumber = ({ kind }: Column) => isNumeric(kind);
const isDate = ({ kind }: Column) => isTime(kind);

/**
 * Column names seen in the embedded operator and in live services, lower-case letters and digits only, the best first. Only
 * unambiguous names: labour hours and meter readings are not flight hours.
 */
const rules: Readonly<Record<ColumnRole, Rule>> = {
  time: {
    names: [
      'checkedouton',
      'flightdate',
      'departureon',
      'departedon',
      'trainingsessiondate',
      'invoicedate',
      'invoicedon',
      'start',
      'starttime',
      'checkedinon',
      'date',
    ],
    suits: isDate,
  },
  hours: {
    names: ['flighthours', 'hobbshours', 'hobbstime', 'flighttime', 'sessionhours', 'totalhours', 'hours'],
    suits: isNumber,
  },
  aircraft: { names: ['registrationtail', 'tailnumber', 'tail', 'aircrafttailnumber', 'registration'], suits: isText },
  simulator: { names: ['issimulator', 'simulator'], suits: ({ kind }) => kind === 'boolean' },
  instructor: { names: ['instructor', 'instructorname', 'cfi'], suits: isText },
  invoice: { names: ['invoicenumber', 'invoiceid', 'invoice'], suits: () => true },
  amount: { names: ['amount', 'lineamount', 'linetotal', 'extendedprice', 'totalamount', 'total'], suits: isNumber },
  student: { names: ['student', 'studentname', 'customerlabel1name', 'customername'], suits: isText },
  course: { names: ['course', 'coursename'], suits: isText },
  progress: { names: ['percentcomplete', 'percentcompleted', 'progress'], suits: isNumber },
  opened: { names: ['opened', 'openedon', 'openeddate', 'dateopened'], suits: isDate },
  closed: {
    names: ['closed', 'closedon', 'closeddate', 'dateclosed'],
    suits: (column) => isDate(column) || column.kind === 'empty',
  },
  state: {
    names: ['status', 'invoicestatus', 'workorderstatus', 'state', 'statusname', 'invoicestatusname'],
    suits: isText,
  },
};

/** The column for a role; null if none has a matching name and kind. */
export function roleColumn(columns: readonly Column[], role: ColumnRole): Column | null {
  const { names, suits } = rules[role];
  const fitting = columns.filter((column) => suits(column) && names.includes(bareName(column)));
  return fitting.toSorted((a, b) => names.indexOf(bareName(a)) - names.indexOf(bareName(b)))[0] ?? null;
}

/** A column's name in lower-case letters and digits. */
export function bareName({ path }: Column): string {
  return path
    .join('')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}
