import { agesHeader } from '#contract/gateway/ages.ts';
import { startGateway } from './gatewayProcess.ts';
import { maxInWindow } from './gatewayUpstream.ts';
import type { Part } from './outcome.ts';
import { dayPage } from './replicaPages.ts';
import { type GeneratedSchool, generateSchool, type SchoolService, serveSchool, defaultSchool } from './school.ts';
import { type Account, newAccount, openScreen } from './screens.ts';

const crowds = [1, 20, 200];
const allowance = 60;
const countedSeconds = 180;

type Crowd = {
  readonly screens: number;
  readonly account: Account;
  /** The number of calls of each address. */
  readonly calls: ReadonlyMap<string, number>;
  readonly total: number;
  readonly max: number;
  readonly refused: number;
  /** The greatest age of any reminder in seconds, after all had been read. */
  readonly oldestReminder: number;
};

/**
 * The calls that 1, 20 and 200 screens cause, from an empty local copy on. Each crowd has its own gateway and service, at the
 * same time and with the same school.
 */
export async function replicaCalls(): Promise<Part> {
  const school = generateSchool(defaultSchool, false);
  const all = await Promise.all(crowds.map((screens) => runCrowd(school, screens)));
  school.database.close();
  const [first] = all;
  const part: Part & { rows: string[][] } = { rows: [], figures: {}, ratios: {} };
  for (const { screens, account, calls, total, max, refused, oldestReminder } of all) {
    const name = `${screens} screens`;
    const ratio = total / (first?.total ?? 1);
    const other = first ? differences(calls, first.calls) : 0;
    part.rows.push([
      `upstream calls, ${name}`,
      `${total} for ${account.requests}`,
      `at most ${max} in 60 s, ${refused} refused, ${account.failed + account.lost} unanswered, ${other} not of 1 screen's`,
      ratio.toFixed(3),
    ]);
    Object.assign(part.figures, {
      [`calls, ${name}`]: total,
      [`calls of another address than for 1 screen, ${name}`]: other,
      [`requests, ${name}`]: account.requests,
      [`304, ${name}`]: account.notModified,
      [`unanswered, ${name}`]: account.failed + account.lost,
      [`slowest answer, ${name}, ms`]: account.slowestMs,
      [`most in 60 s, ${name}`]: max,
      [`429, ${name}`]: refused,
      [`oldest reminder, ${name}, s`]: oldestReminder,
    });
    Object.assign(part.ratios, { [`calls to one screen, ${name}`]: ratio });
  }
  return part;
}

async function runCrowd(school: GeneratedSchool, screens: number): Promise<Crowd> {
  const service = await serveSchool(school, { allowance });
  const gateway = await startGateway(service.url, allowance);
  const account = newAccount();
  const page = dayPage();
  const open = Array.from({ length: screens }, () => openScreen(gateway.url, page, account));
  const end = performance.now() + countedSeconds * 1_000;
  let oldestReminder = 0;
  while (performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, Math.min(5_000, end - performance.now())));
    oldestReminder = Math.max(oldestReminder, await oldestOf(gateway.url));
    const left = Math.max(0, Math.round((end - performance.now()) / 1_000));
    if (screens === 200) console.error(`  ${service.calls.length} calls, ${account.requests} requests, ${left} s left`);
  }
  const counted = [...service.calls];
  await Promise.all(open.map((screen) => screen.close()));
  await gateway.stop();
  await service.stop();
  return { screens, account, oldestReminder, ...summed(counted) };
}

function summed(calls: SchoolService['calls']) {
  const addresses = Map.groupBy(calls, ({ address }) => withoutTimes(address));
  return {
    calls: new Map(Array.from(addresses, ([address, ownCountedCalls]) => [address, ownCountedCalls.length])),
    total: calls.length,
    max: maxInWindow(calls.map(({ at }) => at)),
    refused: calls.filter(({ status }) => status === 429).length,
  };
}

/** Gateways may split a busy day at different records, because a reservation may be booked in between. */
function withoutTimes(address: string): string {
  return address.replace(/T\d\d:\d\d:\d\d(\.\d+)?/g, '');
}

/** The sum of the differences between two counts of calls, address by address. */
function differences(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  const addresses = new Set([...one.keys(), ...other.keys()]);
  return Array.from(addresses, (address) => Math.abs((one.get(address) ?? 0) - (other.get(address) ?? 0))).reduce(
    (sum, difference) => sum + difference,
    0,
  );
}

/** In seconds; 0 while some have never been read. */
async function oldestOf(url: string): Promise<number> {
  const answer = await fetch(`${url}/replica/reminders`);
  await answer.arrayBuffer();
  const ages = (answer.headers.get(agesHeader) ?? '').split(', ');
  return ages.includes('-') || ages.includes('') ? 0 : Math.max(...ages.map(Number));
}
