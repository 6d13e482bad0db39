import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useCallback, useMemo, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { countText, noneText } from '#domain/answers/known.ts';
import { searchSentence } from '#domain/lists/sentences.ts';
import { personLink } from '#domain/reservations/links.ts';
import { canAsk, recordQuery } from '#web/data/api.ts';
import { useRecordPage } from '#web/data/lists.ts';
import { useRefresh } from '#web/data/policy.ts';
import { readingOf } from '#web/data/readings.ts';
import { peopleQuery } from '#web/data/replica.ts';
import { SearchField } from '#web/components/controls/controls.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { AppLink, useAddress } from '#web/components/page/AppLink.tsx';
import { KeptFocus } from '#web/components/page/KeptFocus.tsx';
import { useKnowledge, useNoneText } from '#web/components/page/connection.tsx';
import { useSchool } from '#web/components/page/school.tsx';
import { useListState } from '#web/components/page/urlList.ts';
import { useUrlText } from '#web/components/page/urlState.ts';
import { useWrongAddress } from '#web/components/page/wrongAddress.ts';
import { later } from '#web/components/panel/later.tsx';
import { None } from '#web/components/panel/None.tsx';
import { Notices } from '#web/components/panel/Notices.tsx';
import { PageHeader } from '#web/components/panel/PageHeader.tsx';
import { Panel } from '#web/components/panel/Panel.tsx';
import { usePaperTitle } from '#web/components/panel/paperTitle.ts';
import { QueryShown } from '#web/components/panel/QueryShown.tsx';
import { FieldsChoice, RecordListPanel, useFields } from '#web/components/records/RecordListPanel.tsx';
import { listAddress } from '#web/components/records/listModel.ts';
import records from '#web/components/records/records.module.css';
import { isGuid } from '#web/components/records/recordModel.ts';
import { RecordView } from '#web/components/records/RecordView.tsx';
import style from './people.module.css';
import { CheckoutsNote, PeopleList, useKnownPeople } from './PeopleList.tsx';
import { enterLink, exactLinks, findPeople, foundText } from './peopleModel.ts';
import { foundOrNot, peopleQuestion, personAddress } from './personModel.ts';

const Person = later(async () => (await import('./Person.tsx')).Person);

/**
 * People: the list, one by the service's id, one by the school's own. No page title names a person, because others may
 * see tabs and histories.
 */
export function PeoplePage() {
  const inQuery = useUrlText('id').value;
  const { userId: id = inQuery } = useParams();
  const external = useUrlText('external').value;
  const search = useUrlText('q');
  const sort = useUrlText('sort').value;
  const view = useUrlText('view').value;
  // A page from the service keeps its order; only the gateway can sort everyone by a column.
  const isList = search.value.trim() === '' && (sort === '' || view === 'all');
  const { question, problem } = peopleQuestion(id, external);
  useWrongAddress(problem);
  return (
    <>
      <PageHeader title="People">
        <Finder key={`${id} ${external}`} search={search} isList={question.kind === 'list'} />
      </PageHeader>
      {question.kind === 'external' && <PersonByExternalId key={question.id} externalId={question.id} />}
      {question.kind === 'user' && <PersonById key={question.id} id={question.id} />}
      {question.kind === 'list' && <KeptFocus>{isList ? <UserList /> : <FoundList text={search.value} />}</KeptFocus>}
    </>
  );
}

const defaultSize = 25;
const opens = { path: '/people', param: 'id' };

/** People page by page: their main fields and what they may fly, or all fields that the service sends. */
function UserList() {
  const list = useListState('listUsers', defaultSize);
  const fields = useFields();
  const page = useRecordPage(useSchool(), 'users', list);
  const { query, pageSize } = list;
  const addressOf = useCallback(
    (key: string) => {
      const shown = { query, pageSize, defaultSize };
      return isGuid(key) ? listAddress(personLink(key), shown) : listAddress('/people', shown, { id: key });
    },
    [query, pageSize],
  );
  return (
    <RecordListPanel
      title="All people"
      what="person"
      several="people"
      id="listUsers"
      list={list}
      page={page}
      opens={opens}
      none="The service lists no people."
      footer={<CheckoutsNote />}
      tools={<FieldsChoice />}
    >
      {fields.value === 'list' ? (
        <PeopleList caption="People" rows={page.rows} addressOf={addressOf} isComplete />
      ) : null}
    </RecordListPanel>
  );
}

const narrowedBy = ['q'];
const byId = (key: string) => personAddress('id', key);

