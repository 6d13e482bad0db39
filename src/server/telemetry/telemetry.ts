import type { GatewayOptions } from '#server/gateway/gateway.ts';
import { figureGroup } from '#server/gateway/observability/figures.ts';
import { type DatabaseFigures, databaseTable } from '#server/gateway/observability/figureTables.ts';
import type { Log } from '#server/gateway/observability/log.ts';
import { ownVersion } from '#server/install/settingsFile.ts';
import { diskFigures } from './diskFigures.ts';
import { probeIn } from './probe.ts';
import { watchProcess } from './processFigures.ts';
import type { OtlpSettings } from './telemetrySettings.ts';

export type Telemetry = {
  readonly options: Pick<GatewayOptions, 'figures' | 'tracing' | 'probe'>;
  readonly close: () => Promise<void>;
};

/**
 * Opens what shows the gateway's health: the figures of its process, its disk and a shared database (`database`; null
 * without one), traces, and the probe of `doctor`.
 */
export async function openTelemetry(
  { otlp, dataDirectory }: { readonly otlp: OtlpSettings | null; readonly dataDirectory: string | null },
  log: Log,
  database: () => DatabaseFigures | null = () => null,
): Promise<Telemetry> {
  const version = ownVersion();
  const watch = watchProcess(version);
  // Imported here, because most schools send no traces.
  const tracing = otlp ? (await import('./otlp.ts')).openTracing(otlp, version, log) : undefined;
  return {
    options: {
      figures: [diskFigures(dataDirectory), watch.figures, figureGroup(databaseTable, database)],
      tracing,
      probe: probeIn(dataDirectory),
    },
    close: async () => {
      watch.close();
      await tracing?.close();
    },
  };
}
