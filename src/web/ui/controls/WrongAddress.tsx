import { type ReactNode, useCallback, useEffect, useState } from 'react';
import {
  nothingWrong,
  withoutTelling,
  withTelling,
  WrongAddressContext,
  wrongTexts,
} from '#web/ui/page/wrongAddress.ts';
import { IconButton } from './controls.tsx';
import { StateMark } from './StateMark.tsx';
import style from './WrongAddress.module.css';

/** Milliseconds for which it stays: long enough to be read twice, and longer while somebody points at it or is in it. */
const shownFor = 20_000;

/** Pages, and over them what the address asks for and they do not have. */
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
  const [isHeld, setHeld] = useState(false);
  const text = texts.join('\n');
  useEffect(() => {
    if (text === '' || isHeld) return undefined;
    const timer = setTimeout(onClose, shownFor);
    return () => clearTimeout(timer);
  }, [text, isHeld, onClose]);
  return (
    <div role="status" className={style['place']}>
      {texts.length > 0 && (
        <div
          className={style['toast']}
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <div>
            <StateMark shape="triangle" tone="warning">
              Part of this address was not understood
            </StateMark>
            {texts.map((one) => (
              <p key={one}>{one}</p>
            ))}
          </div>
          <IconButton icon="close" label="Close this message" onClick={onClose} />
        </div>
      )}
    </div>
  );
}
