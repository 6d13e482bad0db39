import { describe, expect, it } from 'vitest';
import { historyShape } from '#contract/gateway/replica.ts';
import { reservation } from '#e2e/fixtures/samples/sampleRecords.ts';
import { sampleReplica, type SampleReplica } from '#e2e/servers/sampleOperator.ts';
import type { ReplicaStatus } from './status.ts';
import { createViews } from './views.ts';

function read(replica: SampleReplica, address: string, status: Partial<ReplicaStatus> = {}) {
  const [path = '', search = ''] = address.split('?', 2);
  const answer = createViews(replica.storage)(path, new URLSearchParams(search), replica.status(status));
  if (!answer?.view) throw new Error(`${address} is refused: ${JSON.stringify(answer)}`);
  return historyShape.parse(JSON.parse(answer.view.body()));
}

describe('the history before a midnight', () => {
  const path = '/replica/history?before=2026-11-20T07:00:00Z';
  const status = (id: number, name: string) => ({ reservationStatus: { id, name } });
  const [out, never] = [status(1, 'Checked Out'), status(0, 'Reserved')];
  const [done, cancelled] = [status(2, 'Completed'), status(3, 'Cancelled')];
  const on = (day: string, id: string, from: string, to: string, more: object) => ({
    ...reservation,
    reservationId: id,
    ...more,
    startTime: `${day}T${from}:00-07:00`,
    endTime: `${day}T${to}:00-07:00`,
  });
  const of = (aircraftId: string) => ({ aircraft: { ...reservation.aircraft, aircraftId } });
  const idsOf = (replica: SampleReplica) =>
    read(replica, path).items.map((item) => (item as { reservationId: string }).reservationId);

  it('is all of the day before, and of other days unclosed flights with their aircraft’s last closed one', () => {
    const replica = sampleReplica();
    replica.putDay('2026-11-12', [
      on('2026-11-12', 'not back', '08:00', '09:00', { ...out, ...of('a') }),
      on('2026-11-12', 'first', '09:00', '10:00', { ...done, ...of('b') }),
      on('2026-11-12', 'gone', '11:00', '12:00', { ...cancelled, ...of('a') }),
    ]);
    replica.putDay('2026-11-13', [
      on('2026-11-13', 'never', '09:00', '10:00', { ...never, ...of('c') }),
      on('2026-11-13', 'last', '10:00', '11:00', { ...done, ...of('b') }),
    ]);
    replica.putDay('2026-11-19', [on('2026-11-19', 'yesterday', '10:00', '11:00', { ...cancelled, ...of('c') })]);
    expect(idsOf(replica).toSorted()).toEqual(['last', 'never', 'not back', 'yesterday']);
    replica.putDay('2026-11-13', []);
    expect(idsOf(replica).toSorted()).toEqual(['first', 'not back', 'yesterday']);
  });

  it('has every visit that the service does not show as closed, and the last closed one, which shows an aircraft back', () => {
    const replica = sampleReplica();
    const visit = (id: string, from: string, to: string, state: object) =>
      on('2026-11-12', id, from, to, {
        reservationType: { displayTypeId: 1, name: 'Maintenance' },
        ...of('a'),
        ...state,
      });
    replica.putDay('2026-11-12', [
      on('2026-11-12', 'not back', '08:00', '09:00', { ...out, ...of('a') }),
      on('2026-11-12', 'dispatched', '08:00', '09:00', { ...status(4, 'Dispatched'), ...of('b') }),
      visit('closed', '10:00', '11:00', done),
      visit('open', '12:00', '13:00', out),
      visit('unclear', '13:00', '14:00', status(6, 'In work')),
      visit('ended', '15:00', '16:00', never),
    ]);
    expect(idsOf(replica).toSorted()).toEqual(['closed', 'dispatched', 'not back', 'open', 'unclear']);
  });

  it('sums up the flying of each aircraft in the fourteen days before', () => {
    const replica = sampleReplica();
    replica.putDay('2026-11-05', [on('2026-11-05', 'too old', '08:00', '12:00', { ...done, ...of('a') })]);
    replica.putDay('2026-11-06', [on('2026-11-06', 'one', '08:00', '10:00', { ...done, ...of('A') })]);
    replica.putDay('2026-11-19', [
      on('2026-11-19', 'two', '08:00', '09:00', { ...done, ...of('a') }),
      on('2026-11-19', 'open', '10:00', '11:00', { ...out, ...of('a') }),
    ]);
    expect(read(replica, path).flown).toEqual({ a: 3 * 3_600_000 });
  });

  it('names the unread days', () => {
    const replica = sampleReplica();
    const day = { from: Date.parse('2026-11-18T07:00:00Z'), to: Date.parse('2026-11-19T07:00:00Z') };
    const cell = { ...day, ageMs: null, expectedMs: 60_000, revision: 0, facts: null, failure: null };
    const answer = read(replica, path, { heldBefore: () => [cell] });
    expect(answer.missing).toEqual([{ from: '2026-11-18T07:00:00.000Z', to: '2026-11-19T07:00:00.000Z' }]);
  });
});
