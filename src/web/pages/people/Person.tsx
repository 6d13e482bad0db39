import type { ReactNode } from 'react';
import { readUser } from '#domain/people/checkouts.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { titleOf } from '#domain/records/rows.ts';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { RecordView } from '#web/ui/records/RecordView.tsx';
import { CheckoutsPanel } from './CheckoutsPanel.tsx';
import style from './people.module.css';
import { UserFacts } from './UserFacts.tsx';

type PersonProps = { raw: unknown; reading: Reading; onRetry: () => void; children: ReactNode };

/** A user as far as he reads as one (section 2.4), and in every case all that was sent. */
export function Person({ raw, reading, onRetry, children }: PersonProps) {
  const user = readUser(raw);
  const panel = { reading, onRetry };
  return (
    <div className={style['person']}>
      <div className={style['stack']}>
        <Panel title={titleOf(raw) ?? 'User'} {...panel}>
          {user ? (
            <UserFacts user={user} />
          ) : (
            <>
              <Notices notes={['The service did not send a user of the documented form; this is what it sent.']} />
              <RecordView value={raw} />
            </>
          )}
          {children}
        </Panel>
        {user && (
          <details className={style['all']}>
            <summary>All members of the record</summary>
            <RecordView value={raw} />
          </details>
        )}
      </div>
      {user && <CheckoutsPanel user={user} {...panel} />}
    </div>
  );
}
