import { useUrlText, useListState } from '#web/ui/page/urlState.ts';
import { Notices } from '#web/ui/panel/Notices.tsx';
import { PageHeader } from '#web/ui/panel/PageHeader.tsx';
import { UserList, usualSize } from './UserList.tsx';
import { StateMark } from '#web/ui/controls/StateMark.tsx';
import { PeopleLink } from './PeopleLink.tsx';
import peopleStyle from './people.module.css';
import { type FormEvent, useId } from 'react';
import { useNavigate } from 'react-router';
import { useAddress } from '#web/ui/page/AppLink.tsx';
import controls from '#web/ui/controls/controls.module.css';
import { useQuery } from '@tanstack/react-query';
import { canAsk, recordQuery } from '#web/queries/api.ts';
import { useRefresh } from '#web/queries/policy.ts';
import { readingOf } from '#web/queries/readings.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { QueryShown } from '#web/ui/panel/QueryShown.tsx';
import { useSchool } from '#web/ui/page/school.tsx';
import { Person } from './Person.tsx';
import { foundOrNot } from './foundOrNot.ts';
import { useRecordPage } from '#web/queries/lists.ts';
import { RecordView } from '#web/ui/records/RecordView.tsx';

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

/** An id that cannot stand in an address: nothing was asked. */
export function Unaskable({ what, id }: { what: string; id: string }) {
  return (
    <>
      <PeopleLink />
      <div className={peopleStyle['unaskable']} role="alert">
        <StateMark shape="triangle" tone="warning">
          <strong>
            <code>“{id}”</code> cannot be an {what}
          </strong>
        </StateMark>
        <p>
          A step of dots, a control character or more than 200 characters would lead to another address. Nothing was
          asked of the service.
        </p>
      </div>
    </>
  );
}

/** Opens a user by the service's id or by the school's own. What is typed is taken as it is, blanks included. */
export function Finder({ id, external }: { id: string; external: string }) {
  return (
    <div className={peopleStyle['finder']} role="search">
      <Field key={`external ${external}`} name="external" label="External id" value={external} />
      <Field key={`id ${id}`} name="id" label="User id" value={id} />
    </div>
  );
}

function Field({ name, label, value }: { name: string; label: string; value: string }) {
  const input = useId();
  const navigate = useNavigate();
  const address = useAddress();
  const open = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = new FormData(event.currentTarget).get(name);
    if (typeof text !== 'string' || text === '') return;
    void navigate(address(`/people?${new URLSearchParams({ [name]: text }).toString()}`));
  };
  return (
    <form className={peopleStyle['find']} onSubmit={open}>
      <label htmlFor={input}>{label}</label>
      <input id={input} className={controls['input']} name={name} defaultValue={value} autoComplete="off" />
      <button type="submit" className={controls['button']}>
        Open<span className="visually-hidden"> by {label.toLowerCase()}</span>
      </button>
    </form>
  );
}

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
