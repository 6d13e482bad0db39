import { useRecordPage } from '#web/queries/lists.ts';
import { RecordListPanel } from '#web/ui/records/RecordListPanel.tsx';
import { useSchool } from '#web/ui/page/school.tsx';
import { useListState } from '#web/ui/page/urlState.ts';

export const usualSize = 25;
const opens = { path: '/people', param: 'id' };

/** The users page by page. The specification shows neither parameters nor payload, so the columns are what comes. */
export function UserList() {
  const school = useSchool();
  const list = useListState('listUsers', usualSize);
  const page = useRecordPage(school, 'listUsers', list, 'userId');
  return (
    <RecordListPanel
      title="Users"
      id="listUsers"
      list={list}
      page={page}
      opens={opens}
      empty="The service lists no users."
    />
  );
}
