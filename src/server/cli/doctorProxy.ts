import { once } from 'node:events';
import { connect } from 'node:tls';
import { millisecondsInDay, millisecondsInSecond } from '#domain/units.ts';
import { readErrorBody } from '#contract/errors.ts';
import {
  leaveProbeSecret,
  probedPath,
  probeGapMs,
  probeHeader,
  type SeenProbe,
  seenShape,
} from '#server/http/probe.ts';
import { type Finding, fine, problem } from './finding.ts';

const patienceMs = 10 * millisecondsInSecond;

/**
 * A certificate that ends sooner has not been renewed automatically: those of Let's Encrypt are renewed 30 days before.
 */
const minLeftMs = 14 * millisecondsInDay;

/**
 * When the certificate of an address ends. An earlier request has shown whether it is valid otherwise. Reports nothing
 * if no certificate can be read.
 */
export async function certificateFindings({ hostname, port, host }: URL, now: number): Promise<Finding[]> {
  const name = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host: name,
    port: port === '' ? 443 : Number(port),
    // Expired certificates must be read too; nothing is sent.
    rejectUnauthorized: false,
    ...(/^[\d.]+$|:/.test(name) ? {} : { servername: name }),
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(patienceMs) });
    const ends = Date.parse(socket.getPeerCertificate().valid_to);
    if (Number.isNaN(ends)) return [];
    const day = new Date(ends).toISOString().slice(0, 10);
    const days = Math.floor((ends - now) / millisecondsInDay);
    if (ends - now >= minLeftMs) return [fine(`The certificate of ${host} is valid until ${day}.`)];
    const words = days < 0 ? `ended on ${day}` : `ends on ${day}, in ${days} ${days === 1 ? 'day' : 'days'}`;
    return [problem(`The certificate of ${host} ${words}: see why the proxy does not renew it.`)];
  } catch {
    return [];
  } finally {
    socket.destroy();
  }
}

/** A client address that the probe claims (RFC 5737: for documentation). A proxy must not pass it on as true. */
const claimed = '192.0.2.123';

type Probed = { readonly seen: SeenProbe; readonly gapMs: number; readonly refusal?: undefined };
type Refused = { readonly refusal: string };

/**
 * What the proxy in front of an address does to a request: its host name, sender and scheme, and a stream of events.
 */
export async function proxyFindings(
  address: string,
  directory: string,
  fetch: typeof globalThis.fetch,
): Promise<Finding[]> {
  let left: ReturnType<typeof leaveProbeSecret>;
  try {
    left = leaveProbeSecret(directory);
  } catch {
    return [fine('The proxy was not tried, because the data directory cannot be written by this user.')];
  }
  try {
    const probed = await probe(`${address}${probedPath}`, left.secret, fetch);
    if (!probed)
      return [
        fine(`The proxy was not tried: the Flightline at ${address} does not use ${directory}, or does not run.`),
      ];
    if (probed.refusal !== undefined) return [problem(`${address}${probedPath}: ${probed.refusal}`)];
    return judged(address, probed);
  } finally {
    left.remove();
  }
}

/**
 * Sends the probe. Null if this installation does not answer it. A refusal is Flightline's own, caused by what the
 * proxy did to the probe.
 */
async function probe(url: string, secret: string, fetch: typeof globalThis.fetch): Promise<Probed | Refused | null> {
  try {
    const headers = { [probeHeader]: secret, 'x-forwarded-for': claimed };
    const answer = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(patienceMs) });
    if (answer.status !== 200 || !answer.body) {
      const [entry] = readErrorBody(await answer.text());
      return entry?.message && answer.status !== 401 ? { refusal: entry.message } : null;
    }
    let [text, firstAt]: [string, number | null] = ['', null];
    const decoder = new TextDecoder();
    for await (const chunk of answer.body) {
      firstAt ??= performance.now();
      text += decoder.decode(chunk, { stream: true });
    }
    const [, data = ''] = /^data: (\{.*\})$/m.exec(text) ?? [];
    const seen = seenShape.safeParse(JSON.parse(data));
    return seen.success ? { seen: seen.data, gapMs: performance.now() - (firstAt ?? 0) } : null;
  } catch {
    return null;
  }
}

function judged(address: string, { seen, gapMs }: Probed): Finding[] {
  const { host, protocol } = new URL(address);
  const problems: string[] = [];
  if (!seen.isForwarded)
    problems.push(
      'The proxy does not say who sends a request, so everyone counts as this machine: have it send X-Forwarded-For.',
    );
  else if (seen.lastForwarded === claimed)
    problems.push(
      'The proxy passes on any X-Forwarded-For, so anyone can claim any address: have it replace the header by the sender’s address.',
    );
  if (seen.host !== host) problems.push(`The proxy changes the host name to ${seen.host}: have it pass on Host.`);
  if (seen.isForwarded && seen.scheme !== protocol.slice(0, -1))
    problems.push(
      `The proxy says ${seen.scheme ?? 'no'} scheme instead of ${protocol.slice(0, -1)}: have it send X-Forwarded-Proto.`,
    );
  if (gapMs < probeGapMs / 2)
    problems.push(
      `The proxy holds back ${probedPath}, so screens learn late what has changed: turn off buffering there.`,
    );
  if (problems.length > 0) return problems.map(problem);
  return [
    fine(`The proxy passes on host name, sender and scheme, and ${probedPath} at once (it came from ${seen.client}).`),
  ];
}
