import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Recipient, recipientLimits, recipientShape } from '#contract/gateway/alerts.ts';
import { parsed } from '#server/http/body.ts';
import { fileFailureOf } from '#server/install/fileFailure.ts';
import { savePrivate } from '#server/install/privateFiles.ts';
import type { ReplicaStorage } from '#server/replica/storage/storage.ts';

const subscriptionShape = z.object({ endpoint: z.string(), keys: z.object({ p256dh: z.string(), auth: z.string() }) });
/** A browser that gets push messages. It never leaves the gateway, because it lets anyone send the browser messages. */
export type Subscription = z.output<typeof subscriptionShape>;

/**
 * `secret`: the end of a feed's private address; empty for other channels. `owner`: the grant of a browser's person;
 * `session`: the sign-in in which they turned it on, null if an earlier version did not keep it.
 */
const keptShape = z.extend(recipientShape, {
  secret: z.string(),
  subscription: z.nullable(subscriptionShape),
  owner: z.nullable(z.string()),
  session: z._default(z.nullable(z.string()), null),
});
export type KeptRecipient = z.output<typeof keptShape>;

const fileShape = z.object({ version: z.literal(1), recipients: z.array(keptShape) });
const fileName = 'alerts.json';

const nobody = { subscription: null, owner: null, session: null };

const noteKey = 'recipients';
/** Where several gateways keep the recipients. */
type Notes = Pick<ReplicaStorage, 'memory' | 'remember'>;

/**
 * Who gets which alerts, in `DATA_DIR/alerts.json`, which only its owner can read; in memory without a directory. The
 * file is separate, so that it stays when the local copy is made anew. Several gateways keep the recipients in a note,
 * which is first filled from the file.
 */
export class Recipients {
  readonly #directory: string | null;
  readonly #notes: Notes | null;
  /** Those of the file, until there is a note. */
  readonly #ofFile: readonly KeptRecipient[];
  #kept: readonly KeptRecipient[];
  #text: string | null = null;

  /** Throws one sentence if there is a file that cannot be read. */
  constructor(directory: string | null, notes: Notes | null = null) {
    this.#directory = directory;
    this.#notes = notes;
    this.#ofFile = directory === null ? [] : readFile(join(directory, fileName));
    this.#kept = this.#ofFile;
  }

  all(): readonly KeptRecipient[] {
    if (!this.#notes) return this.#kept;
    const text = this.#notes.memory(noteKey);
    if (text === this.#text) return this.#kept;
    this.#text = text;
    if (text === null) {
      this.#kept = this.#ofFile;
      return this.#kept;
    }
    const read = fileShape.safeParse(parsed(text));
    // The text is from another version, so the recipients here stay as they were.
    if (read.success) this.#kept = read.data.recipients;
    return this.#kept;
  }

  find(id: string): KeptRecipient | null {
    return this.all().find((recipient) => recipient.id === id) ?? null;
  }

  /** The recipient of a feed's private address. Takes the same time for every wrong secret of this length. */
  bySecret(secret: string): KeptRecipient | null {
    const given = Buffer.from(secret);
    const isIt = (recipient: KeptRecipient) => {
      const known = Buffer.from(recipient.secret);
      return known.length > 0 && known.length === given.length && timingSafeEqual(known, given);
    };
    return this.all().find((recipient) => recipient.channel === 'feed' && isIt(recipient)) ?? null;
  }

  /** Saves a recipient; an empty id adds one. Null if there are too many, or none has this id. */
  save(
    recipient: Recipient,
    browser: Pick<KeptRecipient, 'subscription' | 'owner' | 'session'> = nobody,
  ): KeptRecipient | null {
    const known = this.find(recipient.id);
    if (recipient.id === '' ? this.#kept.length >= recipientLimits.recipients : !known) return null;
    const secret = known?.secret || (recipient.channel === 'feed' ? randomBytes(24).toString('base64url') : '');
    const saved: KeptRecipient = {
      ...recipient,
      id: known?.id ?? randomBytes(8).toString('hex'),
      secret: recipient.channel === 'feed' ? secret : '',
      subscription: browser.subscription ?? known?.subscription ?? null,
      owner: browser.owner ?? known?.owner ?? null,
      session: browser.session ?? known?.session ?? null,
    };
    this.#keep(known ? this.#kept.map((one) => (one === known ? saved : one)) : [...this.#kept, saved]);
    return saved;
  }

  /** True if there was one. */
  remove(id: string): boolean {
    const rest = this.all().filter((recipient) => recipient.id !== id);
    if (rest.length === this.#kept.length) return false;
    this.#keep(rest);
    return true;
  }

  /**
   * Ends the alerts of the browsers of a session at once, or gives them the session that follows it. Returns those that
   * ended. If the disk does not take it, it counts until the next start; then the session has ended.
   */
  endSession(session: string, next: string | null): readonly KeptRecipient[] {
    const isOf = (recipient: KeptRecipient) => recipient.subscription !== null && recipient.session === session;
    const concerned = this.all().filter(isOf);
    if (concerned.length === 0) return [];
    const rest = this.#kept.flatMap((one) => (isOf(one) ? (next === null ? [] : [{ ...one, session: next }]) : [one]));
    try {
      this.#keep(rest);
    } catch (error) {
      if (fileFailureOf(error) === null) throw error;
      this.#kept = rest;
    }
    return next === null ? concerned : [];
  }

  #keep(recipients: readonly KeptRecipient[]): void {
    const text = `${JSON.stringify({ version: 1, recipients }, null, 2)}\n`;
    if (this.#notes) this.#notes.remember(noteKey, text);
    else if (this.#directory !== null) savePrivate(this.#directory, fileName, text);
    this.#kept = recipients;
    // A change that is undone has another text again.
    this.#text = text;
  }
}

function readFile(path: string): readonly KeptRecipient[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    const words = `The file ${path}, which holds who gets alerts, cannot be read: make it readable, or move it away.`;
    throw new Error(words, { cause: error });
  }
  const read = fileShape.safeParse(parsed(text));
  if (!read.success)
    throw new Error(`The file ${path}, which holds who gets alerts, is damaged: restore a copy, or move it away.`);
  return read.data.recipients;
}
