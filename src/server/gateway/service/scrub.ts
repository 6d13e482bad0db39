import { isLoopback } from '#server/gateway/http/loopback.ts';
import type { Fetch, UpstreamSettings } from './upstream.ts';

/** Takes the key and the upstream's address out of every answer, wherever the upstream repeats them. */
export function scrubbed(fetch: Fetch, upstream: UpstreamSettings): Fetch {
  const secrets = secretForms(upstream);
  const bytes = secrets.map((secret) => Buffer.from(secret));
  return async (request) => {
    const answer = await fetch(request);
    return bytes.some((secret) => answer.body.includes(secret))
      ? { ...answer, body: Buffer.from(withoutSecrets(answer.body.toString(), secrets)) }
      : answer;
  };
}

/** What no browser and no log may learn, in the forms in which it may be written. */
export function secretForms(upstream: UpstreamSettings): readonly string[] {
  return writtenForms(secretsOf(upstream));
}

export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, 'removed'), text);
}

function secretsOf({ bases, key }: UpstreamSettings): string[] {
  const addresses = Object.values(bases).flatMap((base) => {
    const { host, hostname } = new URL(base);
    // A bare name such as `operator` is also a word, and a loopback address is everyone's: only with more is it an address.
    const isTelling = hostname.includes('.') && !isLoopback(hostname);
    return isTelling ? [hostname] : [host === hostname ? `//${host}` : host];
  });
  return [key, ...addresses];
}

/** As they may stand in JSON, by whoever wrote it, and in an address. */
function writtenForms(secrets: readonly string[]): string[] {
  const forms = secrets.flatMap((secret) => {
    const json = JSON.stringify(secret).slice(1, -1);
    const dotNet = json.replaceAll(/\\"|[+&<>'`]/g, escaped);
    return [
      secret,
      json,
      json.replaceAll('/', '\\/'),
      dotNet,
      dotNet.replaceAll(/\\u[0-9A-F]{4}/g, (code) => code.toLowerCase()),
      encodeURIComponent(secret),
    ];
  });
  // Longest first, so that no rest of one is left where a shorter one lies in it.
  return Array.from(new Set(forms)).toSorted((a, b) => b.length - a.length);
}

/** As .NET writes a sign into JSON: `+` is `\u002B`. */
function escaped(sign: string): string {
  return `\\u00${sign.slice(-1).charCodeAt(0).toString(16).toUpperCase()}`;
}
