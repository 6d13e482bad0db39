import type { SheetCell } from '#domain/reports/rows/reportCsv.ts';
import { saveBlob } from './saveText.ts';

type Picker = (options: {
  suggestedName: string;
}) => Promise<{ createWritable: () => Promise<WritableStream<string>> }>;

/**
 * Saves text that comes in pieces: straight to disk where the browser can, else gathered first. Between two pieces the page
 * stays responsive. Resolves to false when the person thinks better of it; rejects when the signal aborts.
 */
export async function saveStream(
  name: string,
  type: string,
  pieces: Iterable<string>,
  signal: AbortSignal,
): Promise<boolean> {
  const sink = await openSink(name);
  if (sink === 'cancelled') return false;
  const gathered: string[] = [];
  const writer = sink?.getWriter();
  try {
    for (const piece of pieces) {
      signal.throwIfAborted();
      if (writer) await writer.write(piece);
      else gathered.push(piece);
      await new Promise((resolve) => setTimeout(resolve));
    }
    await writer?.close();
  } catch (error) {
    await writer?.abort(error);
    throw error;
  }
  if (!writer) saveBlob(name, new Blob(gathered, { type: `${type};charset=utf-8` }));
  return true;
}

/** A file on disk that can be written to; null where the browser has no such thing. */
async function openSink(name: string): Promise<WritableStream<string> | 'cancelled' | null> {
  const { showSaveFilePicker } = window as { showSaveFilePicker?: Picker };
  if (!showSaveFilePicker) return null;
  try {
    return await (await showSaveFilePicker({ suggestedName: name })).createWritable();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled';
    throw error;
  }
}

/** Saves a sheet as an Excel file; what writes it is loaded when it is first wanted. */
export async function saveWorkbook(name: string, sheet: readonly (readonly SheetCell[])[]): Promise<void> {
  const { default: write } = await import('write-excel-file/browser');
  saveBlob(
    name,
    await write(
      sheet.map((row) => [...row]),
      { stickyRowsCount: 1 },
    ).toBlob(),
  );
}