/** People with these words in a name or an id, or everyone sorted by a column, from the gateway's copy: it costs no call. */
function FoundList({ text }: { text: string }) {
  const result = useQuery(peopleQuery);
  const refresh = useRefresh();
  const users = result.data?.value.users;
  const found = useMemo(() => findPeople(users ?? [], text), [users, text]);
  const reading = readingOf('listUsers', result);
  const known = useKnowledge(reading);
  const title = usePaperTitle(text.trim() === '' ? 'All people' : 'Found', [searchSentence(text)]);
  return (
    <Panel
      title={title}
      count={countText(known, found.count, foundText(found, text))}
      reading={reading}
      shape="table"
      onRetry={() => refresh(peopleQuery.queryKey)}
      tools={text.trim() === '' && <FieldsChoice />}
      footer={<CheckoutsNote />}
    >
      {result.data?.value.isComplete === false && (
        <Notices notes={['Not everyone has loaded yet: people may be missing.']} />
      )}
      {found.count > 0 ? (
        <PeopleList
          caption={text.trim() === '' ? 'People' : 'Found'}
          rows={found.rows}
          addressOf={byId}
          isComplete={found.rows.length === found.count}
          hasIds={text.trim() !== ''}
        />
      ) : (
        <None of={noneText(known, `No name or ID contains “${text}”.`)} className={style['none']} clears={narrowedBy} />
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

/** One search for names and ids; Enter opens the match. The text is used as typed, including blanks. */
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
        onChange={(next) => (isList ? search.set(next) : setDraft(next))}
      />
    </form>
  );
}

/** Back to the page of the list that is still in the address. */
function PeopleLink() {
  const list = useListState('listUsers', defaultSize);
  return (
    <p className={records['back']}>
      <AppLink to={listAddress('/people', list)}>All people</AppLink>
    </p>
  );
}

/** The user with this id of the school's own (section 2.4): a documented form, not wrapped in a list. */
function PersonByExternalId({ externalId }: { externalId: string }) {
  const isAskable = canAsk(useSchool(), 'getUserByExternalId', { externalId });
  return (
    <>
      <PeopleLink />
      {isAskable ? (
        <PersonOfService
          id="getUserByExternalId"
          path={{ externalId }}
          missing={`No person has the external ID “${externalId}”. It must match exactly, with letter case and blanks.`}
        />
      ) : (
        <div className={style['unaskable']} role="alert">
          <StateMark shape="triangle" tone="warning">
            <strong>
              <code>“{externalId}”</code> cannot be an external ID
            </strong>
          </StateMark>
          <p>
            IDs with a path step such as “..”, with control characters, or longer than 200 characters are not sent to
            the service.
          </p>
        </div>
      )}
    </>
  );
}

/** The user with this id. An id that the service does not accept shows the fields from the list. */
function PersonById({ id }: { id: string }) {
  const isAskable = canAsk(useSchool(), 'getUser', { userId: id });
  return (
    <>
      <PeopleLink />
      {isAskable ? (
        <PersonOfService id="getUser" path={{ userId: id }} missing={`No person has the ID ${id}.`} />
      ) : (
        <ListedPerson id={id} />
      )}
    </>
  );
}

type PersonOfServiceProps = {
  id: 'getUser' | 'getUserByExternalId';
  path: Readonly<Record<string, string>>;
  /** The message if there is no such user. */
  missing: string;
};

function PersonOfService({ id, path, missing }: PersonOfServiceProps) {
  const refresh = useRefresh();
  const query = recordQuery(useSchool(), id, path);
  const result = useQuery(query);
  const { reading, isMissing } = foundOrNot(readingOf(id, result), result.errorUpdatedAt);
  const retry = () => refresh(query.queryKey);
  const none = useNoneText(missing, reading);
  if (!result.data || isMissing) {
    return (
      <Panel title="Person" reading={reading} onRetry={retry} empty={none}>
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
  const list = useListState('listUsers', defaultSize);
  const { rows, reading, retry } = useRecordPage(useSchool(), 'users', list);
  const row = rows.find(({ key }) => key === id);
  const unlisted = useNoneText(`“${id}” is not a user ID (a GUID), and is not on this page of the list.`, reading);
  return (
    <Panel title={row?.title ?? 'Person'} reading={reading} onRetry={retry} empty={row ? null : unlisted}>
      <Notices notes={[`“${id}” is not a GUID, so the service cannot look it up; these fields are from the list.`]} />
      <RecordView value={row?.value} />
    </Panel>
  );
}
