/** Where a browser stores texts: permanently, or until the tab is closed. */
type StorageName = 'localStorage' | 'sessionStorage';

/** The text stored under a name; null if there is none, or if storage is forbidden. */
export function storedText(name: string, place: StorageName = 'localStorage'): string | null {
  try {
    return globalThis[place].getItem(name);
  } catch {
    return null;
  }
}

/**
 * Stores a text under a name, or removes it (`null`). If storage is full or forbidden, the text is simply missing next time.
 */
export function storeText(name: string, text: string | null, place: StorageName = 'localStorage'): void {
  try {
    if (text === null) globalThis[place].removeItem(name);
    else globalThis[place].setItem(name, text);
  } catch {
    // Storage is full or forbidden.
  }
}
