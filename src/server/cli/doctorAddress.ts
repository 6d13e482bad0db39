import { existsSync } from 'node:fs';
import { millisecondsInSecond } from '#domain/units.ts';
import { readErrorBody } from '#contract/errors.ts';
import { urlHost } from '#server/upstream/upstream.ts';
import { calling } from '#server/install/settingsFile.ts';
import type { Settings } from '#server/app/settings.ts';
import { certificateFindings, proxyFindings } from './doctorProxy.ts';
import { type Finding, fine, problem } from './finding.ts';

type Fetch = typeof fetch;

/** Whether the gateway runs, whether the address that people open reaches it, and what the proxy does to a request. */
export async function addressFindings(settings: Settings, fetch: Fetch, now: number): Promise<Finding[]> {
  const { access, dataDirectory } = settings;
  const address = ownAddress(settings);
  const isRunning = address !== null && (await answerOf(fetch, `${address}/health`)).status === 200;
  const here =
    address === null
      ? []
      : [fine(isRunning ? `Flightline answers at ${address}.` : `Nothing answers at ${address} now.`)];
  if (access.publicUrl === null) return here;
  const reached = await answerOf(fetch, `${access.publicUrl}/config`);
  const found = [...here, publicFinding(access.publicUrl, reached, isRunning)];
  const url = new URL(access.publicUrl);
  if (url.protocol === 'https:') found.push(...(await certificateFindings(url, now)));
  if (!isReached(reached) || dataDirectory === null || !existsSync(dataDirectory)) return found;
  return [...found, ...(await proxyFindings(access.publicUrl, dataDirectory, fetch))];
}

/** The address at which this machine reaches the gateway; null if it has no fixed port. */
function ownAddress({ host, port }: Pick<Settings, 'host' | 'port'>): string | null {
  if (port === null || port === 0) return null;
  return `http://${urlHost(host === '0.0.0.0' ? '127.0.0.1' : host)}:${port}`;
}

/** Whether `/metrics` can be read here, and whether the receiver of traces accepts them, if there is one. */
export async function telemetryFindings(settings: Settings, fetch: Fetch): Promise<Finding[]> {
  const address = ownAddress(settings);
  const metrics = address === null ? null : (await answerOf(fetch, `${address}/metrics`)).status;
  const token = calling('access', 'program', '--name', 'prometheus', '--role', 'administrator', '--reads', 'metrics');
  const findings =
    metrics === 200
      ? [fine('Metrics for Prometheus are at /metrics.')]
      : metrics === 401
        ? [fine(`Metrics for Prometheus are at /metrics, with a token: ${token}`)]
        : [];
  if (!settings.otlp) return findings;
  const { endpoint, headers } = settings.otlp;
  const { status, failure } = await answerOf(fetch, `${endpoint}/v1/traces`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"resourceSpans":[]}',
  });
  const where = `The receiver of traces at ${endpoint}`;
  if (failure !== null) return [...findings, problem(`${where} cannot be reached: ${failure}`)];
  const isTaken = status !== null && status >= 200 && status < 300;
  const refusal = `${where} answers ${status}: check OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS.`;
  return [...findings, isTaken ? fine(`${where} takes traces.`) : problem(refusal)];
}

const isReached = ({ status }: Answered) => status === 200 || status === 401;

function publicFinding(address: string, answered: Answered, isRunning: boolean): Finding {
  const { status, message, failure } = answered;
  if (failure !== null) return problem(`${address} cannot be reached from here: ${failure}`);
  if (isReached(answered)) return fine(`${address} reaches Flightline.`);
  if (status !== null && status >= 500)
    return problem(`${address}: the proxy answers ${status}${isRunning ? ', although Flightline runs' : ''}.`);
  return problem(`${address} answers ${status}${message === null ? ', but not as Flightline does' : `: ${message}`}`);
}

type Answered = {
  readonly status: number | null;
  /** Flightline's own words for a refusal. */
  readonly message: string | null;
  readonly failure: string | null;
};

const patienceMs = 10 * millisecondsInSecond;

/** What network errors and TLS mean for the administrator. */
const causes: { readonly [code: string]: string } = {
  ECONNREFUSED: 'nothing listens there: start it.',
  ENOTFOUND: 'the name is not known: check the DNS.',
  CERT_HAS_EXPIRED: 'its certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed, which browsers refuse too.',
  SELF_SIGNED_CERT_IN_CHAIN:
    'its certificate is from an authority that this machine does not know (NODE_EXTRA_CA_CERTS).',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the proxy does not send the whole chain of certificates.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    'its certificate is from an authority that this machine does not know (NODE_EXTRA_CA_CERTS).',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name.',
};

async function answerOf(fetch: Fetch, url: string, init: RequestInit = {}): Promise<Answered> {
  try {
    const answer = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(patienceMs) });
    const [entry] = readErrorBody(await answer.text());
    return { status: answer.status, message: entry?.message ?? null, failure: null };
  } catch (error) {
    const cause = error instanceof Error ? error.cause : null;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(error);
    return { status: null, message: null, failure: causes[code] ?? code };
  }
}
