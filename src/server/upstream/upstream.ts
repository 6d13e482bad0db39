import type { PathParameters } from '#contract/addresses.ts';
import type { Area, OperationId } from '#contract/operations.ts';
import type { Query } from '#contract/query.ts';
import { isLoopback } from '#server/install/settingForms.ts';

/** An operator's API, and what a call needs. */
export type UpstreamSettings = {
  /** Base address of each area, without a final slash: `https://api.example.com/core/v1.0`. */
  readonly bases: { readonly [Name in Area]: string };
  readonly key: string;
};

/** One call, rebuilt from parsed parts; it contains no client's text. */
export type UpstreamRequest = {
  readonly id: OperationId;
  /** As `addressOf` writes it, so that equal requests are equal text: `/core/v1.0/operators/1001/aircraft`. */
  readonly address: string;
};

/** The same with the parts that it was rebuilt from. */
export type ReadRequest = UpstreamRequest & {
  readonly path: PathParameters;
  readonly query: Query;
  /** Not in the specification, but seen in live services. Only the service can answer it. `id` is its nearest relative. */
  readonly isUndocumented?: true;
};

/** An answer with any status but a redirect. */
export type UpstreamAnswer = {
  readonly status: number;
  /** JSON, without any content coding. */
  readonly body: NonSharedBuffer;
  /** Seconds. */
  readonly retryAfter: number | null;
  /** Its headers about call limits and the service's clock, for the check of the connection. */
  readonly head?: readonly (readonly [name: string, value: string])[];
};

/** A way to get an answer: the call itself, or a layer around another way. Rejects only with `UpstreamFailure`. */
export type Fetch = (request: UpstreamRequest) => Promise<UpstreamAnswer>;

/** Why there is no answer, with the status and the message for clients. */
export const failures = {
  timeout: {
    status: 504,
    words: 'The flight service took too long to answer. Try again in a minute, or request less at once.',
  },
  unreachable: {
    status: 502,
    words:
      'The flight service cannot be reached. Try again in a minute; if this persists, check the network and the API address in the settings of this server.',
  },
  untrusted: {
    status: 502,
    words:
      'The certificate of the flight service cannot be trusted, so nothing is sent to it. Check the clock of this server and the API address in its settings; if both are right, tell the vendor.',
  },
  reset: {
    status: 502,
    words: 'The flight service closed the connection before it answered. Try again in a minute.',
  },
  cut: {
    status: 502,
    words: 'The flight service closed the connection in the middle of its answer. Try again in a minute.',
  },
  redirect: {
    status: 502,
    words:
      'The flight service redirected this call to another address, to which the key is not sent. Check the API address in the settings of this server.',
  },
  unreadable: {
    status: 502,
    words:
      'The flight service sent an answer that is not valid JSON. Try again in a minute; if this persists, check the API address in the settings of this server.',
  },
  oversized: {
    status: 502,
    words:
      'The flight service sent an answer that is too large. Request less at once: a smaller page, or a shorter period.',
  },
  busy: {
    status: 503,
    words: 'The call allowance of the flight service is used up.',
  },
  unshared: {
    status: 503,
    words:
      'The flight service is not asked now, because the database that all servers share does not answer. Try again in a minute.',
  },
  dropped: {
    status: 503,
    words: 'All clients of this call have disconnected.',
  },
  fault: {
    status: 500,
    words: 'An internal error occurred in this server. Try again; if this persists, restart it.',
  },
  stopping: {
    status: 503,
    words: 'This server is stopping. Try again in a minute.',
  },
} as const;
export type FailureKind = keyof typeof failures;

export function isFailureKind(name: string): name is FailureKind {
  return Object.hasOwn(failures, name);
}

/** A call without an answer. The cause is only for the log: it may name the upstream. */
export class UpstreamFailure extends Error {
  override readonly name = 'UpstreamFailure';
  readonly kind: FailureKind;
  /** Seconds after which a retry may help, if known. */
  readonly retryAfter: number | null;

  constructor(kind: FailureKind, cause?: unknown, retryAfter: number | null = null) {
    const again = retryAfter === null ? '' : ` Try again in ${retryAfter} seconds.`;
    super(failures[kind].words + again, { cause });
    this.kind = kind;
    this.retryAfter = retryAfter;
  }
}

/** The code of a Node error, such as `ECONNRESET`; empty if there is none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** Whether a code of Node or OpenSSL means that a certificate is self-signed, expired, revoked, or for another name. */
export function isUntrusted(code: string): boolean {
  return /CERT|SELF_SIGNED|^UNABLE_TO_(?:GET|VERIFY|DECODE)_|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)|PATH_LENGTH/.test(
    code,
  );
}

/** Removes the key and the upstream's address from every answer. */
export function withSecretsRemoved(fetch: Fetch, upstream: UpstreamSettings): Fetch {
  const secrets = secretForms(upstream);
  const anySecret = bytePattern(secrets);
  return async (request) => {
    const answer = await fetch(request);
    return anySecret.test(answer.body.toString('latin1'))
      ? { ...answer, body: Buffer.from(removeSecrets(answer.body.toString(), secrets)) }
      : answer;
  };
}

/** Finds any of these texts among bytes, read as Latin-1, in one pass: a search for each of them takes six times as long. */
function bytePattern(texts: readonly string[]): RegExp {
  const written = texts.map((text) =>
    Array.from(Buffer.from(text), (byte) => `\\x${byte.toString(16).padStart(2, '0')}`),
  );
  return new RegExp(written.map((bytes) => bytes.join('')).join('|'));
}

/** What no browser and no log may contain, in every written form. */
export function secretForms(upstream: UpstreamSettings, more: readonly string[] = []): readonly string[] {
  return writtenForms([...secretsOf(upstream), ...more]);
}

function removeSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, 'removed'), text);
}

function secretsOf({ bases, key }: UpstreamSettings): string[] {
  const addresses = Object.values(bases).flatMap((base) => {
    const { host, hostname } = new URL(base);
    // A bare name such as `operator` is also a word, and a loopback address is the same everywhere. Both count only with
    // their port.
    const isAddress = hostname.includes('.') && !isLoopback(hostname);
    return [base, isAddress ? hostname : host === hostname ? `//${host}` : host];
  });
  return [key, ...addresses];
}

/** Secrets as any writer may write them in JSON, and in an address. */
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
  // Longest first, so that removing a shorter one leaves no part of a longer one.
  return Array.from(new Set(forms)).toSorted((a, b) => b.length - a.length);
}

/** As .NET writes a character into JSON: `+` is `\u002B`. */
function escaped(sign: string): string {
  return `\\u00${sign.slice(-1).charCodeAt(0).toString(16).toUpperCase()}`;
}

/** A host as a URL writes it: in lower case, an IPv6 address in brackets. */
export function urlHost(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host.toLowerCase();
}
