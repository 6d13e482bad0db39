import type { GatewayOptions } from '#server/http/gateway.ts';
import type { Log } from '#server/observability/log.ts';
import { ownVersion } from '#server/install/settingsFile.ts';
import { diskFigures } from '#server/observability/diskFigures.ts';
import { probeIn } from '#server/http/probe.ts';
import { watchProcess } from '#server/observability/processFigures.ts';
import type { OtlpSettings } from '#server/observability/telemetrySettings.ts';

export type Telemetry = {
  readonly options: Pick<GatewayOptions, 'figures' | 'tracing' | 'probe'>;
  readonly close: () => Promise<void>;
};

/**
 * Opens what shows the gateway's health: the figures of its process and its disk, traces, and the probe of `doctor`.
 */
export async function openTelemetry(
  { otlp, dataDirectory }: { readonly otlp: OtlpSettings | null; readonly dataDirectory: string | null },
  log: Log,
): Promise<Telemetry> {
  const version = ownVersion();
  const watch = watchProcess(version);
  // Imported here, because most schools send no traces.
  const tracing = otlp ? (await import('#server/observability/otlp.ts')).openTracing(otlp, version, log) : undefined;
  return {
    options: {
      figures: [diskFigures(dataDirectory), watch.figures],
      tracing,
      probe: probeIn(dataDirectory),
    },
    close: async () => {
      watch.close();
      await tracing?.close();
    },
  };
}
