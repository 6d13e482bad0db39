import type * as z from 'zod/mini';
import { columnRequestShape, columnsPath, columnsShape } from '#contract/access/columns.ts';
import { accessAnswerShape, accessPath, accessRequestShape, grantsShape } from '#contract/access/grants.ts';

type Parameter = {
  readonly name: string;
  readonly description: string;
  readonly required?: true;
  readonly schema: object;
};

/** One of the gateway's own endpoints. */
export type OwnPath = {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly Parameter[];
  readonly shape: z.ZodMiniType;
  /** What it answers besides 200 and, where it has parameters, 400. */
  readonly errors?: { readonly [status: string]: string };
  /** True where each aircraft's age comes in a header. */
  readonly hasAges?: true;
  /** What may be sent to it by POST, and the answer to that where it is another one. */
  readonly sent?: z.ZodMiniType;
  readonly answered?: z.ZodMiniType;
  /** What a POST is answered besides, where it is refused. */
  readonly refused?: { readonly [status: string]: string };
};

/** What managers ask and send about access. */
export const accessPaths: { readonly [path: string]: OwnPath } = {
  [accessPath]: {
    operationId: 'access',
    summary: 'what has been handed out',
    description:
      'For managers: sign-in tokens, roles of people, links of displays and of calendars that are valid, newest first. The secret of what is created is in that answer alone.',
    shape: grantsShape,
    sent: accessRequestShape,
    answered: accessAnswerShape,
    errors: { '401': 'Nobody is signed in.', '403': 'The role does not include it.' },
  },
  [columnsPath]: {
    operationId: 'reportColumns',
    summary: 'columns of reports that are withheld',
    description:
      'For managers: the columns of each report that dispatchers or maintenance do not see, because nobody knows them to be harmless, ' +
      'with up to three values of each from the rows that the local copy holds. A POST opens a column to a role, or closes it again, at once.',
    shape: columnsShape,
    sent: columnRequestShape,
    errors: { '401': 'Nobody is signed in.', '403': 'The role does not include it.' },
  },
};
