import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { millisecondsInMinute } from '#domain/units.ts';
import * as z from 'zod/mini';
import {
  type CheckedSetting,
  type ConnectionCheck,
  connectionCheckPath,
  connectionCheckRequestShape,
  connectionCheckShape,
} from '#contract/gateway/connectionCheck.ts';
import type { Instant } from '#domain/time/time.ts';
import type { HandlersOf } from './handlers.ts';
import { readTarget } from './api.ts';
import { answerJson, parsed } from './body.ts';
import { jsonReply, type Reply } from './reply.ts';
import type { Log } from '#server/observability/log.ts';
import type { Source } from '#server/upstream/cache.ts';
import type { ServiceAccess } from '#server/upstream/source.ts';
import { type FailureKind, UpstreamFailure } from '#server/upstream/upstream.ts';
import { savePrivate } from '#server/install/privateFiles.ts';
import {
  type CheckedSettings,
  maxCalls,
  noteService,
  probe,
  type Recommended,
} from '#server/upstream/connection/check.ts';
import {
  type Call,
  connectTo,
  type Failure,
  failureWords,
  NoAnswer,
  type Sent,
} from '#server/upstream/connection/connection.ts';
import { type Journal, printable, startJournal } from '#server/upstream/connection/findings.ts';

const fileName = 'connection-check.json';
const fileShape = z.object({ version: z.literal(1), check: connectionCheckShape });

/** Answers this old no longer belong to the same check: the school's records have changed. */
const rememberedMs = 30 * millisecondsInMinute;

export type ControllerParts = {
  readonly settings: CheckedSettings;
  /** The key, which no finding may contain. */
  readonly key: string;
  readonly service: Pick<ServiceAccess, 'fetch' | 'queue' | 'wall'>;
  /** Answers that need no call. */
  readonly held: Pick<Source, 'lookUp'>;
  /** Where the last check is kept across a restart; null for memory. */
  readonly directory: string | null;
  readonly log: Log;
};

const nothing: Omit<ConnectionCheck, 'settings'> = {
  state: 'none',
  note: null,
  startedAt: null,
  endedAt: null,
  calls: 0,
  mostCalls: maxCalls,
  held: 0,
  findings: [],
  advice: [],
  hours: null,
};

/** The check's kinds for failures of the gateway's calls. Missing kinds say nothing about the service. */
const failureKinds: { readonly [Kind in FailureKind]?: Failure['kind'] } = {
  timeout: 'timeout',
  unreachable: 'unreachable',
  untrusted: 'untrusted',
  reset: 'unreachable',
  cut: 'unreachable',
  redirect: 'redirected',
  unreadable: 'unreadable',
  oversized: 'unreadable',
};

/** Ends a check that somebody stopped. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

/**
 * The gateway's check of the connection. Its calls go through the queue, so that the allowance holds. Answers of the
 * local copy replace calls where they say the same. It continues where it stopped. If its recommended settings are in
 * force after a restart, it checks them.
 */
export class CheckController {
  readonly #parts: ControllerParts;
  /** The answers so far, by address, each with its time. */
  readonly #answers = new Map<string, Sent & { readonly at: Instant }>();
  #check: ConnectionCheck;
  #run: AbortController | null = null;

