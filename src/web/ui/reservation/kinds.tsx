import { reservationStatuses } from '#contract/statuses.ts';
import type { Booking, BookingKind } from '#domain/reservations/bookings.ts';
import style from './kinds.module.css';

/** Every kind of booking, in the order that keys and counts show them. */
export const bookingKinds = [
  'Standard',
  'Maintenance',
  'Class',
  'Meeting',
  'Instructor Time Off',
  'unknown',
] as const satisfies readonly BookingKind[];

/**
 * The class that, on an element with `data-kind`, gives `--kind` (lines and icon), `--kind-fill` (the ground under text)
 * and `--kind-pattern` (a layer: `background: var(--kind-pattern), var(--kind-fill)`); `kindBarClass` also draws them.
 */
export const kindClass = style['kind'] ?? '';
export const kindBarClass = `${kindClass} ${style['bar'] ?? ''}`;

/** The class that, with `data-kind` and `data-status`, gives `--shape` and `--state`: clip paths in a square of 16 px. */
export const shapeClass = style['shape'] ?? '';

/** A kind in words, `Time off` where space is short; the API's names otherwise. */
export function kindWord(kind: BookingKind): string {
  if (kind === 'Instructor Time Off') return 'Time off';
  return kind === 'unknown' ? 'Other' : kind;
}

/** Decorative: the kind must also be given in words. */
export function KindIcon({ kind, size = 14 }: { kind: BookingKind; size?: number }) {
  return <Shape className="icon" data={{ 'data-kind': kind }} size={size} />;
}

/** The shape of a status. Decorative: the status must also be given in words. */
export function StatusGlyph({ statusId, size = 12 }: { statusId: number | null; size?: number }) {
  return <Shape className="glyph" data={{ 'data-status': statusId }} size={size} />;
}

type ShapeProps = { className: 'icon' | 'glyph'; data: Readonly<Record<string, string | number | null>>; size: number };

function Shape({ className, data, size }: ShapeProps) {
  return (
    <i className={`${shapeClass} ${style[className] ?? ''}`} {...data} style={{ zoom: size / 16 }} aria-hidden="true" />
  );
}

/** The service's own name of the type, after the icon of its kind; the kind in words if the name does not say it. */
export function TypeMark({ booking }: { booking: Booking }) {
  return (
    <span className={`${style['mark']} ${kindClass}`} data-kind={booking.kind}>
      <KindIcon kind={booking.kind} />
      {booking.type}
      {booking.kind !== booking.type && <span className="visually-hidden">({booking.kind})</span>}
    </span>
  );
}

/** The API's own name of the status, with its shape. */
export function BookingStatus({ booking }: { booking: Pick<Booking, 'statusId' | 'status'> }) {
  return (
    <span className={style['mark']} data-status={booking.statusId}>
      <StatusGlyph statusId={booking.statusId} />
      {booking.status}
    </span>
  );
}

/** Explains the colours and icons of the kinds. */
export function KindKey() {
  return (
    <ul className={style['key']} aria-label="Key">
      {bookingKinds.map((kind) => (
        <li key={kind}>
          <span className={`${kindBarClass} ${style['swatch'] ?? ''}`} data-kind={kind}>
            <KindIcon kind={kind} size={12} />
          </span>
          {kindWord(kind)}
        </li>
      ))}
    </ul>
  );
}

/** Explains the status shapes at a bar's right end and the colours at its left edge. */
export function StatusKey() {
  return (
    <ul className={style['key']} aria-label="Key to marks">
      {reservationStatuses.map(({ id, name }) => (
        <li key={id}>
          <StatusGlyph statusId={id} />
          {name}
        </li>
      ))}
      {(['expired', 'crossing'] as const).map((alert) => (
        <li key={alert}>
          <span className={style['edge']} data-alert={alert} />
          {edgeWords[alert]}
        </li>
      ))}
    </ul>
  );
}

const edgeWords = { expired: 'Overdue item', crossing: 'Likely crosses a limit' } as const;
