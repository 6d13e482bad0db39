import { useMemo } from 'react';
import { encode } from 'uqr';
import style from './BoardBuilder.module.css';

/** A link that a phone or a stick PC's remote reads off the screen. Always dark on white: that is what readers expect. */
export function QrCode({ text }: { text: string }) {
  const { size, data } = useMemo(() => encode(text, { border: 4, ecc: 'M' }), [text]);
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('');
  return (
    <svg className={style['code']} viewBox={`0 0 ${size} ${size}`} role="img" aria-label="The link as a QR code">
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  );
}
