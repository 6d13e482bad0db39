import { type ChangeEvent, type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';

/** Milliseconds: long enough to type on, short enough to wait for. */
const settling = 900;

/**
 * A text that is being typed: it is sent by Enter, when the field is left, or when it has been still for a moment, and
 * only where it is good; whoever is done with one that is not is told. Escape returns to what was.
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
    input: {
      value: draft ?? value,
      onChange: (event: ChangeEvent<HTMLInputElement>) => change(event.target.value),
      onBlur: finish,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key === 'Enter') finish();
        if (event.key === 'Escape') change(null);
      },
    },
  };
}
