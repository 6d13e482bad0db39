import * as z from 'zod/mini';
import type { AccessDatabase } from './accessFile.ts';
import { type ReminderClass, reminderClasses, type SetClasses } from '#contract/access/reminderClasses.ts';

/** Rows of the table. Another program may have written them, and another version may know other classes. */
const rowShape = z.object({ name: z.string(), class: z.enum(reminderClasses) });

/** The classes of reminders that managers have set, in memory and in the database. */
export class StoredClasses {
  readonly #database: AccessDatabase;
  #all: SetClasses = {};

  constructor(database: AccessDatabase) {
    this.#database = database;
    this.read();
  }

  /** Reads everything again. */
  read(): void {
    const rows = this.#database.prepare('SELECT name, class FROM reminder_class ORDER BY name').all();
    const known = rows.flatMap((row) => {
      const read = rowShape.safeParse(row);
      return read.success ? [[read.data.name, read.data.class] as const] : [];
    });
    this.#all = Object.fromEntries(known);
  }

  all(): SetClasses {
    return this.#all;
  }

  /** Null reads the class from the name again. False if nothing changed. */
  set(name: string, given: ReminderClass | null): boolean {
    const write = 'INSERT INTO reminder_class (name, class) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET class = ?2';
    if ((this.#all[name] ?? null) === given) return false;
    if (given === null) this.#database.prepare('DELETE FROM reminder_class WHERE name = ?').run(name);
    else this.#database.prepare(write).run(name, given);
    this.read();
    return true;
  }
}
