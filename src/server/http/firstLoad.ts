import { hash } from 'node:crypto';
import { mayAsk, type Role } from '#contract/access/roles.ts';
import { mayOpen } from '#contract/routes.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { addressOf } from '#contract/addresses.ts';
import { timeHeader, timeouts } from '#contract/gateway/ages.ts';
import { briefAddress } from '#contract/gateway/brief.ts';
import { type Config, firstAnswersPath, type FirstLoad, firstLoadId } from '#contract/gateway/config.ts';
import { logAddress, defaultLogEntries } from '#contract/gateway/log.ts';
import { byName } from '#contract/objects.ts';
import { type FirstRead, type PagePath, pageRow, type PageRow } from '#contract/pages.ts';
import { historyAddress, windowAddress } from '#contract/gateway/replica.ts';
import { aircraftSets, calledFor, schoolSets } from '#contract/sets.ts';
import { snoozesPath } from '#contract/gateway/snoozes.ts';
import { shiftLog } from '#domain/overview/attention.ts';
import { forecastSpan } from '#domain/maintenance/horizon.ts';
import { dayOf, daySpan, type Instant, shiftStart } from '#domain/time/time.ts';
import type { Incoming } from './incoming.ts';
import { pathOf } from './guard.ts';
import { etagOf, type Reply, securityHeaders } from './reply.ts';
import { bodyOf } from '#server/upstream/body.ts';

/**
 * What the gateway writes into a page, because it knows the opened address: the configuration, the address's scripts,
 * and a start on the data. Otherwise each of these would wait for the one before.
 */

const monoBold = '@fontsource/b612-mono/files/b612-mono-latin-700-normal.woff2';
/** The fonts that pages draw first in each frame, the one for most text first; files below `node_modules`. */
const fontsIn: { readonly [Frame in PageRow['frame']]: readonly string[] } = {
  bar: [
    '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
    '@fontsource/b612-mono/files/b612-mono-latin-400-normal.woff2',
    monoBold,
  ],
  display: [...['400', '700'].map((weight) => `@fontsource/b612/files/b612-latin-${weight}-normal.woff2`), monoBold],
};

/** The source files of a page, as the bundler's manifest names them: of its frame, its parts and its screen; and its fonts. */
export function sourcesOf(path: PagePath): { readonly screens: readonly string[]; readonly fonts: readonly string[] } {
  const { frame, parts = [], file } = pageRow(path);
  const files = [...parts, file].map((name) => `src/web/pages/${name}.tsx`);
  return {
    screens: frame === 'bar' ? ['src/web/app/shell/Shell.tsx', ...files] : files,
    fonts: fontsIn[frame].map((font) => `node_modules/${font}`),
  };
}

/** The first addresses that a page's scripts request, in the same form; only those that the caller may request. */
export function firstAddresses(path: PagePath, config: Config, now: Instant): string[] {
  const { operatorId, timeZone, shiftStarts, who } = config;
  const today = dayOf(now, timeZone);
  const { start, end } = daySpan(today, timeZone, 2);
  const operator = { operatorId: String(operatorId) };
  const addresses: Record<FirstRead, string> = {
    ...byName(schoolSets, (set) => `/api${addressOf(calledFor(set), operator)}`),
    ...byName(aircraftSets, (set) => `/replica/${set}`),
    state: '/state',
    people: '/replica/people',
    near: windowAddress({ start, end }),
    history: historyAddress(start),
    snoozes: snoozesPath,
    // The page of changes opens on this shift.
    log: logAddress({
      from: new Date(shiftStart(now, timeZone, shiftStarts)).toISOString(),
      limit: defaultLogEntries,
    }),
    'shift log': logAddress(shiftLog(now, timeZone, shiftStarts)),
    brief: briefAddress(today),
    forecast: windowAddress(forecastSpan(today, timeZone)),
  };
  return pageRow(path)
    .reads.filter((read) => mayRead(who.role, read, addresses[read]))
    .map((read) => addresses[read]);
}

function mayRead(role: Role, read: FirstRead, address: string): boolean {
  const set = schoolSets.find((schoolSet) => schoolSet === read);
  return set ? mayAsk(role, calledFor(set)) : mayOpen(role, pathOf(address));
}

/** The longest time, in milliseconds, that a page's answers wait for each other. */
const patience = 150;
/** Begins each text of a sequence (RFC 7464); it cannot occur in JSON. */
const separator = '\u001E';

/**
 * A page's first requests in one answer, because a request costs more than its bytes. It is a sequence of JSON texts that
 * alternate: the address with its answer's headers, then the body. Late answers and failures are left out, and the page
 * requests them itself.
 */
