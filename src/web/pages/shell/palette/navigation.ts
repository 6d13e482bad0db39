/** A page of the bar; `key` goes there after `g`. The first four or five stand in a phone's bar, the rest behind "More". */
export type PageEntry = { readonly path: string; readonly label: string; readonly key: string };
export type Navigation = readonly PageEntry[];

/** A place with an address that stands in no list the palette knows: a report, a saved view. */
export type Destination = {
  readonly path: string;
  readonly label: string;
  readonly group: string;
  readonly hint: string;
};

/** From which width of the window on a page stands in the bar itself: see `Nav.module.css`. */
export type Place = 'always' | 'desktop' | 'wide';

const onPhones = 5;
const onDesktops = 6;

/** Where the page at this place of so many stands. "More" takes a place too, where it is needed. */
export function placeOf(index: number, count: number): Place {
  if (index < (count <= onPhones ? onPhones : onPhones - 1)) return 'always';
  return index < onDesktops || count <= onDesktops ? 'desktop' : 'wide';
}
