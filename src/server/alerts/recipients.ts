import { randomBytes, timingSafeEqual } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { type Recipient, recipientLimits, recipientShape } from '#contract/gateway/alerts.ts';
import { parsed } from '#server/gateway/http/body.ts';

const subscriptionShape = z.object({ endpoint: z.string(), keys: z.object({ p256dh: z.string(), auth: z.string() }) });
/** A browser that gets push messages. Whoever knows it can send it messages, so it never leaves the gateway. */
export type Subscription = z.output<typeof subscriptionShape>;

/** `secret`: the end of a feed's private address; empty for all others. `owner`: the grant whose browser it is. */
const keptShape = z.extend(recipientShape, {
  secret: z.string(),
  subscription: z.nullable(subscriptionShape),
  owner: z.nullable(z.string()),
});
export type KeptRecipient = z.output<typeof keptShape>;

const fileShape = z.object({ version: z.literal(1), recipients: z.array(keptShape) });
const fileName = 'alerts.json';

/**
 * Who gets which alerts, in `DATA_DIR/alerts.json`, which only its owner can read; in memory without a directory. It survives
 * what begins the local copy's file anew.
 */
export class Recipients {
  readonly #path: string | null;
  #kept: readonly KeptRecipient[];

  /** Throws one sentence if there is a file that cannot be read. */
  constructor(directory: string | null) {
    this.#path = directory === null ? null : join(directory, fileName);
    this.#kept = this.#path === null ? [] : readFile(this.#path);
  }

  all(): readonly KeptRecipient[] {
    return this.#kept;
  }

  find(id: string): KeptRecipient | null {
    return this.#kept.find((one) => one.id === id) ?? null;
  }

  /** The recipient of a feed's private address. Takes the same time for every wrong secret of this length. */
  bySecret(secret: string): KeptRecipient | null {
    const given = Buffer.from(secret);
    const isIt = (one: KeptRecipient) => {
      const own = Buffer.from(one.secret);
      return own.length > 0 && own.length === given.length && timingSafeEqual(own, given);
    };
    return this.#kept.find((one) => one.channel === 'feed' && isIt(one)) ?? null;
  }

  /** Saves a recipient; an empty id makes a new one. Null if there are too many, or none with this id. */
  save(
    recipient: Recipient,
    browser: Pick<KeptRecipient, 'subscription' | 'owner'> = { subscription: null, owner: null },
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
    };
    this.#keep(known ? this.#kept.map((one) => (one === known ? saved : one)) : [...this.#kept, saved]);
    return saved;
  }

  /** True if there was one. */
  remove(id: string): boolean {
    const rest = this.#kept.filter((one) => one.id !== id);
    if (rest.length === this.#kept.length) return false;
    this.#keep(rest);
    return true;
  }

  #keep(kept: readonly KeptRecipient[]): void {
    if (this.#path !== null) writeFile(this.#path, kept);
    this.#kept = kept;
  }
}

function readFile(path: string): readonly KeptRecipient[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw new Error(
      `The file ${path}, which holds who gets alerts, cannot be read: make it readable, or move it away.`,
      {
        cause: error,
      },
    );
  }
  const read = fileShape.safeParse(parsed(text));
  if (!read.success)
    throw new Error(`The file ${path}, which holds who gets alerts, is damaged: restore a copy, or move it away.`);
  return read.data.recipients;
}

/** All of it or nothing, also if the machine stops meanwhile. */
function writeFile(path: string, recipients: readonly KeptRecipient[]): void {
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
  const next = `${path}.next`;
  writeFileSync(next, `${JSON.stringify({ version: 1, recipients }, null, 2)}\n`, { mode: 0o600, flush: true });
  chmodSync(next, 0o600);
  renameSync(next, path);
}
