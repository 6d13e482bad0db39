import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { tinykeys } from 'tinykeys';
import { useAddress } from '#web/components/page/AppLink.tsx';
import type { Navigation } from './shellModel.ts';
import { storedText, storeText } from '#web/device/stored.ts';

/** The name of the command key on this machine. */
export const commandKey = /Mac|iP(hone|ad|od)/.test(navigator.platform) ? '⌘' : 'Ctrl';

const storageName = 'flightline plain keys';

/**
 * Plain keys without Ctrl or ⌘ disturb people who use speech input, so they can be switched off (WCAG 2.1.4). The choice is
 * stored in this browser.
 */
export function arePlainKeysOn(): boolean {
  return storedText(storageName) !== 'off';
}

export function setPlainKeys(isOn: boolean): void {
  storeText(storageName, isOn ? 'on' : 'off');
}

/** Milliseconds between the keys of a sequence. */
const sequenceTimeout = 2000;

type Openers = { readonly palette: () => void; readonly help: () => void };

/** Ctrl/⌘-K and `/` open the palette, `?` the list of keys; `g` and a page's key open the page. */
export function useShortcuts(navigation: Navigation, open: Openers): void {
  const navigate = useNavigate();
  const address = useAddress();
  // A sequence must survive a new render between its keys.
  const go = useEffectEvent(({ key }: KeyboardEvent) => {
    const page = navigation.find((entry) => entry.key === key.toLowerCase());
    if (page) void navigate(address(page.path));
  });
  useEffect(() => {
    const act = (action: (event: KeyboardEvent) => void) => (event: KeyboardEvent) => {
      event.preventDefault();
      action(event);
    };
    const bindings = {
      // One sequence for all pages: with several, the others would still wait for their second key after one ends.
      'g ([a-z])': act(go),
      '$mod+k': act(open.palette),
      '[Shift]+/': act(open.palette),
      '[Shift]+?': act(open.help),
    };
    return tinykeys(window, bindings, { ignore: isIgnored, timeout: sequenceTimeout });
  }, [open]);
}

/** While typing, and under a layer, keys have their own meaning; Ctrl/⌘-K also works while typing. */
function isIgnored(event: KeyboardEvent): boolean {
  if (event.repeat || event.isComposing || document.querySelector('.MuiModal-root:not([aria-hidden=true])'))
    return true;
  if (event.ctrlKey || event.metaKey) return false;
  return !arePlainKeysOn() || isTyping(event.target);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
