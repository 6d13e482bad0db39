import { type Column, isNumeric, isTime } from '#domain/reports/columns/columns.ts';

/** What a picture takes from the rows, found among the columns by the usual names. */
export type Part =
  | 'time'
  | 'hours'
  | 'aircraft'
  | 'instructor'
  | 'invoice'
  | 'amount'
  | 'student'
  | 'course'
  | 'progress'
  | 'opened'
  | 'closed'
  | 'state';
export type Parts = { readonly [Name in Part]?: Column };

type Rule = { readonly names: readonly string[]; readonly suits: (column: Column) => boolean };

const isText = ({ kind }: Column) => kind === 'text' || kind === 'mixed';
const isNumber = ({ kind }: Column) => isNumeric(kind);
const isDate = ({ kind }: Column) => isTime(kind);

/**
 * Names as the embedded operator writes them and as live services have been seen to, without regard to case and signs, the
 * best first. Only names that can mean nothing else: hours of labour or of a meter are no flying.
 */
const rules: Readonly<Record<Part, Rule>> = {
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
  state: { names: ['status', 'workorderstatus', 'state'], suits: isText },
};

/** The column for a part; null where none has the name and the kind. */
export function columnFor(columns: readonly Column[], part: Part): Column | null {
  const { names, suits } = rules[part];
  const fitting = columns.filter((column) => suits(column) && names.includes(bareName(column)));
  return fitting.toSorted((a, b) => names.indexOf(bareName(a)) - names.indexOf(bareName(b)))[0] ?? null;
}

function bareName({ path }: Column): string {
  return path
    .join('')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}
