import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { countText, noneText } from '#domain/answers/known.ts';
import { canAsk, recordQuery } from '#web/queries/api.ts';
import { useRecordPage } from '#web/queries/lists.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { readingOf } from '#web/queries/readings.ts';
import { peopleQuery } from '#web/queries/replica.ts';
import { Choices, SearchField } from '#web/ui/controls/controls.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import { AppLink, useAddress } from '#web/ui/page/AppLink.tsx';
import { useKnowledge, useNoneText } from '#web/ui/page/connection.tsx';
import { useSchool } from '#web/ui/page/school.tsx';
import { useListState, useUrlChoice, useUrlText } from '#web/ui/page/urlState.ts';
import { useWrongAddress } from '#web/ui/page/wrongAddress.ts';
import { None } from '#web/ui/panel/None.tsx';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { PageHeader } from '#web/ui/panel/PageHeader.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import { RecordListPanel } from '#web/ui/records/RecordListPanel.tsx';
import { listAddress } from '#web/ui/records/listModel.ts';
import { RecordView } from '#web/ui/records/RecordView.tsx';
import style from './people.module.css';
import { CheckoutsNote, PeopleList, useKnownPeople } from './PeopleList.tsx';
import { enterLink, exactLinks, findPeople, foundText } from './peopleModel.ts';
import { Person } from './Person.tsx';
import { foundOrNot, peopleQuestion, personAddress } from './personModel.ts';

/** Users: the list, one by the service's id, one by the school's own. No title names anybody: tabs and histories are seen. */
export function PeoplePage() {
  const id = useUrlText('id').value;
  const external = useUrlText('external').value;
  const search = useUrlText('q');
  const { question, problem } = peopleQuestion(id, external);
  useWrongAddress(problem);
  return (
    <>
      <PageHeader title="People">
        <Finder key={`${id} ${external}`} search={search} isList={question.kind === 'list'} />
      </PageHeader>
      {question.kind === 'external' && <PersonByExternalId key={question.id} externalId={question.id} />}
      {question.kind === 'user' && <PersonById key={question.id} id={question.id} />}
      {question.kind === 'list' && (search.value.trim() === '' ? <UserList /> : <FoundList text={search.value} />)}
    </>
  );
}

const usualSize = 25;
const opens = { path: '/people', param: 'id' };

/** The users page by page: who they are and what they may take; or all that the service sends, whatever that is. */
function UserList() {
  const list = useListState('listUsers', usualSize);
  const view = useUrlChoice('view', ['list', 'all'], 'list');
  const page = useRecordPage(useSchool(), 'listUsers', list, 'userId');
  const { query, pageSize } = list;
  return (
    <RecordListPanel
      title="Users"
      id="listUsers"
      list={list}
      page={page}
      opens={opens}
      none="The service lists no users."
      footer={<CheckoutsNote />}
      tools={<Choices label="Show" value={view.value} options={views} onChange={(choice) => void view.set(choice)} />}
    >
      {view.value === 'list' ? (
        <PeopleList
          caption="Users"
          rows={page.rows}
          addressOf={(key) => listAddress('/people', { query, pageSize, usualSize }, { id: key })}
        />
      ) : null}
    </RecordListPanel>
  );
}

const views = [
  { value: 'list', label: 'Who they are' },
  { value: 'all', label: 'All columns' },
] as const;

/** Whoever has these words in a name or an id, from the gateway's copy: no call is spent on a search. */
function FoundList({ text }: { text: string }) {
  const result = useQuery(peopleQuery);
  const refresh = useRefresh();
  const users = result.data?.value.users;
  const found = useMemo(() => findPeople(users ?? [], text), [users, text]);
  const reading = readingOf('listUsers', result);
  const known = useKnowledge(reading);
  return (
    <Panel
      title="Found"
      count={countText(known, found.count, foundText(found))}
      reading={reading}
      onRetry={() => refresh(peopleQuery.queryKey)}
      footer={<CheckoutsNote />}
    >
      {result.data?.value.isComplete === false && (
        <Notices notes={['Not everybody has been read yet: somebody may be missing.']} />
      )}
      {found.count > 0 ? (
        <PeopleList caption="Found" rows={found.rows} addressOf={(key) => personAddress('id', key)} />
      ) : (
        <None of={noneText(known, `Nobody has “${text}” in a name or an ID.`)} className={style['none']} />
      )}
      <p className={style['exact']}>
        {exactLinks(text).map(({ label, link }) => (
          <AppLink key={link} to={link}>
            {label}
          </AppLink>
        ))}
      </p>
    </Panel>
  );
}

