import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Recipient, recipientLimits, recipientShape } from '#contract/gateway/alerts.ts';
import { parsed } from '#server/http/body.ts';
import { fileFailureOf } from '#server/install/fileFailure.ts';
import { savePrivate } from '#server/install/privateFiles.ts';
import { millisecondsInDay } from '#domain/units.ts';
import type { Instant } from '#domain/time/time.ts';
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
/**
 * Each recipient that was removed has its own note. So a gateway that had not read this when it wrote the list, such as one
 * that the database was gone for, brings nobody back.
 */
const removedPrefix = 'removed recipient ';
/** No gateway writes a list that is older than this. */
const removedKeptMs = 30 * millisecondsInDay;
/** Where several gateways keep the recipients. */
type Notes = Pick<ReplicaStorage, 'memory' | 'memories' | 'remember' | 'forget'>;

/**
 * Who gets which alerts, in `DATA_DIR/alerts.json`, which only its owner can read; in memory without a directory. The
 * file is separate, so that it stays when the local copy is made anew. Several gateways keep the recipients in a note,
 * which is first filled from the file.
 */
export class Recipients {
  readonly #directory: string | null;
  readonly #notes: Notes | null;
  readonly #wall: () => Instant;
  /** Those of the file, until there is a note. */
  readonly #ofFile: readonly KeptRecipient[];
  #kept: readonly KeptRecipient[];
  /** The notes as they were read last; null if they have to be read again. */
  #read: string | null = null;

  /** Throws one sentence if there is a file that cannot be read. */
  constructor(directory: string | null, notes: Notes | null = null, wall: () => Instant = Date.now) {
    this.#directory = directory;
    this.#notes = notes;
    this.#wall = wall;
    this.#ofFile = directory === null ? [] : readFile(join(directory, fileName));
    this.#kept = this.#ofFile;
  }

  all(): readonly KeptRecipient[] {
    if (!this.#notes) return this.#kept;
    const text = this.#notes.memory(noteKey);
    const removed = this.#notes.memories(removedPrefix).map(({ key }) => key);
    const read = [text, ...removed].join('\n');
    if (read === this.#read) return this.#kept;
    this.#read = read;
    const gone = new Set(removed);
    this.#kept = this.#listIn(text).filter(({ id }) => !gone.has(removedPrefix + id));
    return this.#kept;
  }

  #listIn(text: string | null): readonly KeptRecipient[] {
    if (text === null) return this.#ofFile;
    const read = fileShape.safeParse(parsed(text));
    // The text is from another version, so the recipients here stay as they were.
    return read.success ? read.data.recipients : this.#kept;
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
    this.#noteRemoved(id);
    this.#keep(rest);
    return true;
  }

  /**
   * Ends the alerts of the browsers of a session at once, or gives them the session that follows it. Returns those that
   * ended. If the disk does not take it, it counts until the next start; then the session has ended.
   */
  endSession(session: string, next: string | null): readonly KeptRecipient[] {
    const isOf = (recipient: KeptRecipient) => recipient.subscription !== null && recipient.session === session;
    if (next === null) return this.#end(isOf);
    if (this.all().some(isOf))
      this.#keepOrRemember(this.#kept.map((one) => (isOf(one) ? { ...one, session: next } : one)));
    return [];
  }

  /** Ends the alerts of the browsers of people whose access has ended, as `endSession`. */
  endOwners(hasEnded: (owner: string) => boolean): readonly KeptRecipient[] {
    return this.#end(({ owner }) => owner !== null && hasEnded(owner));
  }

  /** Ends the alerts of a browser that will never get a message again. */
  endGone(id: string): void {
    this.#end((recipient) => recipient.id === id);
  }

  /** Writes the list that several gateways share without those that were removed, and drops notes that are no longer needed. */
  tidy(): void {
    const notes = this.#notes;
    if (!notes) return;
    const text = notes.memory(noteKey);
    if (text !== null && this.#listIn(text).length > this.all().length) this.#keep(this.#kept);
    const oldest = this.#wall() - removedKeptMs;
    for (const { key, value } of notes.memories(removedPrefix)) if (Number(value) < oldest) notes.forget(key);
  }

  #end(isOf: (recipient: KeptRecipient) => boolean): readonly KeptRecipient[] {
    const ended = this.all().filter(isOf);
    if (ended.length === 0) return [];
    // The list here may be older than what other gateways wrote, so only the notes say it.
    if (this.#notes) for (const { id } of ended) this.#noteRemoved(id);
    else this.#keepOrRemember(this.#kept.filter((one) => !isOf(one)));
    return ended;
  }

  #noteRemoved(id: string): void {
    this.#notes?.remember(removedPrefix + id, String(this.#wall()));
  }

  #keepOrRemember(recipients: readonly KeptRecipient[]): void {
    try {
      this.#keep(recipients);
    } catch (error) {
      if (fileFailureOf(error) === null) throw error;
      this.#kept = recipients;
    }
  }

  #keep(recipients: readonly KeptRecipient[]): void {
    const text = `${JSON.stringify({ version: 1, recipients }, null, 2)}\n`;
    if (this.#notes) this.#notes.remember(noteKey, text);
    else if (this.#directory !== null) savePrivate(this.#directory, fileName, text);
    this.#kept = recipients;
    // A change may be undone.
    this.#read = null;
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
