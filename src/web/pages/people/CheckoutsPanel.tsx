import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mayFly, type User, toCheckouts } from '#domain/people/checkouts.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';
import { listQuery } from '#web/queries/api.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { readingOf } from '#web/queries/readings.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { useWriting } from '#web/ui/records/useWriting.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import { CheckoutTable } from './CheckoutTable.tsx';
import { MayFlyList } from './MayFlyList.tsx';

type CheckoutsPanelProps = { user: User; reading: Reading; onRetry: () => void };

/** The checkouts of a user, and the aircraft of the fleet that they are for. */
export function CheckoutsPanel({ user, reading, onRetry }: CheckoutsPanelProps) {
  const { now, zone } = useWriting();
  const refresh = useRefresh();
  const query = listQuery(useSchool(), 'listAircraft', {});
  const fleet = useQuery(query);
  const checkouts = useMemo(() => toCheckouts(user, now, zone), [user, now, zone]);
  const valid = checkouts.filter(({ state }) => state === 'valid').length;
  return (
    <Panel
      title="Aircraft checkouts"
      count={`${valid} valid of ${checkouts.length}`}
      reading={reading}
      beside={[readingOf('listAircraft', fleet)]}
      onRetry={() => {
        onRetry();
        refresh(query.queryKey);
      }}
      empty={checkouts.length === 0 ? 'The service gives no checkouts of this user.' : null}
    >
      <CheckoutTable checkouts={checkouts} />
      {fleet.data && <MayFlyList may={mayFly(checkouts, fleet.data.value.records)} />}
    </Panel>
  );
}
