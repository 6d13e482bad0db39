import type * as z from 'zod/mini';
import { auditEvents, auditPageShape, auditPath, exportShape, exportsPath } from '#contract/access/audit.ts';
import { columnRequestShape, columnsPath, columnsShape } from '#contract/access/columns.ts';
import {
  reminderClassesPath,
  reminderClassesShape,
  reminderClassRequestShape,
} from '#contract/access/reminderClasses.ts';
import { accessAnswerShape, accessPath, accessRequestShape, grantsShape } from '#contract/access/grants.ts';
import { readSets } from '#contract/access/reads.ts';
import {
  connectionCheckPath,
  connectionCheckRequestShape,
  connectionCheckShape,
} from '#contract/gateway/connectionCheck.ts';
import type { PathBy, PublicPath, RouteBody, RoutePart, routes } from '#contract/routes.ts';
import { sessionRequestShape, sessionsPath, sessionsShape } from '#contract/access/sessions.ts';

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
  /** Its answer to a GET; null if it takes only a POST. */
  readonly shape: z.ZodMiniType | null;
  /** Its answers besides 200, and besides 400 if it has parameters. */
  readonly errors?: { readonly [status: string]: string };
  /** True if a header gives each aircraft's age. */
  readonly hasAges?: true;
  /** The body of a POST, and its answer if that differs from the GET's. */
  readonly sent?: z.ZodMiniType;
  readonly answered?: z.ZodMiniType;
  /** Further answers to a refused POST. */
  readonly refused?: { readonly [status: string]: string };
};

/**
 * The description of each public address that some parts of the gateway answer, except streams: with a shape of its answer
 * if it takes a GET, and of what is sent if it takes a POST.
 */
export type Described<Part extends RoutePart> = {
  readonly [Path in Exclude<Extract<PathBy<Part>, PublicPath>, '/events'>]: OwnPath & Shapes<(typeof routes)[Path]>;
};
type Shapes<Row> = {
  readonly shape: Row extends { readonly get: false } ? null : z.ZodMiniType;
} & (Row extends { readonly body: RouteBody } ? { readonly sent: z.ZodMiniType } : { readonly sent?: never });

const errors = { '401': 'Nobody is signed in.', '403': 'The role does not include this request.' };

/** Who has access, who is signed in, and what they did. */
export const accessPaths: Described<'access' | 'check'> = {
  [accessPath]: {
    operationId: 'access',
    summary: 'valid access grants',
    description:
      'For managers and administrators: all valid sign-in tokens, people’s roles, program tokens, display links and calendar links, ' +
      'newest first. POST creates or revokes one. Only the answer that creates a token or link holds its secret. A revocation that other gateways cannot ' +
      'learn now is answered with 202, and `notYet` says where it does not count yet. A program sends ' +
      `its token as \`Authorization: Bearer\`. It reads only the sets that it was given, of these: ${readSets.join(', ')}.`,
    shape: grantsShape,
    sent: accessRequestShape,
    answered: accessAnswerShape,
    errors,
  },
  [sessionsPath]: {
    operationId: 'accessSessions',
    summary: 'who is signed in',
    description:
      'Your own sessions, the last used first. POST ends one session, or all of yours except the current one; ' +
      '202 and `notYet` as with grants.',
    parameters: [
      {
        name: 'of',
        description: '`all`: everyone’s sessions, for managers and administrators.',
        schema: { type: 'string', enum: ['all'] },
      },
    ],
    shape: sessionsShape,
    sent: sessionRequestShape,
    errors,
    refused: { '404': 'You have no such session. It may have ended.' },
  },
  [auditPath]: {
    operationId: 'accessAudit',
    summary: 'audit entries',
    description:
      'For managers and administrators, newest first: sign-ins, grants created and revoked, ' +
      'report columns opened and closed, classes of reminders set, matters put off, exports and refusals. ' +
      '`prev` is the SHA-256 (base64url) of the previous line in the file.',
    parameters: [
      {
        name: 'before',
        description: 'Only entries before this number: `next` of the previous answer.',
        schema: { type: 'string', pattern: '^[1-9]\\d{0,14}$' },
      },
      { name: 'event', description: 'Only entries of this event.', schema: { type: 'string', enum: [...auditEvents] } },
    ],
    shape: auditPageShape,
    errors,
  },
  [exportsPath]: {
    operationId: 'exports',
    summary: 'report a saved file',
    description: 'A page reports that it has saved a file. The audit records the file’s name.',
    shape: null,
    sent: exportShape,
    errors,
  },
  [columnsPath]: {
    operationId: 'reportColumns',
    summary: 'withheld report columns',
    description:
      'For managers: the columns of each report that dispatchers or maintenance do not see, because they are not known to be harmless. ' +
      'Each has up to three values from the rows in the local copy. POST opens a column to a role, or closes it again, at once.',
    shape: columnsShape,
    sent: columnRequestShape,
    errors,
  },
  [reminderClassesPath]: {
    operationId: 'reminderClasses',
    summary: 'classes of reminders',
    description:
      'For managers: the classes that they have set for reminders, by name. `airworthiness` grounds, `conditional` is a caution, ' +
      '`advisory` is listed only. POST sets the class of all reminders of a name; null reads it from the name again.',
    shape: reminderClassesShape,
    sent: reminderClassRequestShape,
    errors,
  },
  [connectionCheckPath]: {
    operationId: 'connectionCheck',
    summary: 'check of the connection',
    description:
      'For managers and administrators: how the school’s service differs from the specification, and which settings fit it. POST starts ' +
      'the check or stops it. Its calls wait their turn in the allowance. Not there with the made-up school.',
    shape: connectionCheckShape,
    sent: connectionCheckRequestShape,
    errors,
  },
};
