import { useState } from 'react';
import type { QueryPair } from '#contract/query.ts';
import control from '#web/ui/controls/controls.module.css';
import { Button, IconButton } from '#web/ui/controls/controls.tsx';
import type { ReportQuestionState } from '#web/ui/page/reportState.ts';
import { useDraft } from '#web/ui/controls/useDraft.ts';
import style from './QuestionPanel.module.css';

/** Any other parameter by its name: whatever a school's service may know. */
export function FreeParameters({ question, free }: { question: ReportQuestionState; free: readonly QueryPair[] }) {
  const rename = (before: string, name: string) =>
    question.change(question.pairs.map((pair) => (pair[0] === before ? [name, pair[1]] : pair)));
  return (
    <>
      {free.map(([name, value]) => (
        <span key={name} className={style['free']}>
          <DraftInput label={`Name of ${name}`} value={name} onSend={(text) => text !== '' && rename(name, text)} />=
          <DraftInput label={`Value of ${name}`} value={value} onSend={(text) => question.put(name, text)} />
          <IconButton icon="close" label={`Leave out ${name}`} onClick={() => question.put(name, '')} />
        </span>
      ))}
      <NewParameter onAdd={question.put} />
    </>
  );
}

function DraftInput({ label, value, onSend }: { label: string; value: string; onSend: (text: string) => void }) {
  const draft = useDraft(value, () => true, onSend);
  return <input className={control['input']} aria-label={label} spellCheck={false} {...draft.input} />;
}

function NewParameter({ onAdd }: { onAdd: (name: string, value: string) => void }) {
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const add = () => {
    onAdd(name.trim(), value);
    setName('');
    setValue('');
  };
  const isReady = name.trim() !== '' && value !== '';
  return (
    <form
      className={style['free']}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) add();
      }}
    >
      <input
        className={control['input']}
        aria-label="Name of another parameter"
        placeholder="name"
        spellCheck={false}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      =
      <input
        className={control['input']}
        aria-label="Its value"
        placeholder="value"
        spellCheck={false}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <Button disabled={!isReady} onClick={add}>
        Ask with it
      </Button>
    </form>
  );
}
