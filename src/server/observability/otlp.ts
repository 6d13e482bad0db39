import { type Context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  type IdGenerator,
  RandomIdGenerator,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Log } from './log.ts';
import type { RequestMark } from './requestMark.ts';
import type { Tracing } from './tracing.ts';
import type { OtlpSettings } from './telemetrySettings.ts';

const kinds = { server: SpanKind.SERVER, internal: SpanKind.INTERNAL, client: SpanKind.CLIENT } as const;

/** How long the process waits for a receiver when it ends. */
const timeoutMillis = 5_000;

/**
 * Sends spans by OTLP/HTTP as JSON, with the official SDK. It is imported only if traces are wanted. A receiver that fails is
 * logged once until it works again; its spans are lost.
 */
export function openTracing({ endpoint, headers }: OtlpSettings, version: string, log: Pick<Log, 'warn'>): Tracing {
  const ids = new MarkedIds();
  const url = `${endpoint}/v1/traces`;
  const exporter = reporting(new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis }), log);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'flightline', 'service.version': version }),
    idGenerator: ids,
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('flightline', version);
  const roots = new WeakMap<RequestMark, Context>();
  return {
    begin(mark, kind, name) {
      const parent = roots.get(mark) ?? senderOf(mark);
      // A root without a sender gets the request's id.
      ids.next = mark.id;
      const span = tracer.startSpan(name, { kind: kinds[kind] }, parent);
      if (!roots.has(mark)) roots.set(mark, trace.setSpan(ROOT_CONTEXT, span));
      return {
        end({ attributes, isError = false, name: last }) {
          span.setAttributes(attributes);
          if (last !== undefined) span.updateName(last);
          if (isError) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    close: () => provider.shutdown().catch(() => undefined),
  };
}

function senderOf({ parent: { traceId, spanId, isSampled } }: RequestMark): Context {
  if (traceId === null || spanId === null) return ROOT_CONTEXT;
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** Random ids of spans; the trace's id is the request's. */
class MarkedIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  next = '';
  generateTraceId = () => this.next;
  generateSpanId = () => this.#random.generateSpanId();
}

function reporting(exporter: SpanExporter, log: Pick<Log, 'warn'>): SpanExporter {
  let hasFailed = false;
  const flush = exporter.forceFlush?.bind(exporter);
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error && !hasFailed) log.warn({ err: result.error }, 'Traces could not be sent.');
        hasFailed = result.error !== undefined;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    ...(flush && { forceFlush: flush }),
  };
}
