import { useState } from 'react';
import type { Column } from '#domain/reports/columns/columns.ts';
import type { ReportId } from '#domain/reports/loading/reportQuery.ts';
import { type SavedView, useSavedViews, viewsOf } from '#web/data/reports/reportMemory.ts';
import { Button, IconButton } from '#web/components/controls/buttons.tsx';
import { TextField } from '#web/components/controls/fields.tsx';
import { Popover } from '#web/components/controls/overlays.tsx';
import { useSchool } from '#web/components/page/school.tsx';
import style from './report.module.css';
import type { ViewState } from './reportState.ts';
import { presetChoices, viewsLabel } from './viewModel.ts';

type ViewsMenuProps = { id: ReportId; columns: readonly Column[]; viewState: ViewState };

/** The views of a report: ready-made charts, and those saved in this browser. */
export function ViewsMenu({ id, columns, viewState }: ViewsMenuProps) {
  const { views, save, remove } = useSavedViews(useSchool().operatorId);
  const ownSavedViews = viewsOf(views, id);
  const { presets, chosen } = presetChoices(columns, viewState.view);
  const show = (view: SavedView['view'], close: () => void) => {
    viewState.replace(view);
    close();
  };
  const showPreset = (value: string, close: () => void) => {
    viewState.change({ preset: value === chosen ? null : value, chart: null });
    close();
  };
  return (
    <Popover
      button={<span className={style['viewName']}>{viewsLabel(presets, chosen, ownSavedViews.length)}</span>}
      label="Views"
    >
      {(close) => (
        <div className={style['views']}>
          {presets.map(({ value, text }) => (
            <Button key={value} isPressed={value === chosen} onClick={() => showPreset(value, close)}>
              {text}
            </Button>
          ))}
          {ownSavedViews.map((view) => (
            <span key={view.name}>
              <Button onClick={() => show(view.view, close)}>{view.name}</Button>
              <IconButton icon="close" label={`Remove the view ${view.name}`} onClick={() => remove(view)} />
            </span>
          ))}
          {ownSavedViews.length === 0 && <p>No saved views yet.</p>}
          <NewView onSave={(name) => save({ dataSet: id, name, view: viewState.texts })} />
          <Button onClick={() => show({}, close)}>Reset view</Button>
          <p>Views are saved in this browser. To share one, copy the address of this page.</p>
        </div>
      )}
    </Popover>
  );
}

/** `onSave` returns why the view was not saved, or null. */
function NewView({ onSave }: { onSave: (name: string) => string | null }) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const found = onSave(name);
        setProblem(found);
        if (found === null) setName('');
      }}
    >
      <TextField
        label="Name of this view"
        isLabelHidden
        value={name}
        onChange={setName}
        problem={problem}
        input={{ placeholder: 'Name of this view' }}
      />
      <Button isSubmit>Save</Button>
    </form>
  );
}
