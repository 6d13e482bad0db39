import { type ReactNode, useCallback, useState } from 'react';
import {
  nothingWrong,
  withoutReport,
  withReport,
  WrongAddressContext,
  wrongTexts,
} from '#web/components/page/wrongAddress.ts';
import { Snack } from '#web/components/controls/overlays.tsx';
import style from './WrongAddress.module.css';

/** Milliseconds for which it is shown: long enough to read twice, and longer during hover or focus. */
const shownFor = 20_000;

/** Pages, and above them a message about address values they do not have. */
export function WrongAddress({ children }: { children: ReactNode }) {
  const [wrong, setWrong] = useState(nothingWrong);
  const report = useCallback((text: string) => {
    const situation = { text };
    setWrong((all) => withReport(all, situation));
    return () => setWrong((all) => withoutReport(all, situation));
  }, []);
  const close = useCallback(() => setWrong((all) => ({ ...all, closed: all.reports.map(({ text }) => text) })), []);
  return (
    <WrongAddressContext value={report}>
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
      {texts.map((text) => (
        <p key={text} className={style['text']}>
          {text}
        </p>
      ))}
    </Snack>
  );
}
