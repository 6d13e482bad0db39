import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { tinykeys } from 'tinykeys';
import { useAddress } from '#web/ui/page/AppLink.tsx';
import type { Navigation } from './shellModel.ts';

/** The name of the command key on this machine. */
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

/** Milliseconds between the keys of a sequence. */
const sequenceTimeout = 2000;

type Openers = { readonly palette: () => void; readonly help: () => void };

/** Ctrl/⌘-K and `/` open the palette, `?` the list of keys, `g` and a page's own key go there. */
export function useShortcuts(navigation: Navigation, open: Openers): void {
  const navigate = useNavigate();
  const address = useAddress();
  // A sequence must outlive a new render between its keys.
  const go = useEffectEvent(({ key }: KeyboardEvent) => {
    const page = navigation.find((one) => one.key === key.toLowerCase());
    if (page) void navigate(address(page.path));
  });
  useEffect(() => {
    const act = (action: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
      event.preventDefault();
      action(event);
    };
    const bindings = {
      // One sequence for all pages: with several, one that ends leaves the others waiting for their second key.
      'g ([a-z])': act(go),
      '$mod+k': act(open.palette),
      '[Shift]+/': act(open.palette),
      '[Shift]+?': act(open.help),
    };
    return tinykeys(window, bindings, { ignore: isIgnored, timeout: sequenceTimeout });
  }, [open]);
}

/** While typing, and under a modal dialog, keys keep their own meaning; Ctrl/⌘-K works while typing. */
function isIgnored(event: KeyboardEvent): boolean {
  if (event.repeat || event.isComposing || document.querySelector('dialog:modal')) return true;
  if (event.ctrlKey || event.metaKey) return false;
  return !arePlainKeysOn() || isTyping(event.target);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
