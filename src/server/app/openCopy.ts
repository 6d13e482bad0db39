import { type AlertsParts, withAlerts } from '#server/alerts/alerts.ts';
import type { Joined } from '#server/cluster/joinCluster.ts';
import type { Config } from '#contract/gateway/config.ts';
import { figureGroup } from '#server/observability/figures.ts';
import { Turns } from '#server/observability/turns.ts';
import { copyTable, databaseTable, workTable } from '#server/observability/figureTables.ts';
import type { ServiceAccess } from '#server/upstream/source.ts';
import { copyFigures } from '#server/replica/views/copyFigures.ts';
import { keepBriefs } from '#server/replica/briefFiles.ts';
import { Replica } from '#server/replica/replica.ts';
import { ReplicaServer } from '#server/replica/serve.ts';
import { isOfLateSheet } from '#server/replica/lateSheets.ts';
import { isOfSnooze } from '#server/replica/snoozes.ts';
import { type WeatherParts, WeatherService, withWeather } from '#server/weather/weatherService.ts';
import type { Settings } from './settings.ts';

export type MadeUpWeather = { readonly metar: string; readonly taf: string } | null;

type CopyParts = Pick<
  AlertsParts,
  'storage' | 'directory' | 'schoolName' | 'roleOf' | 'isSignedIn' | 'onSignedOut' | 'onRevoked' | 'audit' | 'log'
> & {
  readonly settings: Settings;
  readonly config: Config;
  /** The embedded operator's weather; null with a school's own service. */
  readonly madeUpWeather: MadeUpWeather;
  readonly joined: Joined | null;
};

/** Opens the local copy with its alerts and, where there is a data directory, with the files of its briefs. */
export function copyOpener({ settings, config, madeUpWeather, joined, ...parts }: CopyParts) {
  const { storage, directory, schoolName, log, audit } = parts;
  const { alerts, briefHour, keptDays, idleStretch, access, port } = settings;
  const zone = { name: config.timeZone, zoneless: config.zonelessTimes };
  let endBriefs: (() => void) | null = null;
  let briefTrouble: string | null = null;
  const open = (service: ServiceAccess) => {
    const { wall, clock } = service;
    const weather = weatherOf(settings, madeUpWeather, { wall, log, onNews: () => copy.tell('weather') });
    const replica: Replica = new Replica({
      service,
      storage,
      config,
      days: config.copyDays,
      idleStretch,
      changesDays: keptDays.changes,
      weather: () => weather?.weather() ?? null,
      turns: new Turns({ log }),
      onRefreshed: () => joined?.tellFailures(replica.register),
    });
    replica.start();
    const copy = new ReplicaServer(replica, storage, clock, {
      audit,
      steps: settings.lateSteps,
      keptDays: keptDays.changes,
      observed: (departure, due) => weather?.observedBefore(departure, due) ?? null,
    });
    joined?.follow({
      replica,
      clock,
      wall,
      onCall: () => service.queue.noteOther(),
      onNews: ({ notes, tables }) => {
        if (notes.some(isOfSnooze)) copy.snoozes.reread();
        if (notes.some(isOfLateSheet)) copy.late.reread();
        if (tables.has('alert') || tables.has('message')) copy.tell('alerts');
      },
    });
    weather?.start();
    if (directory !== null) {
      endBriefs = keepBriefs({
        directory,
        hour: briefHour,
        daysKept: keptDays.briefs,
        zone: zone.name,
        schoolName,
        wall,
        briefs: copy.briefs,
        log,
        onTrouble: (words) => {
          briefTrouble = words;
          replica.events.send({ event: 'state' });
        },
      });
    }
    const publicUrl = access.publicUrl ?? `http://127.0.0.1:${port}`;
    const { status } = replica;
    const copyConfig = {
      ...parts,
      settings: alerts,
      status,
      zone,
      publicUrl,
      briefHour,
      wall,
      clock,
    };
    const served = withWeather(withAlerts(copyConfig, copy), weather);
    const copyGroup = figureGroup(copyTable, () => copyFigures(replica, storage, clock()));
    const shared = figureGroup(databaseTable, () => joined?.cluster.figures() ?? null);
    const works = figureGroup(workTable, () => replica.turns.figures);
    const state = () => {
      const { storage: known, ...others } = served.state();
      return { ...others, storage: { ...known, trouble: known.trouble ?? briefTrouble } };
    };
    return { ...served, state, figures: [copyGroup, shared, works, ...(served.figures ?? [])] };
  };
  return { open, endBriefs: () => endBriefs?.() };
}

/** The reader of the weather; null if it is off. */
function weatherOf(
  { weather: settings }: Settings,
  madeUp: MadeUpWeather,
  parts: Pick<WeatherParts, 'wall' | 'log' | 'onNews'>,
): WeatherService | null {
  const addresses = settings?.addresses ?? madeUp;
  return settings && addresses && new WeatherService({ ...parts, settings, addresses });
}
