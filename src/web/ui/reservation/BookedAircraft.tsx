import type { Booking, Reservation } from '#domain/reservations/bookings.ts';
import { Facts } from '#web/ui/panel/Facts.tsx';
import { AircraftCell } from './reservationCells.tsx';
import style from './reservation.module.css';
import { Section } from './Section.tsx';

type Described = NonNullable<Reservation['aircraft']>;

/** The aircraft as the reservation describes it: only here does the API tell its class and capabilities. */
export function BookedAircraft({ booking }: { booking: Booking }) {
  const { aircraft, aircraftOption } = booking.record;
  const { make, model } = aircraft ?? aircraftOption?.aircraft ?? {};
  if (!aircraft && !aircraftOption?.aircraft) return null;
  return (
    <Section title="Aircraft">
      <Facts
        facts={[
          ['Tail', <AircraftCell key="tail" booking={booking} />],
          ['Make and model', [make?.name, model?.name].filter(Boolean).join(' ')],
          ['Kind', aircraft && kindOf(aircraft)],
          ['Category, class', aircraft && classOf(aircraft)],
          ['Capabilities', aircraft && <Flags key="capabilities" flags={capabilities(aircraft)} without="not" />],
          ['Meters', aircraft && <Flags key="meters" flags={meters(aircraft)} without="no" />],
        ]}
        missing="not given"
      />
    </Section>
  );
}

function kindOf({ isSimulator, isV3Simulator, v3SimulatorName }: Described): string {
  if (!isSimulator && !isV3Simulator) return 'Aircraft';
  return ['Simulator', v3SimulatorName].filter(Boolean).join(', ');
}

/** `Airplane, ASEL`; the class once, though the API may give it in two places. */
function classOf({ categoryClass, aircraftClass }: Described): string {
  const parts = [categoryClass?.category, categoryClass?.class, aircraftClass].filter(Boolean);
  return [...new Set(parts)].join(', ');
}

type FlagList = readonly (readonly [name: string, isSo: boolean | null | undefined])[];

function capabilities({ isComplex, isHighPerformance, isTailWheel }: Described): FlagList {
  return [
    ['complex', isComplex],
    ['high performance', isHighPerformance],
    ['tail wheel', isTailWheel],
  ];
}

function meters({ hasHobbs, hasHeaterHobbs, hasAirtimeMeter }: Described): FlagList {
  return [
    ['Hobbs', hasHobbs],
    ['heater Hobbs', hasHeaterHobbs],
    ['airtime', hasAirtimeMeter],
  ];
}

/** What it has, and what it has not: a missing capability is news, too. */
function Flags({ flags, without }: { flags: FlagList; without: 'no' | 'not' }) {
  return (
    <span className={style['flags']}>
      {flags.map(([name, isSo]) => (
        <span key={name} data-is-so={isSo === true}>
          {isSo == null ? `${name}: not given` : isSo ? name : `${without} ${name}`}
        </span>
      ))}
    </span>
  );
}
