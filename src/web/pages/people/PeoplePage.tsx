import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId } from 'react';
import { useNavigate } from 'react-router';
import { canAsk, recordQuery } from '#web/queries/api.ts';
import { useRecordPage } from '#web/queries/lists.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { readingOf } from '#web/queries/readings.ts';
import controls from '#web/ui/controls/controls.module.css';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import { AppLink, useAddress } from '#web/ui/page/AppLink.tsx';
import { useSchool } from '#web/ui/page/school.tsx';
import { useListState, useUrlText } from '#web/ui/page/urlState.ts';
import { useWrongAddress } from '#web/ui/page/wrongAddress.ts';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { PageHeader } from '#web/ui/panel/PageHeader.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import { RecordListPanel } from '#web/ui/records/RecordListPanel.tsx';
import { listAddress } from '#web/ui/records/listModel.ts';
import { RecordView } from '#web/ui/records/RecordView.tsx';
import style from './people.module.css';
import { Person } from './Person.tsx';
import { foundOrNot, peopleQuestion, personAddress } from './personModel.ts';

/** Users: the list, one by the service's id, one by the school's own. No title names anybody: tabs and histories are seen. */
export function PeoplePage() {
  const id = useUrlText('id').value;
  const external = useUrlText('external').value;
  const { question, problem } = peopleQuestion(id, external);
  useWrongAddress(problem);
  return (
    <>
      <PageHeader title="People" />
      <div className={style['finder']} role="search">
        <Finder key={`external ${external}`} name="external" label="External ID" value={external} />
        <Finder key={`id ${id}`} name="id" label="User ID" value={id} />
      </div>
      {question.kind === 'external' && <PersonByExternalId key={question.id} externalId={question.id} />}
      {question.kind === 'user' && <PersonById key={question.id} id={question.id} />}
      {question.kind === 'list' && <UserList />}
    </>
  );
}

const usualSize = 25;
const opens = { path: '/people', param: 'id' };

/** The users page by page. The specification shows neither parameters nor payload, so columns are detected from the data. */
function UserList() {
  const list = useListState('listUsers', usualSize);
  const page = useRecordPage(useSchool(), 'listUsers', list, 'userId');
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

/** Opens a user by an id. What is typed is taken as it is, blanks included. */
function Finder({ name, label, value }: { name: 'id' | 'external'; label: string; value: string }) {
  const input = useId();
  const navigate = useNavigate();
  const address = useAddress();
  const open = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get(name);
    if (typeof text === 'string' && text !== '') void navigate(address(personAddress(name, text)));
  };
  return (
    <form className={style['find']} onSubmit={open}>
      <label htmlFor={input}>{label}</label>
      <input id={input} className={controls['input']} name={name} defaultValue={value} autoComplete="off" />
      <button type="submit" className={controls['button']}>
        Open<span className="visually-hidden"> by {label}</span>
      </button>
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
        <AskedPerson id="getUserByExternalId" path={{ externalId }} missing={<NoExternalId id={externalId} />} />
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

function NoExternalId({ id }: { id: string }) {
  return (
    <>
      No user has the external ID <code>“{id}”</code>. It is compared exactly, including letter case and blanks.
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
  missing: React.ReactNode;
};

function AskedPerson({ id, path, missing }: AskedPersonProps) {
  const refresh = useRefresh();
  const query = recordQuery(useSchool(), id, path);
  const result = useQuery(query);
  const { reading, isMissing } = foundOrNot(readingOf(id, result), result.errorUpdatedAt);
  const retry = () => refresh(query.queryKey);
  if (!result.data || isMissing) {
    return (
      <Panel title="User" reading={reading} onRetry={retry} empty={missing}>
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
  return (
    <Panel
      title={row?.title ?? 'User'}
      reading={reading}
      onRetry={retry}
      empty={row ? null : `“${id}” is not a user ID (a GUID), and is not on this page of the list.`}
    >
      <Notices notes={[`“${id}” is not a GUID, so the service cannot be asked for it; this is from the list.`]} />
      <RecordView value={row?.value} />
    </Panel>
  );
}
