import type { Migration } from './tables0001.ts';

/** The classes of reminders that managers have set. */
export const tables0002: Migration = {
  number: 2,
  name: 'classes of reminders',
  forward: `CREATE TABLE reminder_class (name text PRIMARY KEY, class text NOT NULL, written bigint NOT NULL);
CREATE INDEX reminder_class_written ON reminder_class (written);
INSERT INTO shared_table VALUES ('access', 'reminder_class', '{name}');`,
  back: `DELETE FROM shared_table WHERE name = 'reminder_class'; DELETE FROM gone WHERE name = 'reminder_class'; DROP TABLE reminder_class;`,
};
