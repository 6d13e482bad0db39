import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Caller, local } from '#server/http/rights/caller.ts';
import { mayHear } from '#server/http/rights/narrow.ts';
import type { RefreshEvent } from '#contract/gateway/replica.ts';
import type { EventFigures } from '#server/observability/figureTables.ts';
import { createPool } from '#server/http/fairPart.ts';
import { clientAddress } from '#server/http/proxies.ts';
import { refusalReply, refuse, send as sendReply, streamHeaders } from '#server/http/reply.ts';
import { networkOf } from '#server/http/shares.ts';

/** The events of `/events`; see `refreshEventShape`. `reset`: everything may have changed. `state`, `snoozes`, `alerts`,
 * `weather`: those changed. */
export type ReplicaEvent =
  | { readonly event: 'refresh'; readonly data: RefreshEvent }
  | { readonly event: 'reset' | 'state' | 'snoozes' | 'alerts' | 'weather'; readonly data?: undefined };

export type EventsOptions = {
  /** Epoch milliseconds of the process start. All ids begin with it, so that ids of an earlier process are recognised. */
  readonly startedAt: number;
  /** The most open streams of one person or link, and of all together. */
  readonly limitPerPerson?: number;
  readonly limitTotal?: number;
  /** Called whenever a stream opens or closes, with the number of open streams. */
  readonly onConnected?: (connected: number) => void;
  /** Calls back at intervals of this many milliseconds until the returned function is called. */
  readonly repeat?: (call: () => void, milliseconds: number) => () => void;
};

export type Events = {
  /**
   * Answers a GET or HEAD of `/events` with an open stream of the events for the caller's role, or 503 with `Retry-After` if
   * there are too many.
   */
  readonly handle: (incoming: IncomingMessage, outgoing: ServerResponse, caller: Caller) => void;
  /** Sends an event to every open stream whose caller may know it, and keeps it for reconnecting clients. */
  readonly send: (event: ReplicaEvent) => void;
  /** The number of open streams. */
  readonly connected: () => number;
  readonly figures: () => EventFigures;
  /** Ends the streams of a caller. */
  readonly drop: (callerId: string) => void;
  /** Ends all streams; later requests get 503. */
  readonly close: () => void;
};

/** Events kept for clients that reconnect. */
const kept = 1_000;
/** Bytes that may wait for a client to read them. */
const maxWaiting = 64 * 1024;
/**
 * In milliseconds: the time between comments that keep idle connections open, and the time before a browser reconnects.
 */
const heartbeat = 20_000;
const reconnectAfter = 2_000;
/** Seconds until a client that was refused may try again. */
const retryAfter = '30';

type Client = {
  readonly outgoing: ServerResponse;
  readonly caller: Caller;
  /** `maxWaiting`, and the events requested at the reconnection. */
  readonly maxWaiting: number;
};

type Sent = { readonly event: ReplicaEvent; readonly bytes: Buffer };

/**
 * Server-sent events (HTML standard, section 9.2) over plain responses. Each event is serialised once for all clients. An id
 * is `<process start>-<sequence number>`; a client that reconnects with the last id it saw gets the missed events, or
 * `reset` if they are no longer known. A client that does not read is disconnected and reconnects.
 */
