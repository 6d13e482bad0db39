import { useQuery } from '@tanstack/react-query';
import { canAsk, recordQuery } from '#web/queries/api.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { readingOf } from '#web/queries/readings.ts';
import { useRecordPage } from '#web/queries/lists.ts';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import { RecordView } from '#web/ui/records/RecordView.tsx';
import { useSchool } from '#web/ui/page/school.tsx';
import { useListState } from '#web/ui/page/urlState.ts';
import { foundOrNot } from './foundOrNot.ts';
import { PeopleLink } from './PeopleLink.tsx';
import { Person } from './Person.tsx';
import { usualSize } from './UserList.tsx';

/** The user with this id. An id that the service cannot be asked for opens what the list says of it. */
export function PersonById({ id }: { id: string }) {
  const school = useSchool();
  return (
    <>
      <PeopleLink />
      {canAsk(school, 'getUser', { userId: id }) ? <Fetched userId={id} /> : <Listed id={id} />}
    </>
  );
}

function Fetched({ userId }: { userId: string }) {
  const school = useSchool();
  const path = { userId };
  const refresh = useRefresh();
  const query = recordQuery(school, 'getUser', path);
  const result = useQuery(query);
  const { reading, isMissing } = foundOrNot(readingOf('getUser', result), result.errorUpdatedAt);
  const retry = () => refresh(query.queryKey);
  const shown = <QueryShown id="getUser" query={{}} path={path} />;
  if (!result.data || isMissing) {
    return (
      <Panel title="User" reading={reading} onRetry={retry} empty={`No user has the id ${userId}.`}>
        {null}
      </Panel>
    );
  }
  return (
    <Person raw={result.data.value} reading={reading} onRetry={retry}>
      {shown}
    </Person>
  );
}

function Listed({ id }: { id: string }) {
  const school = useSchool();
  const list = useListState('listUsers', usualSize);
  const { rows, reading, retry } = useRecordPage(school, 'listUsers', list, 'userId');
  const row = rows.find(({ key }) => key === id);
  const note = `“${id}” is not a user id the service can be asked for (a guid); this is what the list says.`;
  return (
    <Panel
      title={row?.title ?? 'User'}
      reading={reading}
      onRetry={retry}
      empty={row ? null : `“${id}” is not a user id (a guid), and this page of the list has nobody by it.`}
    >
      <Notices notes={[note]} />
      <RecordView value={row?.value} />
    </Panel>
  );
}
