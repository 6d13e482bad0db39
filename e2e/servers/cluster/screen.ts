import { once } from 'node:events';
import type { Agent, IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Door, visit } from './people.ts';

/** Milliseconds: how often a screen requests data, and how long a browser waits before it reopens a stream. */
const pollMs = 2_000;
const reopenMs = 2_000;

/** A screen: it holds an event stream, reopens it two seconds after its end, and requests data every two seconds. */
export class Screen {
  readonly #door: Door;
  readonly #cookie: string;
  readonly #agent: Agent;
  readonly #over = Promise.withResolvers<void>();
  #isOver = false;
  /** The latest moment of any data shown so far, in seconds. */
  #shown = 0;
  /** Answers that a screen would show as an error. */
  readonly errors: string[] = [];
  /** The most, in seconds, by which data was older than data shown before. */
  steppedBack = 0;
  /** When the last answered request was made, in milliseconds of the test's clock. */
  askedAt = 0;
  /** How many streams it has had, and whether it has one now. */
  streams = 0;
  isConnected = false;

  constructor(door: Door, cookie: string, agent: Agent) {
    this.#door = door;
    this.#cookie = cookie;
    this.#agent = agent;
  }

  /** Resolves after `end`, once nothing is in flight. */
  async start(): Promise<void> {
    await Promise.all([this.#listen(), this.#poll()]);
  }

  end(): void {
    this.#isOver = true;
    this.#over.resolve();
  }

  #pause(milliseconds: number): Promise<void> {
    return Promise.race([sleep(milliseconds), this.#over.promise]);
  }

  async #listen(): Promise<void> {
    while (!this.#isOver) {
      const answer = await visit(this.#door, '/events', { cookie: this.#cookie }).catch(() => null);
      if (answer) await this.#hold(answer);
      await this.#pause(reopenMs);
    }
  }

  /** Resolves at the stream's end. */
  async #hold(answer: IncomingMessage): Promise<void> {
    this.isConnected = answer.statusCode === 200;
    if (this.isConnected) this.streams++;
    else this.errors.push(`/events ${answer.statusCode}`);
    // A stream may end with an error.
    const ended = once(answer, 'close').catch(() => undefined);
    answer.resume();
    await Promise.race([ended, this.#over.promise]);
    this.isConnected = false;
    answer.destroy();
  }

  async #poll(): Promise<void> {
    await this.#pause(Math.random() * pollMs);
    while (!this.#isOver) {
      const sentAt = performance.now();
      await this.#ask().catch((error: unknown) => this.errors.push(String(error)));
      this.askedAt = sentAt;
      await this.#pause(pollMs);
    }
  }

  async #ask(): Promise<void> {
    const answer = await visit(this.#door, '/replica/reminders', { cookie: this.#cookie, agent: this.#agent });
    answer.resume();
    await once(answer, 'end');
    if (answer.statusCode !== 200) this.errors.push(`/replica/reminders ${answer.statusCode}`);
    const shown = Date.now() / 1000 - Number(answer.headers['age']);
    this.steppedBack = Math.max(this.steppedBack, this.#shown - shown);
    this.#shown = Math.max(this.#shown, shown);
  }
}
