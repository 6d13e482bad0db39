import { type PagePath, pagePaths, type RecordPagePath } from '#contract/pages.ts';

/** A page as tests open it. */
export type Opened = {
  readonly path: PagePath;
  /** In names of tests and pictures: `plan-find`. */
  readonly name: string;
  /** With a record that has something to show. */
  readonly address: string;
  /** What it shows once complete. */
  readonly shows: RegExp;
};

/** The records that the pages of one record open: their ids. */
export type Records = { readonly [Path in RecordPagePath]: string };

/** Records of the demo school; the aircraft is N512SP. */
export const demoRecords: Records = {
  '/fleet/:aircraftId': 'fd9a106b-ac39-430a-84b3-241732068ae6',
  '/instructors/:userId': '01907105-00cc-478c-8346-71c3db48c783',
  '/people/:userId': '83786670-a47d-4c88-8ffd-49213d7ca665',
  '/reports/:dataSet': 'aircraft',
};

/** Each page by its name in tests and pictures, with what the demo school's page shows once complete. */
const shown: { readonly [Path in PagePath]: readonly [name: string, shows: RegExp] } = {
  '/': ['overview', /\d+ in all/],
  '/fleet': ['fleet', /\d+ in all/],
  '/fleet/:aircraftId': ['aircraft', /\d+ reservations?$/],
  '/maintenance': ['maintenance', /\d+ in all/],
  '/reservations': ['timeline', /\d+ in all/],
  '/instructors': ['instructors', /\d+ in all/],
  '/instructors/:userId': ['instructor', /page 1 of/],
  '/changes': ['changes', /in all|Complete since/],
  '/plan': ['plan', /\d+ tools/],
  '/plan/down': ['plan-down', /Aircraft down/],
  '/plan/find': ['plan-find', /possible times?|Nothing is free/],
  '/plan/shop': ['plan-shop', /come due by/],
  '/plan/hours': ['plan-hours', /No flight has been measured yet/],
  '/people': ['people', /of \d+/],
  '/people/:userId': ['person', /^May fly/],
  '/reports': ['reports', /\d+ reports/],
  '/reports/:dataSet': ['report', /^\d+ rows$/],
  '/brief': ['brief', /First wave/],
  '/board': ['board', /N\d+[A-Z]+/],
  '/equipment': ['equipment', /of \d+|in all/],
  '/alerts': ['alerts', /Nobody gets alerts yet/],
  '/setup': ['setup', /Local copy/],
};

/** The address of a page, with the record that it opens. */
function addressOf(path: PagePath, records: Records = demoRecords): string {
  return Object.entries(records).reduce<string>(
    (address, [page, id]) => (page === address ? page.replace(/:\w+$/, id) : address),
    path,
  );
}

/** Every page of the dashboard, in the order of the table; for a walk that no new page escapes. */
export function everyPage(records: Records = demoRecords): Opened[] {
  return pagePaths.map((path) => {
    const [name, shows] = shown[path];
    return { path, name, address: addressOf(path, records), shows };
  });
}

/** Every page, with views of some in place of the plain page. */
export function everyView<View>(views: { readonly [Path in PagePath]?: readonly View[] }): (View | Opened)[] {
  return everyPage().flatMap<View | Opened>((page) => views[page.path] ?? [page]);
}
