import type { AlertStorage, MessageCount, PendingAlert, StoredAlert, StoredMessage } from './storage.ts';
import type { Statements } from './sqliteTables.ts';

const stateNote = 'alerts';
const ended = `state IN ('sent', 'dead')`;
const columns = `id, recipient, name, channel, state, attempts, at, tried_at AS triedAt, next_at AS nextAt, answer,
  alerts_json AS alerts`;

type MessageRow = Omit<StoredMessage, 'alerts'> & { readonly alerts: string };

/** Only this module writes these texts. */
function messageOf(row: MessageRow): StoredMessage {
  return { ...row, alerts: JSON.parse(row.alerts) as readonly string[] };
}

export function alertFunctions(sql: Statements): AlertStorage {
  return {
    keepAlerts: ({ state, alerts, pending }) =>
      sql.inTransaction(() => {
        sql.run(
          `INSERT INTO note (key, value) VALUES (:key, :value) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
          { key: stateNote, value: state },
        );
        const isNew = ({ id, at, json }: StoredAlert) =>
          sql.first(
            `INSERT INTO alert (id, at, json) VALUES (:id, :at, :json) ON CONFLICT (id) DO NOTHING RETURNING id`,
            {
              id,
              at,
              json,
            },
          ) !== null;
        // An alert that was kept before has been pending already, and may have been sent.
        const fresh = new Set(alerts.filter(isNew).map(({ id }) => id));
        for (const { recipient, alert, sendAt } of pending.filter((pendingAlert) => fresh.has(pendingAlert.alert)))
          sql.run(`INSERT INTO pending (recipient, alert, send_at) VALUES (:recipient, :alert, :sendAt)`, {
            recipient,
            alert,
            sendAt,
          });
      }),
    alertState: () =>
      sql.first<{ value: string }>(`SELECT value FROM note WHERE key = :key`, { key: stateNote })?.value ?? null,
    alerts: ({ since, limit }) =>
      sql.all<StoredAlert>(`SELECT id, at, json FROM alert WHERE at >= :since ORDER BY seq DESC LIMIT :limit`, {
        since,
        limit,
      }),
    alert: (id) => sql.first<StoredAlert>(`SELECT id, at, json FROM alert WHERE id = :id`, { id }),
    pendingAlerts: () =>
      sql.all<PendingAlert>(
        `SELECT recipient, alert, send_at AS sendAt FROM pending JOIN alert ON alert.id = pending.alert ORDER BY send_at, seq`,
      ),
    dropPending: (recipient) => sql.run(`DELETE FROM pending WHERE recipient = :recipient`, { recipient }),
    ...messageFunctions(sql),
    pruneAlerts: (before) =>
      sql.inTransaction(() => {
        sql.run(`DELETE FROM message WHERE at < :before AND ${ended}`, { before });
        sql.run(
          `DELETE FROM alert WHERE at < :before AND id NOT IN (SELECT alert FROM pending)
           AND id NOT IN (SELECT value FROM message, json_each(alerts_json))`,
          { before },
        );
      }),
  };
}

function messageFunctions(sql: Statements) {
  return {
    addMessages: (messages: readonly StoredMessage[]) =>
      sql.inTransaction(() => {
        for (const { alerts, ...message } of messages) {
          sql.run(
            `INSERT INTO message (id, recipient, name, channel, state, attempts, at, tried_at, next_at, answer, alerts_json)
             VALUES (:id, :recipient, :name, :channel, :state, :attempts, :at, :triedAt, :nextAt, :answer, :alerts)`,
            { ...message, alerts: JSON.stringify(alerts) },
          );
          for (const alert of alerts)
            sql.run(`DELETE FROM pending WHERE recipient = :recipient AND alert = :alert`, {
              recipient: message.recipient,
              alert,
            });
        }
      }),
    unsentMessages: () =>
      sql
        .all<MessageRow>(`SELECT ${columns} FROM message WHERE state IN ('waiting', 'retrying') ORDER BY seq`)
        .map(messageOf),
    messages: (limit: number) =>
      sql.all<MessageRow>(`SELECT ${columns} FROM message ORDER BY seq DESC LIMIT :limit`, { limit }).map(messageOf),
    noteMessage: (noted: Parameters<AlertStorage['noteMessage']>[0]) =>
      sql.run(
        `UPDATE message SET state = :state, attempts = :attempts, tried_at = :triedAt, next_at = :nextAt, answer = :answer
         WHERE id = :id`,
        { ...noted },
      ),
    messageTimes: (recipient: string, since: number) =>
      sql
        .all<{ at: number }>(`SELECT at FROM message WHERE recipient = :recipient AND at > :since ORDER BY at`, {
          recipient,
          since,
        })
        .map(({ at }) => at),
    messageCounts: () =>
      sql.all<MessageCount>(
        `SELECT recipient, sum(state = 'sent') AS sent, sum(state = 'dead') AS dead,
           max(CASE WHEN state = 'sent' THEN tried_at END) AS lastSentAt
         FROM message GROUP BY recipient`,
      ),
  };
}
