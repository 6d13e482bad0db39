import { useQuery } from '@tanstack/react-query';
import { canAsk, recordQuery } from '#web/queries/api.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { readingOf } from '#web/queries/readings.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import { useSchool } from '#web/ui/page/school.tsx';
import { Person } from './Person.tsx';
import { foundOrNot } from './foundOrNot.ts';
import { PeopleLink } from './PeopleLink.tsx';
import { Unaskable } from './Unaskable.tsx';

/** The user with this id of the school's own (section 2.4): a documented shape, not wrapped in a list. */
export function PersonByExternalId({ externalId }: { externalId: string }) {
  const school = useSchool();
  const path = { externalId };
  const refresh = useRefresh();
  const query = recordQuery(school, 'getUserByExternalId', path);
  const result = useQuery(query);
  const { reading, isMissing } = foundOrNot(readingOf('getUserByExternalId', result), result.errorUpdatedAt);
  if (!canAsk(school, 'getUserByExternalId', path)) return <Unaskable what="external id" id={externalId} />;
  return (
    <>
      <PeopleLink />
      {result.data && !isMissing ? (
        <Person raw={result.data.value} reading={reading} onRetry={() => refresh(query.queryKey)}>
          <QueryShown id="getUserByExternalId" query={{}} path={path} />
        </Person>
      ) : (
        <Panel
          title="User"
          reading={reading}
          onRetry={() => refresh(query.queryKey)}
          empty={
            <>
              No user has the external id <code>“{externalId}”</code>. It is compared exactly, letter case and blanks
              included.
            </>
          }
        >
          {null}
        </Panel>
      )}
    </>
  );
}
