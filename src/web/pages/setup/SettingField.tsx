import { useId } from 'react';
import { type BoardParams, type BoardSettingName, readBoardSettings } from '#domain/board/settings.ts';
import controls from '#web/ui/controls/controls.module.css';
import fields from '#web/ui/controls/filterFields.module.css';
import { useDraft } from '#web/ui/controls/useDraft.ts';

type SettingFieldProps = {
  name: BoardSettingName;
  label: string;
  /** What holds while nothing is written, and what may be written. */
  hint: string;
  params: BoardParams;
  onWrite: (changes: BoardParams) => void;
};

/** A setting that is written out, as it will stand in the link. */
export function SettingField({ name, label, hint, params, onWrite }: SettingFieldProps) {
  const id = useId();
  const problemOf = (text: string) => readBoardSettings({ [name]: text }).problems[0];
  const draft = useDraft(
    params[name] ?? '',
    (text) => problemOf(text) === undefined,
    (text) => onWrite({ [name]: text.trim() || null }),
  );
  return (
    <span className={fields['field']}>
      <label className={controls['label']} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={`${controls['input'] ?? ''} ${fields['text'] ?? ''}`}
        placeholder={hint}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={draft.isWrong}
        aria-describedby={draft.isWrong ? `${id}-problem` : undefined}
        {...draft.input}
      />
      {draft.isWrong && (
        <span id={`${id}-problem`} className={fields['problem']} role="alert">
          {problemOf(draft.input.value)}
        </span>
      )}
    </span>
  );
}
