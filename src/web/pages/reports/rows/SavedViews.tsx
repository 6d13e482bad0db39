import { useState } from 'react';
import type { ReportId } from '#domain/reports/loading/reportQuery.ts';
import { viewsOf } from '#domain/reports/views/viewWords.ts';
import { useSavedViews } from '#web/queries/reports/reportMemory.ts';
import control from '#web/ui/controls/controls.module.css';
import { Button, IconButton, Menu } from '#web/ui/controls/controls.tsx';
import type { ReportViewState } from '#web/ui/page/reportState.ts';
import { useSchool } from '#web/ui/page/school.tsx';
import style from '#web/pages/reports/report.module.css';

/** The views of a data set that are kept in this browser under a name. */
export function SavedViews({ id, state }: { id: ReportId; state: ReportViewState }) {
  const { views, save, remove } = useSavedViews(useSchool().operatorId);
  const own = viewsOf(views, id);
  return (
    <Menu label={own.length === 0 ? 'Views' : `Views (${own.length})`}>
      <div className={style['views']}>
        {own.map((view) => (
          <span key={view.name}>
            <Button onClick={() => state.choose(view.view)}>{view.name}</Button>
            <IconButton icon="close" label={`Remove the view ${view.name}`} onClick={() => remove(view)} />
          </span>
        ))}
        {own.length === 0 && <p>None is saved yet.</p>}
        <NewView onSave={(name) => save({ dataSet: id, name, view: state.texts })} />
        <Button onClick={() => state.choose({})}>Show the original table</Button>
        <p>Views are kept in this browser; an address holds all of a view too.</p>
      </div>
    </Menu>
  );
}

function NewView({ onSave }: { onSave: (name: string) => string | null }) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const wrong = onSave(name);
        setProblem(wrong);
        if (wrong === null) setName('');
      }}
    >
      <input
        className={control['input']}
        aria-label="Name of this view"
        placeholder="name this view"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <button type="submit" className={control['button']}>
        Save
      </button>
      {problem && <p role="alert">{problem}</p>}
    </form>
  );
}
