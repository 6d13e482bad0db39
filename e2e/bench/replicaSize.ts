import { statSync } from 'node:fs';
import { join } from 'node:path';
import { startGateway, temporaryDirectory } from './gatewayProcess.ts';
import type { Part } from './outcome.ts';
import { processorSeconds, residentMegabytes } from './processes.ts';
import { filled } from '#e2e/fixtures/filled.ts';
import { largeViews } from './replicaLargeViews.ts';
import { apiPath, today, windowPath } from './replicaPages.ts';
import { generateSchool, type SchoolSize, serveSchool } from './school.ts';

/** About 60,000 reservations in the 57 days held. */
const size: SchoolSize = { aircraft: 150, perDay: 1_052, days: 60 };
const users = 2_000;
const startBound = 3_000;
/** Only the planner's own pace limits the filling. */
const unlimited = 1_000_000;

/**
 * A large school: how soon a gateway with the school in its file answers while the service is unreachable; how long views take to
 * compute, and their sizes; memory and disk. A gateway that reads the school from an operator writes the file.
 */
export async function replicaSize(): Promise<Part> {
  const directory = temporaryDirectory();
  try {
    const service = await fill(directory.path);
    const started = await start(service, directory.path);
    const views = await largeViews(directory.path, service);
    const bytes = ['', '-wal'].map((end) => sizeOf(join(directory.path, `replica.sqlite${end}`)));
    const megabytes = bytes.reduce((sum, value) => sum + value, 0) / 1e6;
    const ratio = started.firstMs / startBound;
    return {
      rows: [
        [
          'first answer after the start, large school',
          `${started.firstMs.toFixed(0)} ms`,
          `at most ${startBound} ms; start of an empty one ${started.emptyMs.toFixed(0)} ms`,
          ratio.toFixed(2),
        ],
        ...views.rows,
        [
          'memory, large school',
          `${started.memory.toFixed(0)} MB`,
          `after a day, a week, people and reminders ${started.memoryLater.toFixed(0)} MB`,
          '',
        ],
        ['file, large school', `${megabytes.toFixed(0)} MB`, '', ''],
      ],
      figures: {
        'first answer, ms': started.firstMs,
        'first answer, processor ms': started.processor,
        'start of an empty gateway, ms': started.emptyMs,
        'start of an empty gateway, processor ms': started.emptyProcessor,
        'memory at the start, MB': started.memory,
        'memory after views, MB': started.memoryLater,
        'file, MB': megabytes,
        ...views.figures,
      },
      ratios: { 'first answer to its bound': ratio, ...views.ratios },
    };
  } finally {
    directory.remove();
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Has a gateway write the whole school to a directory. Returns the address of the service, which is then closed. */
async function fill(directory: string): Promise<string> {
  const school = generateSchool(size, true);
  const service = await serveSchool(school, { allowance: 0, delay: 0 });
  service.edit((address, text) => (address.endsWith('/users') ? withMoreUsers(text) : text));
  console.error('  the school is generated');
  const gateway = await startGateway(service.url, unlimited, directory);
  await filled(gateway.url);
  console.error(`  the file is written, by ${service.calls.length} calls`);
  await gateway.stop();
  await service.stop();
  school.database.close();
  return service.url;
}

/** The operator's people, repeated under other ids until there are enough. */
function withMoreUsers(text: string): string {
  const { items } = JSON.parse(text) as { items: { userId: string; externalId?: string }[] };
  const all = Array.from({ length: Math.max(users, items.length) }, (_, index) => {
    const item = items[index % items.length];
    const number = index.toString(16).padStart(8, '0');
    return index < items.length
      ? item
      : { ...item, userId: `${number}${item?.userId.slice(8)}`, externalId: `E${index}` };
  });
  return JSON.stringify({ totalItems: all.length, offset: 0, limit: null, items: all });
}

/** Also starts a gateway without data, to measure the start alone. */
async function start(service: string, directory: string) {
  const emptyBegin = performance.now();
  const empty = await startGateway(service, unlimited);
  const emptyMs = performance.now() - emptyBegin;
  const emptyProcessor = processorSeconds(empty.pid) * 1_000;
  await empty.stop();
  const begin = performance.now();
  const gateway = await startGateway(service, unlimited, directory);
  try {
    const answer = await ask(gateway.url + windowPath(today()));
    const firstMs = performance.now() - begin;
    if (!answer.includes('"missing":[]')) throw new Error('The first answer is not complete.');
    // On a busy machine the processor time is more reliable.
    const processor = processorSeconds(gateway.pid) * 1_000;
    const memory = residentMegabytes(gateway.pid);
    for (const path of [windowPath(today(), 7), apiPath('listAircraft'), '/replica/people', '/replica/reminders']) {
      await ask(gateway.url + path);
    }
    return { firstMs, processor, emptyMs, emptyProcessor, memory, memoryLater: residentMegabytes(gateway.pid) };
  } finally {
    await gateway.stop();
  }
}

async function ask(address: string): Promise<string> {
  const answer = await fetch(address);
  if (answer.status !== 200) throw new Error(`${address} answers ${answer.status}.`);
  return answer.text();
}
