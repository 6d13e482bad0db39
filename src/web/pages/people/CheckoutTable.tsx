import type { Checkout, CheckoutState } from '#domain/people/checkouts.ts';
import { dateText } from '#domain/maintenance/reminders.ts';
import { useWriting } from '#web/ui/records/useWriting.ts';
import { type Shape, StateMark, type Tone } from '#web/ui/controls/StateMark.tsx';
import style from './people.module.css';

const looks: Readonly<Record<CheckoutState, { shape: Shape; tone: Tone; word: string }>> = {
  valid: { shape: 'check', tone: 'ok', word: 'valid' },
  expired: { shape: 'octagon', tone: 'expired', word: 'Expired' },
  revoked: { shape: 'octagon', tone: 'expired', word: 'Revoked' },
  undated: { shape: 'triangle', tone: 'warning', word: 'expires, no date given' },
};

/** Each checkout as the service gives it (section 2.4), with what it is worth now. */
export function CheckoutTable({ checkouts }: { checkouts: readonly Checkout[] }) {
  const { now, zone } = useWriting();
  const day = (instant: number | null) => (instant === null ? null : dateText(instant, now, zone.name));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard must reach it
    <div className={style['frame']} data-scroll="checkouts" role="region" aria-label="Checkouts" tabIndex={0}>
      <table className={style['checkouts']}>
        <caption className="visually-hidden">Aircraft checkouts</caption>
        <thead>
          <tr>
            {['Make', 'Model', 'State', 'Expires', 'Given', 'Given by'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {checkouts.map(({ state, record, given, givenBy, expires }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a checkout has no id, and never moves
            <tr key={index} data-state={state}>
              <td>{record.make?.name ?? '–'}</td>
              <td>{record.model?.name ?? '–'}</td>
              <td>
                <StateMark shape={looks[state].shape} tone={looks[state].tone}>
                  {looks[state].word}
                </StateMark>
              </td>
              <td>{day(expires) ?? (record.expires === true ? 'not given' : 'never')}</td>
              <td>{day(given) ?? '–'}</td>
              <td>{givenBy || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
