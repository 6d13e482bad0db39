const most = 12;

/** What was entered under a name before, the latest first; nothing where the browser keeps nothing. Never for personal data. */
export function remembered(name: string): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(kept) ? kept.filter((entry) => typeof entry === 'string') : [];
  } catch {
    return [];
  }
}

/** Remembers nothing more under a name. */
export function forget(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // As below.
  }
}

/** Remembers an entry. Where the browser keeps nothing, it is not there the next time, and that is all. */
export function remember(name: string, entry: string): void {
  try {
    const entries = [entry, ...remembered(name).filter((known) => known !== entry)];
    localStorage.setItem(name, JSON.stringify(entries.slice(0, most)));
  } catch {
    // Storage is full or forbidden.
  }
}
