import { type ReactNode, useCallback, useState } from 'react';
import {
  nothingWrong,
  withoutTelling,
  withTelling,
  WrongAddressContext,
  wrongTexts,
} from '#web/ui/page/wrongAddress.ts';
import { Snack } from '#web/ui/controls/overlays.tsx';
import style from './WrongAddress.module.css';

/** Milliseconds for which it is shown: long enough to read twice, and longer during hover or focus. */
const shownFor = 20_000;

/** Pages, and above them a message about address values they do not have. */
export function WrongAddress({ children }: { children: ReactNode }) {
  const [wrong, setWrong] = useState(nothingWrong);
  const tell = useCallback((text: string) => {
    const telling = { text };
    setWrong((all) => withTelling(all, telling));
    return () => setWrong((all) => withoutTelling(all, telling));
  }, []);
  const close = useCallback(() => setWrong((all) => ({ ...all, closed: all.told.map(({ text }) => text) })), []);
  return (
    <WrongAddressContext value={tell}>
      {children}
      <Toast texts={wrongTexts(wrong)} onClose={close} />
    </WrongAddressContext>
  );
}

function Toast({ texts, onClose }: { texts: readonly string[]; onClose: () => void }) {
  if (texts.length === 0) return null;
  return (
    <Snack key={texts.join('\n')} lasts={shownFor} severity="warning" onClose={onClose}>
      This link has an unknown setting
      {texts.map((one) => (
        <p key={one} className={style['text']}>
          {one}
        </p>
      ))}
    </Snack>
  );
}
