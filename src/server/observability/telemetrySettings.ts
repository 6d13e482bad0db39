import * as z from 'zod/mini';
import { listed, optionalText, readAs, isLoopback } from '#server/install/settingForms.ts';

/** Where traces are sent: the base address of an OTLP/HTTP receiver, without a slash at its end, and headers such as its key. */
export type OtlpSettings = { readonly endpoint: string; readonly headers: { readonly [name: string]: string } };

/** A receiver in the same network often has no TLS; only its key needs it. */
const isReceiver = (written: string) => {
  const url = URL.parse(written);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && !/[?#]/.test(written);
};

/** `name=value,name=value`, with values percent-encoded, as in the OpenTelemetry specification. */
function headersIn(written: string): OtlpSettings['headers'] | null {
  const pairs = listed(written).map((part) => /^([\w-]+)=([\x21-\x7e]+)$/.exec(part));
  try {
    const read = pairs.map((pair) => [pair?.[1] ?? '', decodeURIComponent(pair?.[2] ?? '')] as const);
    return pairs.includes(null) || read.some(([, value]) => !/^[\x20-\x7e]+$/.test(value))
      ? null
      : Object.fromEntries(read);
  } catch {
    return null;
  }
}

/** The shape of each setting as text; `.env.example` explains them. No message repeats a value. */
export const telemetryShape = {
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalText(isReceiver, 'must be an address such as http://127.0.0.1:4318.'),
  OTEL_EXPORTER_OTLP_HEADERS: z._default(
    readAs(
      (written) => headersIn(written) !== null,
      'must be headers such as x-api-key=…, separated by commas, with percent-encoded values.',
      (written) => headersIn(written) ?? {},
    ),
    {},
  ),
};
const shape = z.object(telemetryShape);
type TelemetryEnvironment = z.output<typeof shape>;

/** Problems between settings that are each valid. */
export function telemetryDisagreements(given: TelemetryEnvironment): string[] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = given;
  if (Object.keys(headers).length === 0) return [];
  if (endpoint === undefined) return ['OTEL_EXPORTER_OTLP_ENDPOINT must be given with OTEL_EXPORTER_OTLP_HEADERS.'];
  const { protocol, hostname } = new URL(endpoint);
  return protocol === 'https:' || isLoopback(hostname)
    ? []
    : ['OTEL_EXPORTER_OTLP_ENDPOINT must begin with https:// with OTEL_EXPORTER_OTLP_HEADERS, which may hold a key.'];
}

/** Null if no traces are sent. */
export function otlpSettingsOf(given: TelemetryEnvironment): OtlpSettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = given;
  return endpoint === undefined
    ? null
    : { endpoint: endpoint.endsWith('/') ? endpoint.slice(0, -1) : endpoint, headers };
}