/** One search for names and ids; Enter opens the one who is meant. What is typed is taken as it is, blanks included. */
function Finder({ search, isList }: { search: ReturnType<typeof useUrlText>; isList: boolean }) {
  const navigate = useNavigate();
  const address = useAddress();
  const [draft, setDraft] = useState('');
  const people = useKnownPeople();
  const text = isList ? search.value : draft;
  const open = (event: FormEvent) => {
    event.preventDefault();
    const link = enterLink(text, people ?? []);
    if (link !== null) void navigate(address(link));
    else if (!isList) void navigate(address(`/people?${new URLSearchParams({ q: text }).toString()}`));
  };
  return (
    <form className={style['finder']} onSubmit={open}>
      <SearchField
        label="Search by name, external ID or user ID"
        placeholder="Name, external ID or user ID"
        value={text}
        onChange={(next) => (isList ? void search.set(next) : setDraft(next))}
      />
    </form>
  );
}

/** Back to the page of the list that the address still names. */
function PeopleLink() {
  const list = useListState('listUsers', usualSize);
  return (
    <p className={style['back']}>
      <AppLink to={listAddress('/people', list)}>All users</AppLink>
    </p>
  );
}

/** The user with this id of the school's own (section 2.4): a documented shape, not wrapped in a list. */
function PersonByExternalId({ externalId }: { externalId: string }) {
  const isAskable = canAsk(useSchool(), 'getUserByExternalId', { externalId });
  return (
    <>
      <PeopleLink />
      {isAskable ? (
        <AskedPerson
          id="getUserByExternalId"
          path={{ externalId }}
          missing={`No user has the external ID “${externalId}”. It is compared exactly, including letter case and blanks.`}
        />
      ) : (
        <div className={style['unaskable']} role="alert">
          <StateMark shape="triangle" tone="warning">
            <strong>
              <code>“{externalId}”</code> cannot be an external ID
            </strong>
          </StateMark>
          <p>
            IDs that contain a path step such as “..”, control characters or more than 200 characters are not sent to
            the service.
          </p>
        </div>
      )}
    </>
  );
}

/** The user with this id. An id that the service cannot be asked for opens what the list says of it. */
function PersonById({ id }: { id: string }) {
  const isAskable = canAsk(useSchool(), 'getUser', { userId: id });
  return (
    <>
      <PeopleLink />
      {isAskable ? (
        <AskedPerson id="getUser" path={{ userId: id }} missing={`No user has the ID ${id}.`} />
      ) : (
        <ListedPerson id={id} />
      )}
    </>
  );
}

type AskedPersonProps = {
  id: 'getUser' | 'getUserByExternalId';
  path: Readonly<Record<string, string>>;
  /** What to say where there is no such user. */
  missing: string;
};

function AskedPerson({ id, path, missing }: AskedPersonProps) {
  const refresh = useRefresh();
  const query = recordQuery(useSchool(), id, path);
  const result = useQuery(query);
  const { reading, isMissing } = foundOrNot(readingOf(id, result), result.errorUpdatedAt);
  const retry = () => refresh(query.queryKey);
  const none = useNoneText(missing, reading);
  if (!result.data || isMissing) {
    return (
      <Panel title="User" reading={reading} onRetry={retry} empty={none}>
        {null}
      </Panel>
    );
  }
  return (
    <Person raw={result.data.value} reading={reading} onRetry={retry}>
      <QueryShown id={id} query={{}} path={path} />
    </Person>
  );
}

function ListedPerson({ id }: { id: string }) {
  const list = useListState('listUsers', usualSize);
  const { rows, reading, retry } = useRecordPage(useSchool(), 'listUsers', list, 'userId');
  const row = rows.find(({ key }) => key === id);
  const unlisted = useNoneText(`“${id}” is not a user ID (a GUID), and is not on this page of the list.`, reading);
  return (
    <Panel title={row?.title ?? 'User'} reading={reading} onRetry={retry} empty={row ? null : unlisted}>
      <Notices notes={[`“${id}” is not a GUID, so the service cannot be asked for it; this is from the list.`]} />
      <RecordView value={row?.value} />
    </Panel>
  );
}
