import { boardParams, type BoardSettings } from './settings.ts';

/** The address of a board with these settings, without an origin: `/board?names=none`. */
export function boardAddress(settings: BoardSettings): string {
  const said = Object.entries(boardParams(settings)).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${written(value)}`],
  );
  return said.length === 0 ? '/board' : `/board?${said.join('&')}`;
}

/** Without the escapes that a reader would stumble over and no browser needs. */
function written(value: string): string {
  return encodeURIComponent(value).replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%20', '+');
}
