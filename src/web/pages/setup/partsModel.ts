import type { Config } from '#contract/gateway/config.ts';
import type { GatewayState } from '#contract/gateway/gatewayState.ts';
import { isRecord } from '#contract/objects.ts';
import { localCopyRows } from '#domain/answers/localCopy.ts';
import { textOf } from '#domain/answers/members.ts';
import type { Clock } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';
import { counted } from '#domain/words.ts';
import type { Look } from '#web/components/controls/StateMark.tsx';
import { serviceAnswer, zoneConflict } from './model.ts';

/** A part of the installation that needs a person: what is wrong, and the section of the page that says more. */
type PartAtFault = {
  readonly part: string;
  readonly words: string;
  readonly section: 'connection' | 'school' | 'diagnostics';
};

export type PartsVerdict = { readonly look: Look; readonly word: string; readonly faults: readonly PartAtFault[] };

/** What is known of the parts; `state` is null until the gateway answers. */
type PartsKnown = {
  readonly state: GatewayState | null;
  readonly config: Pick<Config, 'timeZone'>;
  readonly operator: unknown;
};

/** Whether the flight service, the local copy and the time zone are as they must be: the first line of the page. */
export function partsVerdict({ state, config, operator }: PartsKnown, now: Instant, clock: Clock): PartsVerdict {
  if (state === null) return { look: { shape: 'dashed', tone: 'plain' }, word: 'Not known yet', faults: [] };
  const service = serviceAnswer(state, now, clock);
  const faults = [
    ...(service.isGood ? [] : [{ part: 'Flight service', words: service.text, section: 'connection' } as const]),
    ...copyFaults(state),
    ...(zoneConflict(config, operator) === null
      ? []
      : [{ part: 'Time zone', words: 'not that of the operator record', section: 'school' } as const]),
  ];
  if (faults.length > 0) {
    const word = faults.length === 1 ? '1 part needs attention' : `${faults.length} parts need attention`;
    return { look: { shape: 'triangle', tone: 'warning' }, word, faults };
  }
  const missing = (state.replica?.sets ?? []).reduce((sum, { parts, known }) => sum + parts - known, 0);
  if (missing > 0) {
    const word = `Loading: ${counted(missing, 'part')} of the local copy to come`;
    return { look: { shape: 'ring', tone: 'plain' }, word, faults: [] };
  }
  return { look: { shape: 'check', tone: 'ok' }, word: 'All parts work', faults: [] };
}

/** What is wrong with the local copy, as one part: its storage first, then what could not be read, then what is late. */
function copyFaults({ replica, at }: GatewayState): PartAtFault[] {
  if (replica === null) return [];
  const fault = (words: string) => [{ part: 'Local copy', words, section: 'diagnostics' } as const];
  if (replica.storage.trouble !== null) return fault('storage');
  const rows = localCopyRows(replica.sets, Date.parse(at));
  const failed = rows.filter(({ failure }) => failure !== null).map(({ name }) => name);
  if (failed.length > 0) return fault(`last refresh failed: ${namesOf(failed)}`);
  if (replica.incomplete.count > 0) return fault(`${counted(replica.incomplete.count, 'part')} not fully loaded`);
  const late = rows.filter(({ isLate }) => isLate).map(({ name }) => name);
  return late.length > 0 ? fault(`late: ${namesOf(late)}`) : [];
}

/** `Reservations, Squawks and 3 more`. */
function namesOf(names: readonly string[]): string {
  const [first, second, ...more] = names;
  const shown = [first, second].filter(Boolean).join(', ');
  return more.length > 0 ? `${shown} and ${more.length} more` : shown;
}

/** The school's locations in the operator record by name, each with its airport if given: `Pueblo (KPUB)`; null for none. */
export function locationNames(operator: unknown): string | null {
  const list = isRecord(operator) ? operator['locations'] : null;
  if (!Array.isArray(list)) return null;
  const names = list.flatMap((location: unknown) => {
    const name = isRecord(location) ? textOf(location, 'name', 'locationName') : null;
    if (name === null || !isRecord(location)) return [];
    const airport = textOf(location, 'airport', 'icao', 'airportCode');
    return airport === null || airport === name ? [name] : [`${name} (${airport})`];
  });
  return names.join(', ') || null;
}
