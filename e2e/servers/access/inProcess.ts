import { type IncomingMessage, ServerResponse } from 'node:http';
import { requestIdHeader } from '#contract/gateway/callClass.ts';
import type { Gateway } from '#server/http/gateway.ts';
import { requestOf } from '#e2e/servers/guardStand.ts';

/** A request as sent: headers as pairs, because a name may occur twice. */
export type Sent = {
  readonly method: string;
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body?: string;
};

export type Got = {
  readonly status: number;
  /** All headers, and the body as text. */
  readonly text: string;
  readonly cookies: readonly string[];
  readonly location: string | null;
};

/** An answer that is kept instead of sent. */
export class KeptAnswer extends ServerResponse {
  text = '';
  sentHeaders: { readonly [name: string]: unknown } = {};
  hasEnded = false;
  readonly #onAnswer: () => void;

  constructor(incoming: IncomingMessage, onAnswer: () => void = () => undefined) {
    super(incoming);
    this.#onAnswer = onAnswer;
  }

  override writeHead(status: number, ...given: unknown[]): this {
    this.statusCode = status;
    const { [requestIdHeader]: id, ...headers } = { ...this.getHeaders(), ...Object(given.at(-1)) };
    // Leave out the id: its random digits may contain any number of a record.
    if (id !== undefined && !/^[0-9a-f]{32}$/.test(String(id)))
      throw new Error(`${String(id)} is not the id of a request.`);
    this.sentHeaders = headers;
    return this;
  }

  override write(...[chunk]: unknown[]): boolean {
    this.#add(chunk);
    this.#onAnswer();
    return true;
  }

  override end(...[chunk]: unknown[]): this {
    if (chunk !== undefined) this.#add(chunk);
    this.hasEnded = true;
    this.#onAnswer();
    return this;
  }

  #add(chunk: unknown): void {
    this.text += Buffer.isBuffer(chunk) ? chunk.toString() : String(chunk);
  }
}

/** The message of a request, with its body. */
export function messageOf({ method, path, headers, body }: Sent): IncomingMessage {
  const incoming = requestOf({ method, url: path, headers });
  if (body !== undefined) incoming.push(body);
  incoming.push(null);
  incoming.complete = true;
  return incoming;
}

/**
 * Sends requests to a gateway without a socket: thousands a second, and unchanged by any client. It reads only the start of a
 * stream.
 */
export function askInProcess({ listener }: Pick<Gateway, 'listener'>, sent: Sent): Promise<Got> {
  return new Promise((resolve) => {
    const incoming = messageOf(sent);
    const outgoing = new KeptAnswer(incoming, () => {
      const { statusCode: status, sentHeaders: headers } = outgoing;
      const cookies = [headers['set-cookie'] ?? []].flat().map(String);
      const location = typeof headers['location'] === 'string' ? headers['location'] : null;
      // Node sends no body in the answer to a HEAD.
      const body = sent.method === 'HEAD' ? '' : outgoing.text;
      resolve({ status, text: `${JSON.stringify(headers)}\n${body}`, cookies, location });
      if (!outgoing.hasEnded) setImmediate(() => outgoing.emit('close'));
    });
    listener(incoming, outgoing);
  });
}
