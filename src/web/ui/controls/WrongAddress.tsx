import { useEffect, useState } from 'react';
import { closeWrongAddress, useToldWrong } from '#web/ui/page/wrongAddress.ts';
import { IconButton } from './controls.tsx';
import { StateMark } from './StateMark.tsx';
import style from './WrongAddress.module.css';

/** Milliseconds for which it stays: long enough to be read twice, and longer while somebody points at it or is in it. */
const shownFor = 20_000;

/** What the address asks for and the page does not have, over the page rather than in it, so that nothing moves. */
export function WrongAddress() {
  const texts = useToldWrong();
  const [isHeld, setHeld] = useState(false);
  const text = texts.join('\n');
  useEffect(() => {
    if (text === '' || isHeld) return undefined;
    const timer = setTimeout(() => closeWrongAddress(text.split('\n')), shownFor);
    return () => clearTimeout(timer);
  }, [text, isHeld]);
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
              This address asks for something the page does not have
            </StateMark>
            {texts.map((one) => (
              <p key={one}>{one}</p>
            ))}
          </div>
          <IconButton icon="close" label="Close this message" onClick={() => closeWrongAddress(texts)} />
        </div>
      )}
    </div>
  );
}
