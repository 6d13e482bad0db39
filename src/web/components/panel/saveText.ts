import { useRef, useState } from 'react';
import { millisecondsInMinute } from '#domain/units.ts';

/** Receives the name of each saved file, which the gateway's audit lists. */
export type NoteExport = (file: string) => void;

/** Passes a text to the browser as a file to save. */
export function saveText(name: string, type: string, text: string, note: NoteExport): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }), note);
}

export function saveBlob(name: string, blob: Blob, note: NoteExport): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // A large file is still being read when the click returns.
  setTimeout(() => URL.revokeObjectURL(url), millisecondsInMinute);
  note(name);
}

type Write = (saving: {
  readonly signal: AbortSignal;
  /** Reports the progress. */
  readonly tell: (message: string) => void;
}) => Promise<boolean>;

/**
 * Saves one file at a time and reports the result; the content is described in words, `12 rows`. `cancel` is null while
 * nothing is being saved.
 */
export function useSaving() {
  const [message, setMessage] = useState('');
  const [isSaving, setSaving] = useState(false);
  const abort = useRef<AbortController>(null);
  const save = (what: string, write: Write) => {
    if (isSaving) return;
    const { signal } = (abort.current = new AbortController());
    setSaving(true);
    setMessage(`Saving ${what} …`);
    void write({ signal, tell: setMessage })
      .then(
        (isSaved) => setMessage(isSaved ? `Saved ${what}.` : ''),
        (error: unknown) =>
          setMessage(signal.aborted ? 'Export cancelled; the file is incomplete.' : `Export failed: ${String(error)}`),
      )
      .finally(() => setSaving(false));
  };
  return { message, save, cancel: isSaving ? () => abort.current?.abort() : null };
}

declare global {
  interface Window {
    /** Missing in Firefox and Safari. */
    showSaveFilePicker?: (options: {
      suggestedName: string;
    }) => Promise<{ createWritable: () => Promise<WritableStream<string>> }>;
  }
}

/**
 * Saves text in pieces: straight to disk if the browser supports it, otherwise collected first. The page stays responsive
 * between pieces. Resolves to false if the user cancels the file dialog; rejects if the signal aborts or a piece fails.
 */
export async function saveStream(
  name: string,
  type: string,
  pieces: Iterable<string> | AsyncIterable<string>,
  signal: AbortSignal,
  note: NoteExport,
): Promise<boolean> {
  const sink = await openFile(name);
  if (sink === 'cancelled') return false;
  const gathered: string[] = [];
  const writer = sink?.getWriter();
  try {
    for await (const piece of pieces) {
      signal.throwIfAborted();
      if (writer) await writer.write(piece);
      else gathered.push(piece);
      await new Promise((resolve) => setTimeout(resolve));
    }
    await writer?.close();
    if (writer) note(name);
  } catch (error) {
    await writer?.abort(error);
    throw error;
  }
  if (!writer) saveBlob(name, new Blob(gathered, { type: `${type};charset=utf-8` }), note);
  return true;
}

/** A file on disk chosen by the user; null if the browser has no file dialog for saving. */
async function openFile(name: string): Promise<WritableStream<string> | 'cancelled' | null> {
  if (!window.showSaveFilePicker) return null;
  try {
    return await (await window.showSaveFilePicker({ suggestedName: name })).createWritable();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
    throw error;
  }
}
