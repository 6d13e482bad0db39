import { type AircraftDoing, toCloseText } from '#domain/schedule/aircraftNow.ts';
import type { ReactNode } from 'react';
import type { FitnessEvidence, FitnessKind } from '#domain/readiness/fitness.ts';
import type { AssessedAircraft, FleetGroup } from '#domain/readiness/fleetAssessment.ts';
import { type FleetPart, presentText, reservationOf } from '#domain/readiness/fleetLists.ts';
import type { AttentionStep } from '#domain/reservations/state.ts';
import { peopleText } from '#domain/reservations/reservations.ts';
import type { Instant } from '#domain/time/time.ts';
import { type Look, StateMark } from '#web/components/controls/StateMark.tsx';
import { useClock } from '#web/components/page/school.tsx';
import style from './AircraftMarks.module.css';

const fitnessLooks: { readonly [Kind in FitnessKind]: Look & { readonly word: string } } = {
  grounded: { shape: 'octagon', tone: 'expired', word: 'Grounded' },
  'limit near': { shape: 'triangle', tone: 'warning', word: 'Maintenance due soon' },
  warning: { shape: 'triangle', tone: 'warning', word: 'Warning' },
  'not known': { shape: 'dashed', tone: 'plain', word: 'Not known' },
  fit: { shape: 'check', tone: 'ok', word: 'Fit' },
};

/**
 * Whether an aircraft's records hold a problem, with the worst finding; the aircraft's page lists them all. A caution shows its finding
 * beside the triangle, which a screen reader hears as its word; grounded and not known are words of their own. An inactive aircraft is
 * inactive, not grounded.
 */
export function FitnessMark({ fitness, group }: Pick<AssessedAircraft, 'fitness' | 'group'>) {
  const { kind, worst, evidence } = fitness;
  const { word, ...look } = group === 'inactive' ? { ...groupLooks.inactive, word: 'Inactive' } : fitnessLooks[kind];
  const more = evidence.length > 1 ? `and ${evidence.length - 1} more` : '';
  const isCaution = worst !== null && look.shape === 'triangle';
  return (
    <span className={style['fitness']} data-tip={evidence.map(({ words }) => words).join('\n')}>
      <StateMark {...look}>
        {isCaution ? (
          <>
            <span className="visually-hidden">{word}: </span>
            {worst.words}
          </>
        ) : (
          word
        )}
      </StateMark>
      {isCaution ? more && <span>{more}</span> : worst && <span>{[worst.words, more].filter(Boolean).join(' ')}</span>}
    </span>
  );
}

/** Findings from an aircraft's records, in the order given; a screen reader hears each one’s word. */
export function Findings({ findings }: { findings: readonly FitnessEvidence[] }) {
  return (
    <ul className={style['evidence']}>
      {findings.map(({ kind, words }, index) => {
        const { word, ...look } = fitnessLooks[kind];
        return (
          // oxlint-disable-next-line react/no-array-index-key -- two reminders may have the same text
          <li key={`${index} ${words}`}>
            <StateMark {...look}>
              <span className="visually-hidden">{word}: </span>
              {words}
            </StateMark>
          </li>
        );
      })}
    </ul>
  );
}

/** What needs attention is amber. */
const doingLooks: { readonly [Kind in AircraftDoing['kind']]: Look } = {
  flying: { shape: 'dot', tone: 'accent' },
  'not back': { shape: 'open', tone: 'warning' },
  'in the shop': { shape: 'wrench', tone: 'shop' },
  'in use': { shape: 'dot', tone: 'accent' },
  'due out': { shape: 'half', tone: 'accent' },
  'may be out': { shape: 'dashed', tone: 'warning' },
  free: { shape: 'ring', tone: 'ok' },
};

/** Not back: no mark within the grace, then amber, then red. */
function notBackLook(step: AttentionStep): Look {
  if (step === 1) return doingLooks['not back'];
  return step === 0 ? doingLooks.flying : { ...doingLooks['not back'], tone: 'expired' };
}

function doingLook(doing: AircraftDoing): Look {
  return doing.kind === 'not back' ? notBackLook(doing.step) : doingLooks[doing.kind];
}

/**
 * The mark of each fleet group beside its count; aircraft that are not back get the mark of the one that is furthest
 * past its return.
 */
export function groupLook(group: FleetGroup, step: AttentionStep = 0): Look {
  return group === 'not back' ? notBackLook(step) : groupLooks[group];
}

const groupLooks = {
  available: { shape: 'ring', tone: 'ok' },
  flying: doingLooks.flying,
  'may be out': doingLooks['may be out'],
  'due out': doingLooks['due out'],
  'in the shop': doingLooks['in the shop'],
  grounded: { shape: 'octagon', tone: 'expired' },
  'not known': { shape: 'dashed', tone: 'plain' },
  inactive: { shape: 'ring', tone: 'plain' },
  simulators: { shape: 'dot', tone: 'plain' },
} as const satisfies { readonly [Group in Exclude<FleetGroup, 'not back'>]: Look };

/** The mark of each part of the fleet's list. */
export const partLooks: { readonly [Part in FleetPart]: Look } = {
  'can go': groupLooks.available,
  'due out': groupLooks['due out'],
  out: groupLooks.flying,
  'not known': groupLooks['not known'],
  'cannot go': groupLooks.grounded,
  inactive: groupLooks.inactive,
  simulators: groupLooks.simulators,
  deleted: groupLooks.inactive,
};

/** The mark of what an aircraft is doing; of a free one, that of its group. */
export function presentLook({ present, group }: AssessedAircraft): Look {
  return !present || present.doing.kind === 'free' ? groupLook(group ?? 'not known') : doingLook(present.doing);
}

type PresentProps = { row: AssessedAircraft; now: Instant; /** Beside its people. */ children?: ReactNode };

/** What an aircraft is doing now, from all its reservations, and with whom. */
export function PresentMark({ row, now, children }: PresentProps) {
  const clock = useClock();
  const { present } = row;
  const reservation = present && reservationOf(present.doing);
  const older = present && toCloseText(present);
  const quiet = [reservation && peopleText(reservation), older].filter(Boolean).join(' · ');
  return (
    <span className={style['present']}>
      <StateMark {...presentLook(row)}>{presentText(row, now, clock)}</StateMark>
      {(quiet || children) && (
        <span>
          {quiet}
          {children}
        </span>
      )}
    </span>
  );
}
