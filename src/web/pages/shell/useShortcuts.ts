import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { tinykeys } from 'tinykeys';
import { useAddress } from '#web/ui/page/AppLink.tsx';
import type { Navigation } from './palette/navigation.ts';
import { arePlainKeysOn } from './palette/shortcuts.ts';

/** Milliseconds between the keys of a sequence. */
const patience = 2000;

type Openers = { readonly palette: () => void; readonly help: () => void };

/** Ctrl/⌘-K and `/` open the palette, `?` the list of keys, `g` and a page's own key go there. */
export function useShortcuts(navigation: Navigation, open: Openers): void {
  const navigate = useNavigate();
  const address = useAddress();
  // A sequence must outlive what is drawn anew between its keys.
  const go = useEffectEvent(({ key }: KeyboardEvent) => {
    const page = navigation.find((one) => one.key === key.toLowerCase());
    if (page) void navigate(address(page.path));
  });
  useEffect(() => {
    const keys = {
      // One sequence for all pages: of several, one that ends leaves the others waiting for their second key.
      'g ([a-z])': go,
      '$mod+k': open.palette,
      '[Shift]+/': open.palette,
      '[Shift]+?': open.help,
    };
    const bindings = Object.entries(keys).map(
      ([name, act]) =>
        [
          name,
          (event: KeyboardEvent) => {
            event.preventDefault();
            act(event);
          },
        ] as const,
    );
    return tinykeys(window, Object.fromEntries(bindings), { ignore: isIgnored, timeout: patience });
  }, [open]);
}

/** While something is typed, and under a dialog that covers the page, keys mean what they mean there; Ctrl/⌘-K works while typing. */
function isIgnored(event: KeyboardEvent): boolean {
  if (event.repeat || event.isComposing || document.querySelector('dialog:modal')) return true;
  if (event.ctrlKey || event.metaKey) return false;
  return !arePlainKeysOn() || isTyping(event.target);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
