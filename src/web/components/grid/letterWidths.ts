import { useEffect, useMemo, useState } from 'react';
import { textBound } from './columnLayout.ts';

/** Whether a text surely fits into a cell; `look` names cells of one font. */
export type Fits = (
  text: string,
  cell: { readonly element: Element; readonly look: string; readonly room: number },
) => boolean;

/**
 * Tells which texts need no clipping, from letter widths in the font of the cells. A clipped cell is painted separately, and
 * of hundreds nearly all fit. It never reads the layout of the cells.
 */
export function useFits(): Fits {
  const [fonts, setFonts] = useState(0);
  useEffect(() => {
    const measureAnew = () => setFonts((before) => before + 1);
    document.fonts.addEventListener('loadingdone', measureAnew);
    return () => document.fonts.removeEventListener('loadingdone', measureAnew);
  }, []);
  return useMemo(() => {
    const known = new Map<string, Float64Array>();
    return (text, { element, look, room }) => {
      const widths = known.get(look) ?? widthsIn(element);
      known.set(look, widths);
      return textBound(text, widths) <= room;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- newly loaded fonts change the widths
  }, [fonts]);
}

const ascii = Array.from({ length: 127 }, (_, code) => String.fromCharCode(code));

/** Pixels of each letter of ASCII in the font of an element. */
function widthsIn(element: Element): Float64Array {
  const { fontStyle, fontWeight, fontSize, fontFamily, letterSpacing, wordSpacing } = getComputedStyle(element);
  const canvas = document.createElement('canvas').getContext('2d');
  if (!canvas) return new Float64Array();
  const font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  Object.assign(canvas, { font, letterSpacing, wordSpacing });
  const widths = Float64Array.from(ascii, (letter) => canvas.measureText(letter).width);
  // Digits have one width if the font supports it.
  const [zero, nine] = [48, 57];
  return widths.fill(Math.max(...widths.subarray(zero, nine + 1)), zero, nine + 1);
}
