import { useUrlText } from '#web/ui/page/urlState.ts';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { PageHeader } from '#web/ui/panel/PageHeader.tsx';
import { Finder } from './Finder.tsx';
import { PersonByExternalId } from './PersonByExternalId.tsx';
import { PersonById } from './PersonById.tsx';
import { UserList } from './UserList.tsx';

/** Users: the list, one by the service's id, one by the school's own. No title names anybody: tabs and histories are seen. */
export function PeoplePage() {
  const id = useUrlText('id').value;
  const external = useUrlText('external').value;
  const hasBoth = id !== '' && external !== '';
  return (
    <>
      <PageHeader title="People" />
      <Finder id={id} external={external} />
      {hasBoth && <Notices notes={['The address names an id and an external id; showing the external id.']} />}
      {external !== '' ? (
        <PersonByExternalId key={external} externalId={external} />
      ) : id !== '' ? (
        <PersonById key={id} id={id} />
      ) : (
        <UserList />
      )}
    </>
  );
}
