import type { RequestListener } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import type { AccessMode } from '#contract/access/grants.ts';
import { operationIds } from '#contract/operations.ts';
import { pagePaths } from '#contract/pages.ts';
import { type RoutePath, routePaths } from '#contract/routes.ts';
import { CanarySchool, guid, schoolNow } from './canarySchool.ts';
import { addressesOf } from './canaryStand.ts';
import { emptyDirectory } from './testAccess.ts';
import { fileBody } from '#server/upstream/body.ts';
import { eventually, testKey } from '#e2e/servers/teststand.ts';
import { openGateway } from '#server/app/open.ts';
import type { ShareLimits } from '#server/http/shares.ts';
import { readSettings } from '#server/app/settings.ts';
import { listen } from '#e2e/servers/testCopy.ts';
import { handOutAll, type Person, publicHost } from './proofPeople.ts';
import { askInProcess, type Got, type Sent } from './inProcess.ts';

const oidcSecret = 'oidc+secret/of:the%proof';

const modeSettings: { readonly [Mode in AccessMode]: { readonly [name: string]: string } } = {
  open: {},
  tokens: { PUBLIC_URL: `https://${publicHost}` },
  proxy: { PUBLIC_URL: `https://${publicHost}`, TRUSTED_PROXIES: '127.0.0.1' },
  // No service answers at this address: error messages must not contain the secret either.
  oidc: {
    PUBLIC_URL: `https://${publicHost}`,
    OIDC_ISSUER: 'http://127.0.0.1:9',
    OIDC_CLIENT_ID: 'flightline',
    OIDC_CLIENT_SECRET: oidcSecret,
  },
};

export type ProofStand = Awaited<ReturnType<typeof openProof>>;

/** On a busy machine a test costs more than a person may: what work costs has tests of its own. */
const patient: Partial<ShareLimits> = { workBurstMs: 3_600_000 };

/**
 * The gateway as a school starts it, with settings for one mode and every grant made. Its service holds a canary in every member,
 * unless another service is given, and allows so many calls in 60 seconds. `advance` moves its wall clock, in milliseconds.
 */
export async function openProof(
  mode: AccessMode,
  other?: RequestListener,
  allowance = 100_000,
  limits: Partial<ShareLimits> = patient,
) {
  const school = new CanarySchool();
  let answer = other ?? school.answer;
  const service = await listen((incoming, outgoing) => answer(incoming, outgoing));
  onTestFinished(service.close);
  const directory = emptyDirectory();
  const handed = handOutAll(directory, mode);
  const logged: string[] = [];
  let now = schoolNow;
  const began = performance.now();
  const settings = readSettings({
    ACCESS: mode,
    ...modeSettings[mode],
    API_BASE_URL: `${service.url}/flight`,
    API_REPORTS_URL: `${service.url}/elsewhere`,
    API_SUBSCRIPTION_KEY: testKey,
    API_OPERATOR_ID: '1001',
    API_RATE_LIMIT: String(allowance),
    OPERATOR_TIME_ZONE: 'America/Denver',
    DATA_DIR: directory,
  });
  const index = { status: 200, body: fileBody(Buffer.from('<html><head></head></html>')), headers: {} };
  const dashboard = { files: new Map([['/index.html', index]]), ofPages: new Map() };
  const gateway = await openGateway(settings, dashboard, (line) => logged.push(line), {
    monotonic: () => performance.now() - began,
    wall: () => now,
    shares: limits,
  });
  onTestFinished(gateway.close);
  const ask = (person: Person, path: string, more: Partial<Sent> & { also?: { [name: string]: string } } = {}) => {
    const { also = {}, ...rest } = more;
    const headers = Object.entries({ ...handed.headersOf(person), ...also });
    return askInProcess(gateway, { method: 'GET', path, headers, ...rest });
  };
  await eventually(async () => expect(unread(await ask('manager', '/state'))).toEqual([]));
  return {
    school,
    gateway,
    directory,
    handed,
    ask,
    logged: () => logged.join('\n'),
    advance: (ms: number) => void (now += ms),
    answerWith: (next: RequestListener) => void (answer = next),
    /** Texts that no answer and no log line may contain, in every form in which they could be written. */
    secrets: [
      testKey,
      JSON.stringify(testKey).slice(1, -1),
      encodeURIComponent(testKey),
      new URL(service.url).host,
      oidcSecret,
      encodeURIComponent(oidcSecret),
      ...handed.secrets,
    ],
  };
}

type PartState = { readonly set: string; readonly parts: number; readonly known: number };

/** The sets of the local copy that have not been read yet. */
function unread({ text }: Got): PartState[] {
  const { sets }: { sets: PartState[] } = JSON.parse(text.slice(text.indexOf('\n'))).replica;
  return sets.filter(({ set, parts, known }) => set !== 'report' && (parts === 0 || known < parts));
}

const span = 'from=2026-05-12T06:00:00Z&to=2026-05-13T06:00:00Z';
/**
 * What an address is asked with besides nothing: queries, and the rest of a path with a name in braces. An address without a
 * line here is asked as it is.
 */
const askedWith: { readonly [Path in RoutePath]?: readonly string[] } = {
  '/replica/reservations': [`?${span}`],
  '/replica/history': ['?before=2026-05-13T06:00:00Z'],
  '/replica/hours': ['?before=2026-05-13T06:00:00Z'],
  '/replica/reservation': [`?id=${guid(603)}`],
  '/replica/late': [`?reservation=${guid(603)}`],
  '/replica/days': ['?from=2026-05-12&to=2026-05-12'],
  '/replica/changes': ['?since=0'],
  '/replica/log': ['?limit=1000'],
  '/replica/brief': ['?date=2026-05-12'],
  '/replica/figures': ['?from=2026-05-01&to=2026-05-12'],
  '/replica/figures/rows': ['?from=2026-05-01&to=2026-05-12&of=cancelled&name=weather'],
  '/access/sessions': ['', '?of=all'],
  '/first': pagePaths.map((page) => `?page=${page}`),
  '/sign-in': ['', '?to=/fleet'],
  '/sign-in/callback': ['?code=1&state=2'],
  '/display': ['', '?slides=fleet'],
  '/feed/{secret}': ['', 'x'.repeat(43)],
};
/** Pages, files, and addresses that are none. */
const others = ['/', '/fleet', '/x.js', '/api', '/api/nothing', '/replica/nothing'];

/** The addresses with which the proof asks for each row of the table of routes; the calendars are those of `handOutAll`. */
export function addressesAt(path: RoutePath, { handed }: Pick<ProofStand, 'handed'>): readonly string[] {
  const secrets = ['calendar', 'plain calendar', 'named calendar'].map(handed.secretOf);
  const calendars = ['', ...[...secrets, 'x'.repeat(43)].map((secret) => `${secret}.ics`)];
  const endings = path === '/calendar/{secret}.ics' ? calendars : (askedWith[path] ?? ['']);
  return endings.map((ending) => path.replace(/\{.*$/, '') + ending);
}

/** All addresses that the gateway answers: each operation, each row of the table of routes, and some others. */
export function ownAddresses(stand: Pick<ProofStand, 'handed'>): string[] {
  return [...operationIds.flatMap(addressesOf), ...routePaths.flatMap((path) => addressesAt(path, stand)), ...others];
}
