import type * as z from 'zod/mini';
import { auditEvents, auditPageShape, auditPath, exportShape, exportsPath } from '#contract/access/audit.ts';
import { columnRequestShape, columnsPath, columnsShape } from '#contract/access/columns.ts';
import { accessAnswerShape, accessPath, accessRequestShape, grantsShape } from '#contract/access/grants.ts';
import { readSets } from '#contract/access/reads.ts';
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
  /** What it answers to a GET; null where it takes a POST alone. */
  readonly shape: z.ZodMiniType | null;
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

const errors = { '401': 'Nobody is signed in.', '403': 'The role does not include it.' };

/** Who has access, who is signed in, and what they did. */
export const accessPaths: { readonly [path: string]: OwnPath } = {
  [accessPath]: {
    operationId: 'access',
    summary: 'what has been handed out',
    description:
      'For managers and administrators: sign-in tokens, roles of people, tokens of programs, links of displays and of calendars that ' +
      'are valid, newest first. The secret of what is created is in that answer alone. A program sends its token as ' +
      `\`Authorization: Bearer\`, and reads these sets or some of them: ${readSets.join(', ')}.`,
    shape: grantsShape,
    sent: accessRequestShape,
    answered: accessAnswerShape,
    errors,
  },
  [sessionsPath]: {
    operationId: 'accessSessions',
    summary: 'who is signed in',
    description: 'One’s own sessions, the one used last first. POST ends one of them, or all but the one that asks.',
    parameters: [
      {
        name: 'of',
        description: 'For managers and administrators: everybody’s.',
        schema: { type: 'string', enum: ['all'] },
      },
    ],
    shape: sessionsShape,
    sent: sessionRequestShape,
    errors,
    refused: { '404': 'There is no such session of whoever asks; it may have ended.' },
  },
  [auditPath]: {
    operationId: 'accessAudit',
    summary: 'audit',
    description:
      'For managers and administrators: sign-ins, what was handed out and taken back, put off, exported and refused, newest first. ' +
      '`prev` is the SHA-256 (base64url) of the line before in the file.',
    parameters: [
      {
        name: 'before',
        description: 'Entries before this number: `next` of the last answer.',
        schema: { type: 'string', pattern: '^[1-9]\\d{0,14}$' },
      },
      { name: 'event', description: 'Only these entries.', schema: { type: 'string', enum: [...auditEvents] } },
    ],
    shape: auditPageShape,
    errors,
  },
  [exportsPath]: {
    operationId: 'exports',
    summary: 'note of a saved file',
    description: 'A page tells that a file was saved from it; the audit keeps its name.',
    shape: null,
    sent: exportShape,
    errors,
  },
  [columnsPath]: {
    operationId: 'reportColumns',
    summary: 'columns of reports that are withheld',
    description:
      'For managers: the columns of each report that dispatchers or maintenance do not see, because nobody knows them to be harmless, ' +
      'with up to three values of each from the rows that the local copy holds. A POST opens a column to a role, or closes it again, at once.',
    shape: columnsShape,
    sent: columnRequestShape,
    errors,
  },
};
