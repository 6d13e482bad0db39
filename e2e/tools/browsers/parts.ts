import type { Query } from './screen.ts';

/** Parts of many pages, by names that survive a new layout. */

const main: Query = { role: 'main' };
export const button = (name: string | RegExp): Query => ({ role: 'button', name });
export const link = (name: string | RegExp, within: Query = main): Query => ({ role: 'link', name, within });
export const title = (name: string | RegExp): Query => ({ role: 'heading', name });
export const search: Query = { role: 'searchbox', within: main, nth: 0 };
export const tails: Query = { role: 'link', name: /^N\d+[A-Z]*$/, within: main };
