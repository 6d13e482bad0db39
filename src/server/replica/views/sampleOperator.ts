import { type FreeForm, isRecord } from '#domain/answers/unknownMembers.ts';
import { readFlags } from '#server/operator/flags.ts';
import { startOperator } from '#server/operator/start.ts';
import { sampleNow } from './sampleReplica.ts';

/** Records of a generated school as its operator sends them, on a clock that stands at `sampleNow`. */
type SampleOperator = {
  readonly aircraft: readonly FreeForm[];
  /** By aircraft id. */
  readonly reminders: ReadonlyMap<string, readonly FreeForm[]>;
  readonly reservations: readonly FreeForm[];
};

/** Reads a whole generated school, with `days` days of reservations on each side of today. `field`: as live services answer. */
export async function sampleOperator({
  aircraft,
  perDay,
  days,
  field = false,
}: {
  aircraft: number;
  perDay: number;
  days: number;
  field?: boolean;
}): Promise<SampleOperator> {
  const sizes = { port: 0, aircraft, 'reservations-per-day': perDay, days, 'rate-limit': 0 };
  const flags = Object.entries(sizes).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const reading = readFlags([...flags, '--now', new Date(sampleNow).toISOString(), ...(field ? ['--field'] : [])]);
  if (!('settings' in reading)) throw new Error('The operator does not start with these flags.');
  const operator = await startOperator(reading.settings);
  const list = async (path: string): Promise<FreeForm[]> => {
    const answer = await fetch(operator.url + path, { headers: { 'x-subscription-key': 'demo-key' } });
    const body: unknown = await answer.json();
    const items = isRecord(body) ? body['items'] : body;
    return Array.isArray(items) ? items.filter(isRecord) : [];
  };
  try {
    const core = '/core/v1.0/operators/1001';
    const fleet = await list(`${core}/aircraft`);
    const ids = fleet.map((one) => String(one['aircraftId']));
    const own = await Promise.all(ids.map((id) => list(`${core}/aircraft/${id}/maintenanceReminders`)));
    const reservations: FreeForm[] = [];
    for (let page = 0; ; page++) {
      const offset = field ? reservations.length : page;
      const records = await list(`/scheduling/v1.0/operators/1001/reservations?limit=250&offset=${offset}`);
      reservations.push(...records);
      if (records.length < 250) break;
    }
    return { aircraft: fleet, reminders: new Map(ids.map((id, index) => [id, own[index] ?? []])), reservations };
  } finally {
    await operator.close();
  }
}
