import type { DatabaseSync } from 'node:sqlite';
import { keepSpan } from '#server/replica/storage/sqliteStorage.ts';
import { statementsOf } from '#server/replica/storage/sqliteTables.ts';
import type { SharedTable } from './sharedRows.ts';

/** The tables of the local copy that gateways share: all but the calls and what SQLite derives. */
export function copyTables(local: DatabaseSync): readonly SharedTable[] {
  const sql = statementsOf(local);
  const number = (value: unknown) => (typeof value === 'number' ? value : null);
  return [
    { name: 'about', key: ['key'] },
    { name: 'note', key: ['key'], isOfAll: true },
    { name: 'part', key: ['id'], unique: ['set_name', 'scope'] },
    { name: 'record', key: ['part_id', 'position'] },
    { name: 'cell', key: ['from_at'] },
    {
      name: 'reservation',
      key: ['row_id'],
      unique: ['id'],
      follow: ([row = null], values) => keepSpan(sql, row, number(values?.['start_at']), number(values?.['end_at'])),
    },
    { name: 'reservation_record', key: ['row_id'] },
    { name: 'change', key: ['seq'] },
    { name: 'entry', key: ['seq'] },
    { name: 'entry_json', key: ['seq'] },
    { name: 'entry_key', key: ['key', 'seq'] },
    { name: 'alert', key: ['seq'], unique: ['id'] },
    { name: 'pending', key: ['recipient', 'alert'] },
    { name: 'message', key: ['seq'], unique: ['id'] },
    { name: 'meter_move', key: ['aircraft', 'at'] },
    { name: 'flown', key: ['id'] },
  ];
}

/** Who may sign in, and who is signed in. Every gateway writes them. */
export const accessTables: readonly SharedTable[] = [
  { name: 'handed_out', key: ['id'], isOfAll: true, staysGone: true },
  {
    name: 'session',
    key: ['hash'],
    unique: ['id'],
    isOfAll: true,
    staysGone: true,
    belongsTo: { column: 'grant_id', owner: 'handed_out', key: 'id' },
  },
  { name: 'opened_column', key: ['report', 'member', 'role'], isOfAll: true },
  { name: 'reminder_class', key: ['name'], isOfAll: true },
];
