import { type PageAddress, pageRow, type PagePath } from '#contract/pages.ts';
import { dataSetOf, reportIds, reportNames, type ReportId } from '#domain/reports/loading/reportQuery.ts';
import { reportAnswers } from '#web/pages/reports/answers.ts';
import type { PaletteTarget } from './paletteModel.ts';

/** A view or filter of a page: its address, its name, and the other words that people use for it. */
type ViewRow = readonly [path: PageAddress, label: string, words: string];

const views: readonly ViewRow[] = [
  ['/fleet?now=available', 'Aircraft that can go', 'available free ready dispatch open who'],
  ['/fleet?now=flying', 'Aircraft flying', 'out airborne now'],
  ['/fleet?now=not back', 'Aircraft not back', 'late return returning'],
  ['/fleet?now=due out', 'Aircraft due out', 'late departure not checked out yet never'],
  ['/fleet?now=grounded', 'Grounded aircraft', 'cannot go down out of service unserviceable aog'],
  ['/fleet?now=in the shop', 'Aircraft in the shop', 'maintenance visit'],
  ['/maintenance', 'Due list', 'maintenance reminders inspections limits hours left'],
  ['/maintenance?statusId=eq:2', 'Warning reminders', 'due soon upcoming maintenance'],
  ['/maintenance?view=calendar', 'Due calendar', 'maintenance forecast dates'],
  ['/maintenance?view=squawks', 'Squawks', 'snags defects discrepancies open maintenance'],
  ['/reservations?late=shown', 'Late flights', 'delayed not back behind running'],
  ['/reservations?conflicts=shown', 'Conflicts', 'double bookings overlap'],
  ['/reservations?view=timeline', 'Timeline', 'schedule day bars'],
  ['/reservations?view=week', 'Week', 'schedule this week'],
  ['/reservations?view=month', 'Month', 'schedule calendar this month'],
  ['/reservations?view=agenda', 'Agenda', 'schedule list of the day departures returns'],
  ['/reservations?view=lanes', 'Reservations by status', 'upcoming now completed board'],
  ['/reservations?view=list', 'List of reservations', 'search all older'],
  ['/instructors?doing=free', 'Instructors free now', 'cfi available who can teach'],
  ['/?put-off=open', 'Matters put off', 'attention snoozed hidden later'],
  ['/changes?period=shift', 'Changes this shift', 'what changed news since'],
  ['/changes?period=last-shift', 'Changes last shift', 'what changed news before'],
];

/** Tools that another page opens, with the words that people use for them. */
const tools: readonly (readonly [path: PagePath, words: string])[] = [
  ['/plan/down', 'aircraft down replace grounded move reservations'],
  ['/plan/find', 'find another time free slot spare book'],
  ['/plan/standby', 'standby freed cancelled slot waiting list who could use it fill'],
  ['/plan/shop', 'shop planner bay maintenance visit'],
  ['/plan/hours', 'booked flown hours per booked hour measured'],
];

/** The views, filters and tools of the pages. */
export function viewTargets(): PaletteTarget[] {
  return [
    ...views.map(([path, label, words]) => ({
      id: `view ${path}`,
      // As the address will read.
      path: path.replaceAll(' ', '+'),
      label,
      group: 'Views',
      hint: pageOf(path),
      words,
    })),
    ...tools.map(([path, words]) => ({
      id: path,
      path,
      label: pageRow(path).name,
      group: 'Planning',
      hint: 'Planning',
      words,
    })),
  ];
}

/** The name of the page that an address opens. */
export function pageOf(path: string): string {
  const [page = '/'] = path.split('?');
  return pageRow(page as PagePath).name;
}

/** The reports that the role may read, and the questions that one press answers, each over its periods. */
export function reportTargets(mayAsk: (id: ReportId) => boolean): PaletteTarget[] {
  const shared = { group: 'Reports', words: 'report' };
  return [
    ...reportAnswers(mayAsk).flatMap(({ name, links }) =>
      links.map(({ label, link }) => ({
        ...shared,
        id: link,
        path: link,
        label: links.length === 1 ? name : `${name}, ${label.toLowerCase()}`,
        hint: 'Report',
      })),
    ),
    ...reportIds.filter(mayAsk).map((id) => {
      const link = `/reports/${dataSetOf(id)}`;
      return { ...shared, id: link, path: link, label: reportNames[id], hint: 'Report' };
    }),
  ];
}
