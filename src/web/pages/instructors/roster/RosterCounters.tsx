import { dutyKinds } from '#domain/duty/duties.ts';
import { type Doing, doingOf, type RosterRow } from '#domain/duty/roster.ts';
import { Counters } from '#web/ui/controls/Counters.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import { doingLook, doingWord } from '#web/pages/instructors/duties.tsx';
import { whoDo } from './useRoster.ts';

const order: readonly Doing[] = ['free', 'no hours', ...dutyKinds, 'out-of-service', 'unknown'];

/** What the roster can be narrowed to. */
export const doings = ['any', ...order, 'advisory'] as const;
type Choice = (typeof doings)[number];

type RosterCountersProps = { rows: readonly RosterRow[]; chosen: Choice; onChoose: (choice: Choice) => void };

/** How many instructors do what at the time that is looked at, and how many have an advisory on the day. */
export function RosterCounters({ rows, chosen, onChoose }: RosterCountersProps) {
  const counts = Map.groupBy(rows, doingOf);
  const advisories = whoDo(rows, 'advisory').length;
  const counters = order
    .filter((doing) => counts.has(doing) || doing === chosen)
    .map((doing) => ({
      value: doing as Choice,
      text: (
        <StateMark {...doingLook(doing)}>
          <b>{counts.get(doing)?.length ?? 0}</b> {doingWord(doing)}
        </StateMark>
      ),
    }));
  const advisory = {
    value: 'advisory' as const,
    text: (
      <StateMark shape="triangle" tone="warning">
        <b>{advisories}</b> {advisories === 1 ? 'advisory' : 'advisories'}
      </StateMark>
    ),
  };
  return (
    <Counters
      label="Instructors by what they do"
      counters={advisories > 0 || chosen === 'advisory' ? [...counters, advisory] : counters}
      chosen={chosen === 'any' ? null : chosen}
      onChoose={(choice) => onChoose(choice ?? 'any')}
    />
  );
}