export async function answerTogether(
  addresses: readonly string[],
  { headers }: Incoming,
  read: (incoming: Incoming) => Reply | Promise<Reply> | null,
): Promise<Reply> {
  const late = wait(patience, null, { ref: false });
  const answers = addresses.map(async (url) => {
    const reply = await Promise.race([read({ url, headers }), late]);
    if (reply?.status !== 200) return [];
    const etag = etagOf(reply.body, headers['accept-encoding']);
    const head = JSON.stringify([url, { ...reply.headers, etag }]);
    return [Buffer.from(`${separator}${head}\n${separator}`), reply.body.plain, Buffer.from('\n')];
  });
  const parts = (await Promise.allSettled(answers)).flatMap((result) =>
    result.status === 'fulfilled' ? result.value : [],
  );
  return { status: 200, body: bodyOf(Buffer.concat(parts)), headers: { 'content-type': 'application/json-seq' } };
}

/** Without quotes, because a script holds it. */
const unloadedWords =
  'The files of this page could not be loaded. Reload it. If that does not help: Flightline needs a name or port of its own, and cannot be served below a path such as /flightline/.';

/**
 * Requests what the page names. The reader of the answer handles failures and gaps. If the page's own script cannot be
 * loaded, as behind a proxy that serves Flightline below a path, the page says so instead of staying blank.
 */
const script = `addEventListener('error', ({ target }) => {
  if (target.tagName !== 'SCRIPT') return;
  const say = () => {
    const root = document.getElementById('root');
    root.setAttribute('role', 'alert');
    root.style.padding = '2em';
    root.textContent = '${unloadedWords}';
  };
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', say);
  else say();
}, true);
{
  const { page, addresses } = JSON.parse(document.getElementById('${firstLoadId}').textContent);
  const ask = async () => {
    const signal = AbortSignal.timeout(${timeouts.browser});
    const response = await fetch('${firstAnswersPath}?page=' + page, { cache: 'no-store', signal });
    const name = '${timeHeader}';
    const time = response.headers.get(name);
    const texts = response.ok ? (await response.text()).split('\\u001E').slice(1) : [];
    const answers = new Map();
    for (let at = 0; at < texts.length; at += 2) {
      const [address, headers] = JSON.parse(texts[at]);
      answers.set(address, { response: new Response(null, { headers: { ...headers, [name]: time } }), text: texts[at + 1] });
    }
    return answers;
  };
  const answers = page === null ? null : ask().catch(() => new Map());
  window.firstAnswers = new Map(addresses.map((address) => [address, answers.then((all) => all.get(address))]));
}`;

const scriptHash = hash('sha256', script, 'base64');

/**
 * The policy of a page. Besides our own files it allows one script by its hash, the sign-out form, and the styles of its
 * scripts by this answer's nonce. The gateway recognises our form by its origin, which browsers send only with a referrer.
 * Other sites still get neither.
 */
export function pageHeaders(nonce: string) {
  return {
    'content-security-policy': securityHeaders['content-security-policy']
      .replace("script-src 'self'", `script-src 'self' 'sha256-${scriptHash}'`)
      .replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`)
      .replace("form-action 'none'", "form-action 'self'"),
    'referrer-policy': 'same-origin',
  };
}

/** A page that gives its scripts the nonce for styles; browsers hide the attribute from style sheets and other scripts. */
export function withNonce(html: string, nonce: string): string {
  return html.replace('<head>', () => `<head><meta property="csp-nonce" nonce="${nonce}">`);
}

/** The files that a page needs in addition to the index's; the font for most of its text comes first. */
export type PageFiles = { readonly scripts: readonly string[]; readonly fonts: readonly string[] };

/**
 * A page with its first load. It comes after the links to the scripts, which the browser then requests first. It comes
 * before the style sheet, because a script waits for style sheets above it. A font that arrives after the first drawing would
 * lay everything out again.
 */
export function withFirstLoad(html: string, { scripts, fonts }: PageFiles, first: FirstLoad): string {
  const links = [
    ...fonts.map((file, place) => {
      const priority = place === 0 ? 'high' : 'low';
      return `<link rel="preload" as="font" crossorigin href="${file}" fetchpriority="${priority}">`;
    }),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
  ];
  // No text in the configuration can close the element.
  const json = JSON.stringify(first).replaceAll('<', String.raw`\u003c`);
  const data = `<script id="${firstLoadId}" type="application/json">${json}</script>`;
  const place = /<link rel="stylesheet"|<\/head>/;
  return html.replace(place, (next) => `${links.join('')}${data}<script>${script}</script>${next}`);
}
