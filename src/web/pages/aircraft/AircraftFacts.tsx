import type { Booking } from '#domain/reservations/bookings.ts';
import type { Aircraft } from '#domain/fleet/fleet.ts';
import { unreadIn } from '#contract/salvage.ts';
import { AircraftStatus } from '#web/ui/aircraft/AircraftStatus.tsx';
import { Facts } from '#web/ui/panel/Facts.tsx';

/** What the aircraft list says, and the capabilities that only its reservations carry. */
export function AircraftFacts({ aircraft, bookings }: { aircraft: Aircraft; bookings: readonly Booking[] }) {
  const capabilities = bookings.find((booking) => booking.record.aircraft)?.record.aircraft;
  const unread = unreadIn(aircraft);
  const traits = [
    capabilities?.isComplex && 'complex',
    capabilities?.isHighPerformance && 'high performance',
    capabilities?.isTailWheel && 'tail wheel',
  ].filter(Boolean);
  const meters = [
    capabilities?.hasHobbs && 'Hobbs',
    capabilities?.hasHeaterHobbs && 'heater Hobbs',
    capabilities?.hasAirtimeMeter && 'airtime',
  ];
  return (
    <Facts
      facts={[
        ['Status', <AircraftStatus key="status" status={aircraft.status} />],
        ['Make', aircraft.make?.name],
        ['Model', aircraft.model?.name],
        ['Kind', aircraft.isSimulator ? 'Simulator' : 'Aircraft'],
        [
          'Category and class',
          capabilities &&
            [capabilities.categoryClass?.category, capabilities.categoryClass?.class].filter(Boolean).join(', '),
        ],
        [
          'Needs an endorsement',
          capabilities && (traits.join(', ') || 'none: not complex, high performance or tail wheel'),
        ],
        ['Meters', capabilities && (meters.filter(Boolean).join(', ') || 'none')],
        ...(unread.length > 0 ? [['Could not be read', unread.join(', ')] as const] : []),
        ['Id', <code key="id">{aircraft.aircraftId}</code>],
      ]}
      missing={capabilities ? 'not given' : 'known only from reservations; none today or tomorrow'}
    />
  );
}
