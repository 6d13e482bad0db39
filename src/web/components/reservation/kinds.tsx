import { reservationStatuses } from '#contract/statuses.ts';
import type { Reservation, ReservationKind } from '#domain/reservations/reservations.ts';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import style from './kinds.module.css';

/** Every kind of reservation, in the order that keys and counts show them. */
export const reservationKinds = [
  'Standard',
  'Maintenance',
  'Class',
  'Meeting',
  'Instructor Time Off',
  'unknown',
] as const satisfies readonly ReservationKind[];

/**
 * The class that, on an element with `data-kind`, gives `--kind` (lines and icon), `--kind-fill` (the ground under text)
 * and `--kind-pattern` (a layer: `background: var(--kind-pattern), var(--kind-fill)`); `kindBarClass` also draws them.
 */
export const kindClass = style['kind'] ?? '';
export const kindBarClass = `${kindClass} ${style['bar'] ?? ''}`;

/** The class that, with `data-kind` and `data-status`, gives `--shape` and `--state`: clip paths in a square of 16 px. */
export const shapeClass = style['shape'] ?? '';

/** A kind in words, `Time off` where space is short; the API's names otherwise. */
export function kindWord(kind: ReservationKind): string {
  if (kind === 'Instructor Time Off') return 'Time off';
  return kind === 'unknown' ? 'Other' : kind;
}

/** Decorative: the kind must also be given in words. */
export function KindIcon({ kind, size = 14 }: { kind: ReservationKind; size?: number }) {
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
export function TypeMark({ reservation }: { reservation: Reservation }) {
  return (
    <span className={`${style['mark']} ${kindClass}`} data-kind={reservation.kind}>
      <KindIcon kind={reservation.kind} />
      {reservation.type}
      {reservation.kind !== reservation.type && <span className="visually-hidden">({reservation.kind})</span>}
    </span>
  );
}

/** The API's own name of the status, with its shape. */
export function ReservationStatus({ reservation }: { reservation: Pick<Reservation, 'statusId' | 'status'> }) {
  return (
    <span className={style['mark']} data-status={reservation.statusId}>
      <StatusGlyph statusId={reservation.statusId} />
      {reservation.status}
    </span>
  );
}

/** Explains the colours and icons of the kinds. */
export function KindKey() {
  return (
    <ul className={style['key']} aria-label="Key">
      {reservationKinds.map((kind) => (
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

/** Explains the shapes at a bar's right end and the colours at its left edge. */
export function StatusKey() {
  return (
    <ul className={style['key']} aria-label="Key to marks">
      {reservationStatuses.map(({ id, name }) => (
        <li key={id}>
          <StatusGlyph statusId={id} />
          {name}
        </li>
      ))}
      <li>
        <StateMark shape="open" tone="plain">
          Not back
        </StateMark>
      </li>
      {(['expired', 'crossing'] as const).map((alert) => (
        <li key={alert}>
          <span className={style['edge']} data-alert={alert} />
          {edgeWords[alert]}
        </li>
      ))}
    </ul>
  );
}

const edgeWords = { expired: 'Grounded', crossing: 'Likely crosses a limit' } as const;
