import { idKey, type TimedBooking } from '#domain/reservations/bookings.ts';
import { type Aircraft, modelText } from '#domain/fleet/fleet.ts';

export type Likeness = 'same model' | 'same category and class';

type Described = NonNullable<TimedBooking['record']['aircraft']>;

/**
 * How alike an aircraft is to the one of a booking; null for one that is not. Category, class and the complex, high-performance
 * and tailwheel flags stand on reservations alone, so an aircraft without one in `bookings` is known by its model only.
 */
export function likenessTo(
  booking: TimedBooking,
  { bookings, fleet }: { readonly bookings: readonly TimedBooking[]; readonly fleet: readonly Aircraft[] },
): (aircraft: Aircraft) => Likeness | null {
  const described = new Map(
    bookings.map(({ aircraftId, record }) => [aircraftId === null ? null : idKey(aircraftId), record.aircraft]),
  );
  const own = booking.record.aircraft ?? null;
  const wanted = booking.aircraftId === null ? null : idKey(booking.aircraftId);
  const listed = fleet.find(({ aircraftId }) => idKey(aircraftId) === wanted);
  const model = listed ?? own;
  const isSimulator = listed?.isSimulator ?? own?.isSimulator ?? false;
  return (aircraft) => {
    if ((aircraft.isSimulator ?? false) !== isSimulator) return null;
    if (model && isOneModel(aircraft, model)) return 'same model';
    const other = described.get(idKey(aircraft.aircraftId));
    return own && other && isOneClass(own, other) ? 'same category and class' : null;
  };
}

type Modelled = Pick<Aircraft, 'make' | 'model'>;

function isOneModel(a: Modelled, b: Modelled): boolean {
  if (a.model?.modelId != null && b.model?.modelId != null) return a.model.modelId === b.model.modelId;
  return a.model?.name != null && modelText(a) === modelText(b);
}

/** All of them have to be given: what is not known is not alike. */
function isOneClass(a: Described, b: Described): boolean {
  const marks = ({ categoryClass, isComplex, isHighPerformance, isTailWheel }: Described) => [
    categoryClass?.category,
    categoryClass?.class,
    isComplex,
    isHighPerformance,
    isTailWheel,
  ];
  const theirs = marks(b);
  return marks(a).every((mark, index) => mark != null && mark === theirs[index]);
}
