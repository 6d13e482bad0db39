import { unreadIn, unreadMember } from '#contract/salvage.ts';
import { reservationShape } from '#contract/shapes.ts';
import type { Booking } from '#domain/reservations/bookings.ts';
import { memberLabel, valueText, type UnknownMember, unknownMembers } from '#domain/answers/unknownMembers.ts';
import { isPersonal, withoutPersonalData } from '#domain/people/personalData.ts';
import { Covered } from '#web/ui/panel/Covered.tsx';
import { Facts } from '#web/ui/panel/Facts.tsx';
import style from './reservation.module.css';
import { Section } from './Section.tsx';

const series = 'recurringSeries';

/** Whether the reservation repeats: the specification does not show what a series looks like, so all of it stands here. */
export function Series({ booking }: { booking: Booking }) {
  const value = booking.record[series];
  if (value == null) return null;
  const isObject = typeof value === 'object' && !Array.isArray(value);
  const facts = isObject ? Object.entries(withoutPersonalData(value) as object) : [['Series', value] as const];
  return (
    <Section title="Recurring series">
      <Facts facts={facts.map(([name, member]) => [memberLabel(name), valueText(member)])} missing="not given" />
    </Section>
  );
}

/** Which members could not be read; the rest of the reservation is shown. */
export function UnreadMembers({ booking }: { booking: Booking }) {
  const unread = unreadIn(booking.record);
  if (unread.length === 0) return null;
  return <p className={style['rest']}>Could not be read: {unread.join(', ')}.</p>;
}

function asSent({ record }: Booking): Booking['record'] {
  const { [unreadMember]: _, ...sent } = record;
  return sent;
}

/** What the service sent beyond what the specification describes, at any depth. */
export function OtherMembers({ booking }: { booking: Booking }) {
  const members = unknownMembers(asSent(booking), reservationShape).filter(({ path }) => !path.startsWith(series));
  if (members.length === 0) return null;
  return (
    <Section title="Also sent by the service" count={members.length}>
      <Facts
        facts={members.map((member) => [member.label, <MemberValue key={member.path} member={member} />])}
        missing="empty"
      />
    </Section>
  );
}

function MemberValue({ member: { name, label, value } }: { member: UnknownMember }) {
  if (!isPersonal(name)) return <>{valueText(withoutPersonalData(value))}</>;
  return (
    <Covered label="Show" of={label}>
      {valueText(value)}
    </Covered>
  );
}

/** The record as it came, without what is personal. */
export function RawRecord({ booking }: { booking: Booking }) {
  return (
    <details className={style['raw']}>
      <summary>The record as JSON, without phone numbers and pictures</summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keys */}
      <pre tabIndex={0}>{JSON.stringify(withoutPersonalData(asSent(booking)), null, 2)}</pre>
    </details>
  );
}
