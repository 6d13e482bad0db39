import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { failureWords } from '#domain/answers/failures.ts';
import { asFailure } from '#web/data/client.ts';
import { useClassChange } from '#web/data/gateway/access.ts';
import { useRefresh } from '#web/data/policy.ts';
import { failureOf } from '#web/data/readings.ts';
import { perAircraftQuery } from '#web/data/replica.ts';
import { Select } from '#web/components/controls/controls.tsx';
import { useSchool } from '#web/components/page/school.tsx';
import { ErrorNote } from '#web/components/panel/ErrorNote.tsx';
import { PlainPanel } from '#web/components/panel/Panel.tsx';
import { classCount, type ClassRow, classRows } from './classesModel.ts';
import style from './classes.module.css';

const query = perAircraftQuery('reminders');

/** What each name of a reminder counts for, and the managers' choice. */
export function ClassesPanel() {
  const { reminderClasses } = useSchool();
  const refresh = useRefresh();
  const result = useQuery(query);
  const failure = failureOf(result);
  const rows = useMemo(() => {
    const records = (result.data?.value.aircraft ?? []).flatMap((one) => one.records ?? []);
    return classRows(
      records.flatMap(({ name }) => name ?? []),
      reminderClasses ?? {},
    );
  }, [result.data, reminderClasses]);
  return (
    <PlainPanel title="Classes of reminders" count={result.data && <span>{classCount(rows)}</span>}>
      <div className={style['inside']}>
        <p>
          Airworthiness grounds: inspections, directives, life limits, and every name that is not known. Conditional is
          a caution that says for what, such as IFR only. Advisory is listed only. A class that you set applies to all
          reminders of that name, on every screen within five minutes.
        </p>
        {!result.data && failure && <ErrorNote failure={failure} onRetry={() => refresh(query.queryKey)} />}
        {!result.data && !failure && <p role="status">Loading…</p>}
        <ul className={style['names']} aria-label="Reminders and their classes">
          {rows.map((row) => (
            <ClassLine key={row.name} row={row} />
          ))}
        </ul>
      </div>
    </PlainPanel>
  );
}

function ClassLine({ row: { name, words, chosen, options } }: { row: ClassRow }) {
  const change = useClassChange();
  return (
    <li>
      <b>{name}</b>
      <span>{words}</span>
      <Select
        label={`Class of ${name}`}
        isLabelHidden
        width={220}
        value={chosen}
        options={options}
        isDisabled={change.isPending}
        onChange={(value) => change.mutate({ name, class: value === '' ? null : value })}
      />
      {change.error && <span role="alert">Not changed: {failureWords(asFailure(change.error)).title}</span>}
    </li>
  );
}
