import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { RecordRow } from '#domain/records/rows.ts';
import { listQuery } from '#web/queries/api.ts';
import { peopleQuery } from '#web/queries/replica.ts';
import { useMediaQuery } from '#web/ui/page/display.tsx';
import { AppLink } from '#web/ui/page/AppLink.tsx';
import { useSchool } from '#web/ui/page/school.tsx';
import { useWriting } from '#web/ui/records/RecordView.tsx';
import style from './people.module.css';
import { type KnownPerson, type PersonLine, personLines } from './peopleModel.ts';

const nobody: readonly KnownPerson[] = [];

/** Everybody of the gateway's copy; null while it is not known. */
export function useKnownPeople(): readonly KnownPerson[] | null {
  return useQuery(peopleQuery).data?.value.users ?? null;
}

type PeopleListProps = {
  caption: string;
  rows: readonly Pick<RecordRow, 'key' | 'title' | 'value'>[];
  addressOf: (key: string) => string;
};

/** People with what they may do: a table, and on a phone a list. */
export function PeopleList({ caption, rows, addressOf }: PeopleListProps) {
  const writing = useWriting();
  const people = useKnownPeople() ?? nobody;
  const instructors = useQuery(listQuery(useSchool(), 'listInstructors', {})).data?.value.records;
  const isPhone = useMediaQuery('(max-width: 700px)');
  const lines = useMemo(() => {
    const instructorIds = (instructors ?? []).map(({ userId }) => userId);
    return personLines(rows, { people, instructorIds }, writing);
  }, [rows, people, instructors, writing]);
  const List = isPhone ? PhoneList : WideTable;
  return <List caption={caption} lines={lines} addressOf={addressOf} />;
}

/** Checkouts are not read of everybody: where none are shown, nothing is said about them. */
export function CheckoutsNote() {
  return (
    <p className={style['note']}>
      Checkouts are read ahead for those who fly soon. Where none are shown, open the person to see them.
    </p>
  );
}

type LinesProps = Omit<PeopleListProps, 'rows'> & { lines: readonly PersonLine[] };

function WideTable({ caption, lines, addressOf }: LinesProps) {
  const hasStatus = lines.some(({ status }) => status !== '');
  return (
    <table className={style['people']}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {['Name', 'Role', 'Checked out on', 'External ID', ...(hasStatus ? ['Status'] : [])].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.place}>
            <td>
              <PersonLink line={line} to={addressOf(line.key)} />
            </td>
            <td>{line.role}</td>
            <td title={line.checkouts}>{line.checkouts}</td>
            <td>{line.external}</td>
            {hasStatus && <td>{line.status}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PhoneList({ caption, lines, addressOf }: LinesProps) {
  return (
    <ul className={style['phoneList']} aria-label={caption}>
      {lines.map((line) => (
        <li key={line.place}>
          <span className={style['phoneHead']}>
            <PersonLink line={line} to={addressOf(line.key)} />
            <span>{[line.role, line.status].filter(Boolean).join(' · ')}</span>
          </span>
          <span className={style['phoneRest']}>{[line.external, line.checkouts].filter(Boolean).join(' · ')}</span>
        </li>
      ))}
    </ul>
  );
}

/** The link covers its whole row. */
function PersonLink({ line, to }: { line: PersonLine; to: string }) {
  return (
    <AppLink className={`row-link ${style['open']}`} to={to}>
      {line.name}
    </AppLink>
  );
}
