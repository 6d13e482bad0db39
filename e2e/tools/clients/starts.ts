import { now } from '#e2e/servers/servers.ts';
import { type Started, startGatewayProcess, startOperatorProcess } from '#e2e/servers/stack.ts';
import { type Ending, runPrograms } from './programs.ts';

export type Aim = 'service' | 'gateway';

/**
 * One fresh start of a service as in the field, with a gateway in front if that is the target; then the five programs at once.
 */
export async function freshStart(aim: Aim): Promise<readonly Ending[]> {
  const operator = await startOperatorProcess(['--field', '--rate-limit', '60']);
  let gateway: Started | null = null;
  try {
    if (aim === 'gateway') gateway = await startGatewayProcess(operator.url, { API_RATE_LIMIT: '60' });
    const base = gateway ? `${gateway.url}/api` : operator.url;
    return await runPrograms({ base, key: 'demo-key', operatorId: 1001, now: new Date(now) });
  } finally {
    await gateway?.stop();
    await operator.stop();
  }
}
