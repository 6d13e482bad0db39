import type { IncomingMessage } from 'node:http';
import {
  snoozeLimits,
  type SnoozeRecord,
  type SnoozeRequest,
  snoozeRequestShape,
  snoozesShape,
} from '#contract/gateway/snoozes.ts';
import { bodyText, parsed } from '#server/gateway/http/body.ts';
import { jsonReply, type Refusal, refusalReply, type Reply } from '#server/gateway/http/reply.ts';
import type { ReplicaStorage } from './storage/storage.ts';

const day = 86_400_000;
/** More at once would be no list of exceptions any more; the oldest go. */
const most = 500;
/** Bytes of a request. */
const mostBytes = 4_096;
const remembered = 'snoozes';

/** What the people of the school have put off. It is kept with the local copy, and is the only thing that a browser can change. */
export class Snoozes {
  readonly #storage: Pick<ReplicaStorage, 'memory' | 'remember'>;
  readonly #wall: () => number;
  readonly #onChange: () => void;
  #known: readonly SnoozeRecord[];
  #reply: { readonly of: readonly SnoozeRecord[]; readonly reply: Reply } | null = null;

  constructor(storage: Pick<ReplicaStorage, 'memory' | 'remember'>, wall: () => number, onChange: () => void) {
    this.#storage = storage;
    this.#wall = wall;
    this.#onChange = onChange;
    this.#known = readStored(storage.memory(remembered));
  }

  /** All that is put off now; the same body as long as that is the same. */
  get(): Reply {
    const now = this.#wall();
    if (this.#known.some(({ until }) => Date.parse(until) <= now))
      this.#known = this.#known.filter(({ until }) => Date.parse(until) > now);
    if (this.#reply?.of !== this.#known)
      this.#reply = { of: this.#known, reply: jsonReply(200, { snoozes: this.#known }) };
    return this.#reply.reply;
  }

  /** Puts one off, or takes it back. Refused: what is too long (413), or not as described. */
  async put(incoming: IncomingMessage): Promise<Reply> {
    const text = await bodyText(incoming, mostBytes);
    if (text === null) return refusalReply(refuse(413, `The request is longer than ${mostBytes} bytes.`));
    const request = readRequest(text);
    if (!request) return refusalReply(refuse(400, 'The request is not as /openapi.json describes it.'));
    const now = this.#wall();
    const until = request.until === null ? null : Date.parse(request.until);
    if (until !== null && !(until > now && until <= now + snoozeLimits.days * day)) {
      return refusalReply(refuse(400, `until must lie within the next ${snoozeLimits.days} days.`, 'until'));
    }
    this.#change(request, now);
    return this.get();
  }

  #change({ key, until, severity, by }: SnoozeRequest, now: number): void {
    const others = this.#known.filter((one) => one.key !== key);
    const own = until === null ? [] : [{ key, until, severity, by, at: new Date(now).toISOString() }];
    this.#known = [...others, ...own].slice(-most);
    this.#storage.remember(remembered, JSON.stringify({ snoozes: this.#known }));
    this.#onChange();
  }
}

/** What another version has written, or a damaged text, counts as nothing. */
function readStored(text: string | null): readonly SnoozeRecord[] {
  const read = snoozesShape.safeParse(parsed(text ?? ''));
  return read.success ? read.data.snoozes : [];
}

const utc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/;

/** Null for what is not as described, or beyond the limits. */
function readRequest(text: string): SnoozeRequest | null {
  const read = snoozeRequestShape.safeParse(parsed(text));
  if (!read.success) return null;
  const { key, until, severity, by } = { ...read.data, by: read.data.by.trim() };
  const isText = (value: string, longest: number) => value.length > 0 && value.length <= longest;
  const isSeverity = Number.isInteger(severity) && severity >= 0 && severity <= 100;
  const isWithin = isText(key, snoozeLimits.key) && isText(by, snoozeLimits.name) && isSeverity;
  return isWithin && (until === null || utc.test(until)) ? { key, until, severity, by } : null;
}

function refuse(status: number, message: string, dataField?: string): Refusal {
  return { status, problems: [{ message, ...(dataField !== undefined && { dataField }) }] };
}
