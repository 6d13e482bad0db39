import type { CSSProperties } from 'react';

/** Our own few icons, 24 units square, drawn with the current colour. */
const paths = {
  light:
    'M12 4V2m0 20v-2m8-8h2M2 12h2m13.7-5.7 1.4-1.4M4.9 19.1l1.4-1.4m0-11.4L4.9 4.9m14.2 14.2-1.4-1.4M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z',
  previous: 'm15 5-7 7 7 7',
  next: 'm9 5 7 7-7 7',
  first: 'm18 5-7 7 7 7M6 5v14',
  last: 'm6 5 7 7-7 7m11-14v14',
  search: 'm20 20-4.5-4.5M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Z',
  table: 'M4 5h16v14H4zm0 5h16M10 10v9',
  cards: 'M4 4h7v7H4zm9 0h7v7h-7zM4 13h7v7H4zm9 0h7v7h-7z',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  close: 'm6 6 12 12M18 6 6 18',
  up: 'm6 15 6-6 6 6',
  down: 'm6 9 6 6 6-6',
  filter: 'M4 5h16l-6 7v6l-4 2v-8Z',
  place:
    'M12 21s-6.5-5.900-6.500-11a6.500 6.500 0 0 1 13 0c0 5.100-6.500 11-6.500 11Zm0-13.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5Z',
  pin: 'M9 4h6l-1 6 3 3H7l3-3ZM12 13v7',
  less: 'M5 12h14',
  plus: 'M5 12h14M12 5v14',
  more: 'M12 5.5v.01M12 12v.01M12 18.5v.01',
  grip: 'M9 6v.01M15 6v.01M9 12v.01M15 12v.01M9 18v.01M15 18v.01',
  overview: 'M4 5h7v8H4zm9 0h7v4h-7zM4 16h7v3H4zm9-4h7v7h-7z',
  plane:
    'M12 3c.7 0 1.1.8 1.1 1.8V9l7.4 4.3v1.9l-7.4-2.1v4l2.3 1.7v1.7L12 19.6l-3.4.9v-1.7l2.3-1.7v-4l-7.4 2.1v-1.9L10.900 9V4.800C10.900 3.800 11.300 3 12 3Z',
  wrench:
    'M15 4a5 5 0 0 0-4.600 6.700L4 17.100 6.900 20l6.400-6.400A5 5 0 0 0 19.800 7.300L16.800 10.300l-2.600-.5-.5-2.600L16.700 4.300A5 5 0 0 0 15 4Z',
  calendar: 'M4 6h16v14H4zm0 4.500h16M8.500 3.500V8m7-4.500V8',
  person:
    'M12 4a3.800 3.800 0 1 0 0 7.600A3.800 3.800 0 0 0 12 4ZM4.500 20c.4-3.600 3.300-5.600 7.500-5.600s7.100 2 7.500 5.600',
  refresh: 'M20 12a8 8 0 1 1-2.3-5.7M20 4v4.5h-4.5',
} as const;
export type IconName = keyof typeof paths;

export function Icon({ name, size = 18, style }: { name: IconName; size?: number; style?: CSSProperties }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" style={style}>
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
