/** How the key for commands is called on this machine. */
export const commandKey = /Mac|iP(hone|ad|od)/.test(navigator.platform) ? '⌘' : 'Ctrl';

const storageName = 'flightline plain keys';

/**
 * Keys without Ctrl or ⌘ act by themselves, which people who speak to their computer must be able to switch off (WCAG 2.1.4).
 * The choice is this browser's.
 */
export function arePlainKeysOn(): boolean {
  try {
    return localStorage.getItem(storageName) !== 'off';
  } catch {
    return true;
  }
}

export function setPlainKeys(isOn: boolean): void {
  try {
    localStorage.setItem(storageName, isOn ? 'on' : 'off');
  } catch {
    // A browser that stores nothing keeps them on.
  }
}
