import { useEffect, useRef, useState } from 'react';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { useColorScheme } from '#web/components/page/display.tsx';
import style from './components.module.css';
import { type ColourPair, colourGroups, contrastOf, contrastText } from './model.ts';
import { Section } from './Samples.tsx';

/** Pairs of colours with their contrast, as the browser computes it in the current theme. */
export function Colours() {
  const { isDark } = useColorScheme();
  return colourGroups.map(({ title, pairs }) => (
    <Section key={title} title={`Colours: ${title.toLowerCase()}`}>
      <ul className={style['pairs']}>
        {pairs.map((pair) => (
          <Pair key={`${pair.colour} ${pair.ground} ${isDark}`} pair={pair} />
        ))}
      </ul>
    </Section>
  ));
}

function Pair({ pair: { colour, ground, min } }: { pair: ColourPair }) {
  const swatch = useRef<HTMLSpanElement>(null);
  const [contrast, setContrast] = useState<number | null>(null);
  useEffect(() => {
    if (!swatch.current) return;
    const { color, backgroundColor } = getComputedStyle(swatch.current);
    setContrast(contrastOf(color, backgroundColor));
  }, []);
  const isEnough = contrast !== null && contrast >= min;
  return (
    <li>
      {/* A mark is drawn as a square, because no text appears in its colour. */}
      <span
        ref={swatch}
        className={style['swatch']}
        style={{ color: `var(--${colour})`, background: `var(--${ground})` }}
        aria-hidden="true"
      >
        {min === 3 ? '■' : 'Aa'}
      </span>
      <span className={style['name']}>
        <StateMark shape={isEnough ? 'check' : 'triangle'} tone={isEnough ? 'ok' : 'warning'}>
          {contrastText(contrast)}
        </StateMark>
        <small>
          {colour} on {ground}, at least {min}:1
        </small>
      </span>
    </li>
  );
}
