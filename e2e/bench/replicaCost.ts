import { compareWith, type Side } from './comparison.ts';
import { startGateway } from './gatewayProcess.ts';
import { startProxy, startStatic } from './nginx.ts';
import type { Part } from './outcome.ts';
import { filled } from '#e2e/fixtures/filled.ts';
import { apiPath, today, windowPath } from './replicaPages.ts';
import { generateSchool, serveSchool, defaultSchool } from './school.ts';

const bound = 2.5;
const connections = 32;
const turns = { rounds: 5, warmUps: 1, seconds: 2 };

/**
 * Processor time of the local copy's answers compared with nginx, which sends the same bytes from its cache: the reservations of
 * the day and the list of aircraft, in full and as 304.
 */
export async function replicaCost(): Promise<Part> {
  const school = generateSchool(defaultSchool, true);
  const service = await serveSchool(school, { allowance: 0, delay: 0 });
  const gateway = await startGateway(service.url, 1_000_000);
  await filled(gateway.url);
  const parts: Part[] = [];
  const questions = { 'day of reservations': windowPath(today()), 'list of aircraft': apiPath('listAircraft') };
  for (const [name, path] of Object.entries(questions)) {
    const answer = await fetch(gateway.url + path, { headers: { 'accept-encoding': 'identity' } });
    const text = await answer.text();
    const origin = await startStatic(text);
    const proxy = await startProxy(origin.url);
    // Fills nginx's cache, which then has the ETag.
    const cached = await fetch(`${proxy.url}/cached`, { headers: { 'accept-encoding': 'identity' } });
    if ((await cached.text()) !== text) throw new Error('nginx does not send the same bytes.');
    const sides = (tagged: boolean): { readonly ours: Side; readonly peer: Side } => ({
      ours: { pid: gateway.pid, url: gateway.url, path: `return "${path}"`, headers: tagOf(answer, tagged) },
      peer: { pid: proxy.worker, url: proxy.url, path: 'return "/cached"', headers: tagOf(cached, tagged) },
    });
    for (const tagged of [true, false]) {
      await expectStatus(gateway.url + path, tagOf(answer, tagged), tagged ? 304 : 200);
      await expectStatus(`${proxy.url}/cached`, tagOf(cached, tagged), tagged ? 304 : 200);
    }
    console.error(`  ${name}: ${text.length} bytes`);
    const cases = [
      { name: `304, ${name}`, connections, bound, ...sides(true) },
      { name: `200, ${name}`, connections, bound, ...sides(false) },
    ];
    parts.push(await compareWith('nginx', cases, turns));
    parts.push({ rows: [], figures: { [`${name}, bytes`]: text.length }, ratios: {} });
    await proxy.stop();
    await origin.stop();
  }
  await gateway.stop();
  await service.stop();
  school.database.close();
  return {
    rows: parts.flatMap(({ rows }) => rows),
    figures: Object.assign({}, ...parts.map(({ figures }) => figures)) as Part['figures'],
    ratios: Object.assign({}, ...parts.map(({ ratios }) => ratios)) as Part['ratios'],
  };
}

function tagOf(answer: Response, isWanted: boolean): { readonly [name: string]: string } {
  return isWanted ? { 'if-none-match': answer.headers.get('etag') ?? '' } : {};
}

async function expectStatus(
  address: string,
  headers: { readonly [name: string]: string },
  status: number,
): Promise<void> {
  const answer = await fetch(address, { headers: { 'accept-encoding': 'identity', ...headers } });
  await answer.arrayBuffer();
  if (answer.status !== status) throw new Error(`${address} answers ${answer.status}, not ${status}.`);
}
