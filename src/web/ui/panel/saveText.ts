/** Hands a text to the browser as a file to save. */
export function saveText(name: string, type: string, text: string): void {
  saveBlob(name, new Blob([text], { type: `${type};charset=utf-8` }));
}

export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // A large file is still being read when the click returns.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