export function createEvents(options: EventsOptions): Events {
  const { startedAt, limitPerPerson = 100, limitTotal = 1_000, onConnected, repeat = repeatUnref } = options;
  const clients = new Set<Client>();
  const places = createPool(limitTotal, limitPerPerson);
  const ring: Sent[] = [];
  const prefix = startedAt.toString(36);
  let sequence = 0;
  const { write, counts } = createWriter();
  let isClosed = false;

  const idOf = (place: number) => `${prefix}-${place}`;

  const stopHeartbeat = repeat(() => {
    for (const client of clients) write(client, comment);
  }, heartbeat);

  /** The events that a role's client missed since this id. */
  const missedSince = (lastId: string, { who }: Caller): Buffer => {
    const place = placeOf(lastId, prefix);
    const isKnown = place !== null && place <= sequence && place >= sequence - ring.length;
    if (!isKnown) return serialise({ event: 'reset' }, idOf(sequence));
    // The event with number n is at (n - 1) modulo the size of the ring.
    const missed = Array.from({ length: sequence - place }, (_, index) => ring[(place + index) % kept]);
    return Buffer.concat(missed.flatMap((sent) => (sent && mayHear(who.role, sent.event) ? sent.bytes : [])));
  };

  const add = (client: Client, leave: () => void) => {
    clients.add(client);
    client.outgoing.once('close', () => {
      clients.delete(client);
      leave();
      onConnected?.(clients.size);
    });
    onConnected?.(clients.size);
  };

  /** Without a sign-in everybody counts as one client, who may use everything. */
  const takePlace = (incoming: IncomingMessage, { grant }: Caller) => {
    if (grant !== local.grant) return places.take(grant, networkOf(clientAddress(incoming)));
    return clients.size < limitTotal ? () => undefined : null;
  };

  return {
    handle(incoming, outgoing, caller) {
      if (isClosed) return sendReply(incoming, outgoing, closing);
      if (incoming.method === 'HEAD') return void outgoing.writeHead(200, streamHeaders).end();
      const leave = takePlace(incoming, caller);
      if (!leave) return sendReply(incoming, outgoing, tooMany);
      outgoing.writeHead(200, streamHeaders);
      const lastId = incoming.headers['last-event-id'];
      const missed = typeof lastId === 'string' ? missedSince(lastId, caller) : Buffer.alloc(0);
      // The id comes first, so that a client that reconnects before the first event has one.
      const opening = Buffer.from(`retry: ${reconnectAfter}\nid: ${idOf(sequence)}\n\n`);
      add({ outgoing, caller, maxWaiting: maxWaiting + missed.length }, leave);
      outgoing.write(Buffer.concat([missed, opening]));
    },
    send(event) {
      if (isClosed) return;
      const bytes = serialise(event, idOf(sequence + 1));
      ring[sequence % kept] = { event, bytes };
      sequence++;
      for (const client of clients) {
        if (!mayHear(client.caller.who.role, event)) continue;
        counts.sent++;
        write(client, bytes);
      }
    },
    connected: () => clients.size,
    figures: () => ({ open: clients.size, ...counts }),
    drop(callerId) {
      for (const { outgoing, caller } of clients) if (caller.id === callerId) outgoing.end();
    },
    close() {
      isClosed = true;
      stopHeartbeat();
      for (const { outgoing } of clients) outgoing.end();
    },
  };
}

/** Writes to a stream, and ends it if its client does not read. */
function createWriter() {
  const counts = { sent: 0, cut: 0 };
  const write = ({ outgoing, maxWaiting: max }: Client, bytes: Buffer): void => {
    outgoing.write(bytes);
    if (outgoing.writableLength <= max || outgoing.destroyed) return;
    counts.cut++;
    outgoing.destroy();
  };
  return { write, counts };
}

const comment = Buffer.from(':\n\n');

/** An event without data still needs an empty `data` line: browsers drop an event that has none. */
function serialise({ event, data }: ReplicaEvent, id: string): Buffer {
  return Buffer.from(`id: ${id}\nevent: ${event}\ndata:${data ? ` ${JSON.stringify(data)}` : ''}\n\n`);
}

/** The sequence number in an id of this process; null in any other text. */
function placeOf(id: string, prefix: string): number | null {
  const [start, place = ''] = id.split('-', 2);
  return start === prefix && /^\d{1,15}$/.test(place) ? Number(place) : null;
}

/** An interval that does not keep the process alive. */
function repeatUnref(call: () => void, milliseconds: number): () => void {
  const timer = setInterval(call, milliseconds).unref();
  return () => clearInterval(timer);
}

const tooMany = unavailable('Too many screens are connected to this server. Close some of them.');
const closing = unavailable('This server is shutting down.');

function unavailable(message: string) {
  const headers = { 'retry-after': retryAfter, 'cache-control': 'no-store' };
  return refusalReply(refuse(503, message), headers);
}
