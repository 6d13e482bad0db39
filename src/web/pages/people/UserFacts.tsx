import { nameOf, userStatuses } from '#contract/statuses.ts';
import type { User } from '#domain/people/checkouts.ts';
import { shownText } from '#domain/records/values.ts';
import { Facts } from '#web/ui/panel/Facts.tsx';
import { Cover, useCover } from '#web/ui/records/Covered.tsx';
import { useWriting } from '#web/ui/records/useWriting.ts';
import { type Shape, StateMark, type Tone } from '#web/ui/controls/StateMark.tsx';
import style from './people.module.css';

/** What the specification shows of a user. How to reach him and what he owes is covered until asked for. */
export function UserFacts({ user }: { user: User }) {
  const writing = useWriting();
  const cover = useCover(user);
  const { email, phoneNumber, currentBalance } = cover.shown;
  const reach = cover.isOpen
    ? ([
        ['E-mail', email],
        ['Phone', phoneNumber],
        ['Balance', currentBalance == null ? null : balanceText(currentBalance)],
      ] as const)
    : [];
  return (
    <>
      <Facts
        facts={[
          ['Status', <UserStatus key="status" status={user.status} />],
          ['Last flight', shownText(user.lastFlightDate, writing)],
          ['Created', shownText(user.createdDate, writing)],
          ['External id', user.externalId && <code key="external">{user.externalId}</code>],
          ['User id', user.userId && <code key="id">{user.userId}</code>],
          ...reach,
        ]}
        missing="none given"
      />
      <div className={style['cover']}>
        <Cover cover={cover} />
      </div>
    </>
  );
}

/** Two digits; the API names no currency. */
function balanceText(balance: number): string {
  const size = Math.abs(balance).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${balance < 0 ? '−' : ''}${size}`;
}

const looks: Readonly<Record<number, { shape: Shape; tone: Tone }>> = { 1: { shape: 'check', tone: 'ok' } };

/** The API's own status; the specification shows but one id (section 3), any other is drawn neutral, by its name. */
function UserStatus({ status }: { status: User['status'] }) {
  const look = looks[status?.id ?? -1] ?? { shape: 'dashed', tone: 'plain' };
  return <StateMark {...look}>{status?.name ?? nameOf(userStatuses, status?.id) ?? 'no status'}</StateMark>;
}