  constructor(parts: ControllerParts) {
    this.#parts = parts;
    const kept = parts.directory === null ? null : readKept(join(parts.directory, fileName));
    this.#check = kept ?? { ...nothing, settings: settingsOf(parts.settings, parts.settings) };
    if (kept && this.#hasChanged(kept.settings)) this.#start();
  }

  /** Whether a setting has changed since the last check. */
  #hasChanged(settings: readonly CheckedSetting[]): boolean {
    const now = settingsOf(this.#parts.settings, this.#parts.settings);
    return now.some(({ name, value }) => settings.find((setting) => setting.name === name)?.value !== value);
  }

  readonly answers: HandlersOf<'check'> = {
    [connectionCheckPath]: {
      GET: () => this.#reply(),
      POST: (incoming) =>
        answerJson(incoming, connectionCheckPath, connectionCheckRequestShape, ({ action }) => {
          if (action === 'start') this.#start();
          else this.#stop('Stopped.');
          return this.#reply();
        }),
    },
  };

  close(): void {
    this.#run?.abort();
    this.#run = null;
  }

  #reply(): Reply {
    return jsonReply(200, this.#check);
  }

  #start(): void {
    if (this.#run) return;
    const { wall } = this.#parts.service;
    const isResumed = this.#check.state === 'stopped';
    if (!isResumed) this.#answers.clear();
    for (const [address, { at }] of this.#answers) if (wall() - at > rememberedMs) this.#answers.delete(address);
    const startedAt = isResumed ? this.#check.startedAt : new Date(wall()).toISOString();
    const { settings } = this.#parts;
    this.#check = { ...nothing, state: 'running', startedAt, settings: settingsOf(settings, settings) };
    const run = new AbortController();
    this.#run = run;
    void this.#work(run.signal);
  }

  #stop(note: string): void {
    if (this.#check.state !== 'running') return;
    this.close();
    this.#end('stopped', note);
  }

  #end(state: 'stopped' | 'finished', note: string | null): void {
    this.#run = null;
    this.#check = { ...this.#check, state, note, endedAt: new Date(this.#parts.service.wall()).toISOString() };
    const { directory, log } = this.#parts;
    if (directory === null || state === 'stopped') return;
    try {
      savePrivate(directory, fileName, JSON.stringify({ version: 1, check: this.#check }));
    } catch (error) {
      log.error({ err: error }, 'The check of the connection could not be stored.');
    }
  }

  async #work(signal: AbortSignal): Promise<void> {
    const { settings, key, service, log } = this.#parts;
    const add = (changes: Partial<ConnectionCheck>) => {
      if (!signal.aborted) this.#check = { ...this.#check, ...changes };
    };
    const journal: Journal = startJournal(({ words, ...finding }) =>
      add({ findings: [...this.#check.findings, { ...finding, words: printable(words, key) }] }),
    );
    const connection = connectTo(settings.operatorId, (...request) => this.#send(signal, add, ...request));
    try {
      const { recommended, hours, spent } = await probe(connection, journal, settings, service.wall());
      add({ hours, settings: settingsOf(settings, recommended) });
      if (spent) return this.#stop(`The check stopped: ${failureWords(spent.failure)}.`);
      noteService(connection, journal, settings.rateLimit);
      add({ advice: journal.advice() });
      if (!signal.aborted) this.#end('finished', null);
    } catch (error) {
      if (signal.aborted || error instanceof Stopped) return;
      const isOwn = error instanceof UpstreamFailure;
      if (!isOwn) log.error({ err: error }, 'The check of the connection failed.');
      this.#stop(isOwn ? error.message : 'The check failed here; the log of this server says why.');
    }
  }

  /** An earlier answer of this check, an answer of the local copy, or a call in its turn. */
  async #send(
    signal: AbortSignal,
    add: (changes: Partial<ConnectionCheck>) => void,
    request: Call,
    mayBeHeld: boolean,
  ): Promise<Sent> {
    if (signal.aborted) throw new Stopped();
    const known = this.#answers.get(request.address) ?? (mayBeHeld ? this.#heldAnswer(request) : null);
    const sent = known ?? (await this.#call(signal, add, request));
    if (signal.aborted) throw new Stopped();
    if (known?.isHeld) add({ held: this.#check.held + 1 });
    else add({ calls: this.#check.calls + 1, note: null });
    const isLasting = sent.status < 500 && sent.status !== 408 && sent.status !== 429;
    if (isLasting) this.#answers.set(request.address, { ...sent, at: this.#parts.service.wall() });
    return sent;
  }

  #heldAnswer({ address }: Call): Sent | null {
    const { request } = readTarget(`/api${address}`, this.#parts.settings.operatorId);
    const answer = request && this.#parts.held.lookUp(request, { callClass: 'load', isFresh: false });
    if (!answer || answer.status !== 200) return null;
    return { status: 200, body: answer.body.plain.toString(), headers: [], isHeld: true };
  }

  /** Calls the service; while the allowance is used up it waits and says so. */
  async #call(signal: AbortSignal, add: (changes: Partial<ConnectionCheck>) => void, request: Call): Promise<Sent> {
    const { fetch, queue } = this.#parts.service;
    for (;;) {
      try {
        const { status, body, head = [] } = await fetch(request, queue.ticket('load'));
        return { status, body: body.toString(), headers: head };
      } catch (error) {
        if (!(error instanceof UpstreamFailure)) throw error;
        const kind = failureKinds[error.kind];
        if (kind) throw new NoAnswer({ kind, detail: '', retryAfter: null });
        if (error.kind !== 'busy') throw error;
        const seconds = error.retryAfter ?? 5;
        add({ note: 'Waits for its part of the call allowance.' });
        await sleep(seconds * 1000, undefined, { ref: false, signal }).catch(() => undefined);
        if (signal.aborted) throw new Stopped();
      }
    }
  }
}

/** The settings that the check judges, in the form of `.env`. Neither the key nor the address is among them. */
function settingsOf(settings: CheckedSettings, fitting: Recommended): CheckedSetting[] {
  const kept = (name: string, value: string | number) => ({ name, value: String(value), fits: String(value) });
  return [
    kept('API_OPERATOR_ID', settings.operatorId),
    kept('API_RATE_LIMIT', settings.rateLimit),
    kept('OPERATOR_TIME_ZONE', settings.timeZone),
    { name: 'ZONELESS_TIMES', value: settings.zonelessTimes, fits: fitting.zonelessTimes },
    { name: 'REPORT_OFFSET', value: settings.reportOffset, fits: fitting.reportOffset },
  ];
}

/** The last check; null if there is none that can be read. A new check costs only some calls. */
function readKept(path: string): ConnectionCheck | null {
  try {
    const read = fileShape.safeParse(parsed(readFileSync(path, 'utf8')));
    return read.success ? read.data.check : null;
  } catch {
    return null;
  }
}
