import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';

/** Milliseconds without typing after which the text is sent. */
const settling = 900;

/**
 * A text being typed: it is sent on Enter, on leaving the field, or after a short pause, and only if valid. A person who
 * finishes with an invalid text gets a message. Escape restores the last value.
 */
export function useDraft(value: string, isGood: (text: string) => boolean, onSend: (text: string) => void) {
  const [draft, setDraft] = useState<string | null>(null);
  const [isDone, setDone] = useState(false);
  const change = (text: string | null) => {
    setDraft(text);
    setDone(false);
  };
  const send = () => {
    if (draft === null || !isGood(draft)) return;
    change(null);
    if (draft !== value) onSend(draft);
  };
  const finish = () => {
    setDone(true);
    send();
  };
  const settle = useEffectEvent(send);
  useEffect(() => {
    if (draft === null) return undefined;
    const timer = setTimeout(() => settle(), settling);
    return () => clearTimeout(timer);
  }, [draft]);
  return {
    isWrong: isDone && draft !== null && !isGood(draft),
    /** For the field. */
    field: { value: draft ?? value, onChange: (text: string) => change(text) },
    /** For the field's element. */
    events: {
      onBlur: finish,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Enter') finish();
        if (event.key === 'Escape') change(null);
      },
    },
  };
}
