import { availableParallelism } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { type SchoolParts, SchoolProcess, type SchoolStatus, Turns } from './schoolProcess.ts';
import type { School, Schools } from './schoolsFile.ts';

/** Runs one process for each school. */
export class Supervisor {
  readonly #parts: SchoolParts;
  readonly #processes = new Map<string, SchoolProcess>();
  /** Processes that are being stopped, by school. */
  readonly #ending = new Map<string, Promise<unknown>>();

  #isStopped = false;

  constructor(parts: Omit<SchoolParts, 'turns'>) {
    // A start takes some tenths of a second of processor time.
    this.#parts = { ...parts, turns: new Turns(Math.max(2, availableParallelism())) };
  }

  /**
   * Brings the processes in line with the file: starts new schools, stops removed ones, and restarts changed ones.
   * Others continue. A school whose entry is now faulty continues as before.
   */
  apply({ schools, faulty }: Schools): void {
    if (this.#isStopped) return;
    const wanted = new Set(schools.map(({ name }) => name));
    for (const name of this.#processes.keys()) if (!wanted.has(name) && !faulty.has(name)) this.#end(name);
    for (const school of schools) {
      const running = this.#processes.get(school.name);
      if (running && isSame(running.school, school)) continue;
      if (running) this.#end(school.name);
      this.#processes.set(school.name, new SchoolProcess(school, this.#parts, this.#ending.get(school.name)));
    }
  }

  /** Every school of the file that is served, in no order. */
  status(): SchoolStatus[] {
    return [...this.#processes.values()].map((one) => one.status());
  }

  /** Stops all processes at the same time; each may finish running requests. Resolves when all are gone. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const name of this.#processes.keys()) this.#end(name);
    await Promise.all(this.#ending.values());
  }

  #end(name: string): void {
    const ended = Promise.all([this.#processes.get(name)?.stop(), this.#ending.get(name)]);
    this.#processes.delete(name);
    this.#ending.set(name, ended);
    void ended.then(() => this.#ending.get(name) === ended && this.#ending.delete(name));
  }
}

/** Whether the process would be started in the same way. */
function isSame(one: School, other: School): boolean {
  return isDeepStrictEqual([one.environment, one.memoryMiB], [other.environment, other.memoryMiB]);
}
