import { useEffect, useState } from 'react';
import { fileWhenWanted } from '#web/components/controls/overlays.tsx';
import type { Navigation } from './shellModel.ts';

const usePalette = fileWhenWanted(() => import('./palette/Palette.tsx'));

type SearchLayerProps = {
  /** What is open; null for nothing. */
  shown: 'palette' | 'help' | null;
  /** True once the page has its data: the files load then, because people type at once. */
  isSettled: boolean;
  navigation: Navigation;
  onClose: () => void;
  onHelp: () => void;
};

/** The search and the list of keys, whose files may come later than the key that opens them: what is typed meanwhile is kept. */
export function SearchLayer({ shown, isSettled, navigation, onClose, onHelp }: SearchLayerProps) {
  const file = usePalette(isSettled || shown !== null);
  if (shown === 'palette') return <Search file={file} navigation={navigation} onClose={onClose} onHelp={onHelp} />;
  return shown === 'help' && file && <file.Help navigation={navigation} onClose={onClose} />;
}

type SearchProps = Pick<SearchLayerProps, 'navigation' | 'onClose' | 'onHelp'> & {
  file: ReturnType<typeof usePalette>;
};

function Search({ file, navigation, onClose, onHelp }: SearchProps) {
  const [text, setText] = useState('');
  useEffect(() => keepKeys(setText, onClose), [onClose]);
  return file && <file.Palette {...{ navigation, text, onClose, onHelp }} onText={setText} />;
}

/** Until the field has the focus, keys go into its text, and Escape closes it. */
function keepKeys(change: (next: (text: string) => string) => void, close: () => void): () => void {
  const keep = (event: KeyboardEvent) => {
    // The field takes them itself from then on, and so do the buttons beside it.
    if (document.activeElement?.closest('[role="dialog"]')) return;
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') close();
    else if (event.key === 'Backspace') change((text) => text.slice(0, -1));
    else if (event.key.length === 1) change((text) => text + event.key);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('keydown', keep, { capture: true });
  return () => window.removeEventListener('keydown', keep, { capture: true });
}
