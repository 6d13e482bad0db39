import { pagesOf } from './pdf.ts';
import { button, link, search, tails, title } from './parts.ts';
import { peopleTasks, recordTasks } from './recordTasks.ts';
import type { Query, Screen } from './screen.ts';
import type { Visit } from './visits.ts';

/** What people do on the pages, one task per page, with names that survive a new layout. */

const details: Query = { role: 'dialog', name: /^Reservation/ };
const bars: Query = { css: '[data-key]', within: { role: 'grid' } };

const numberIn = (text: string) => Number(/\d+/.exec(text)?.[0]);

/** Opens a reservation's details with a click, and closes them with Escape. */
async function openDetails(screen: Screen, query: Query): Promise<void> {
  await screen.click({ ...query, isFree: true, nth: 0 });
  await screen.address(/reservation=/);
  await screen.see({ text: /Dispatch check/, within: details });
  await screen.keys('Escape');
  await screen.gone(details);
}

const fleet: readonly Visit[] = [
  {
    name: 'fleet: a tail is found by its last three, and opened',
    path: () => '/fleet',
    run: async (screen, { aircraft }) => {
      const tail = aircraft.find(({ status, isSimulator }) => status.id === 1 && !isSimulator)?.tailNumber ?? '';
      await screen.see(tails);
      await screen.type(search, tail.slice(-3).toLowerCase());
      await screen.address(/q=/);
      await screen.click(link(tail));
      await screen.see(title(tail));
      await screen.back();
      await screen.address(/q=/);
      await screen.see(link(tail));
    },
  },
  {
    name: 'fleet: a counter shows as many as it says',
    path: () => '/fleet',
    run: async (screen) => {
      const counter = button(/\d+ can go/);
      await screen.see(button(/[1-9]\d* can go/));
      const [text = ''] = await screen.texts(counter);
      await screen.click(counter);
      await screen.address(/now=available/);
      await screen.counts(tails, numberIn(text));
    },
  },
  {
    name: 'fleet: going back leads to the same place',
    path: () => '/fleet',
    run: async (screen) => {
      await screen.see(tails);
      const names = await screen.texts(tails);
      const last = names.at(-2) ?? '';
      await screen.click(link(last));
      await screen.see(title(last));
      await screen.settled();
      await screen.back();
      await screen.see({ ...link(last), isFree: true });
    },
  },
  {
    name: 'aircraft: a reservation opens',
    path: ({ aircraft }) => `/fleet/${aircraft.find(({ tailNumber }) => tailNumber === 'N512SP')?.aircraftId}`,
    run: async (screen) => {
      await screen.see(title('N512SP'));
      await openDetails(screen, { css: 'main a[href*="reservation"]' });
    },
  },
];

const maintenance: readonly Visit[] = [
  {
    name: 'maintenance: Expired shows as many as the service says',
    path: () => '/maintenance',
    run: async (screen, { expired }) => {
      await screen.click(button(`${expired} Expired`));
      await screen.address(/statusId=eq:3/);
      await screen.see({ text: new RegExp(`^${expired} of \\d+`) });
    },
  },
  {
    name: 'maintenance: the calendar turns to June',
    path: () => '/maintenance?view=calendar',
    run: async (screen) => {
      await screen.click(button('Next month'));
      await screen.address(/month=2026-06/);
      await screen.see(title(/June 2026/));
    },
  },
  {
    name: 'maintenance: squawks are searched by words',
    path: () => '/maintenance?view=squawks',
    run: async (screen) => {
      await screen.see({ text: /^[1-9]\d* open/ });
      await screen.type(search, 'no such words');
      await screen.address(/q=no/);
      await screen.gone(tails);
    },
  },
];

const timeline: readonly Visit[] = [
  {
    name: 'timeline: a day on, and a reservation opens',
    path: () => '/reservations?view=timeline',
    run: async (screen) => {
      await screen.see(bars);
      await screen.click(button('Next period'));
      await screen.see(title(/Wed 13 May 2026/));
      await screen.see(bars);
      await openDetails(screen, bars);
    },
  },
  {
    name: 'timeline: keys walk it, and zoom',
    path: () => '/reservations?view=timeline',
    run: async (screen) => {
      await openDetails(screen, bars);
      await screen.keys('ArrowDown');
      await screen.keys('ArrowRight');
      await screen.see({ css: '[data-key]:focus' });
      await screen.keys('Enter');
      await screen.see(details);
      await screen.keys('Escape');
      await screen.gone(details);
      await screen.see({ css: '[data-key]:focus' });
      await screen.keys('+');
      await screen.address(/zoom=/);
    },
  },
  {
    name: 'timeline: a finger pans it, and touches a bar',
    path: () => '/reservations?view=timeline&zoom=15',
    run: async (screen) => {
      await screen.see(bars);
      const grid: Query = { role: 'grid' };
      if (screen.hasFingers && screen.size.isTouch) {
        const before = await screen.scrolled(grid);
        await screen.swipe(await screen.middle({ ...bars, isFree: true, nth: 0 }), { x: -300, y: 0 });
        await screen.until('the timeline has not moved', async () => (await screen.scrolled(grid)).x !== before.x);
      }
      await screen.tap({ ...bars, isFree: true, nth: 0 });
      await screen.tap(button('Details'));
      await screen.address(/reservation=/);
      await screen.see(details);
    },
  },
];

const calendar: readonly Visit[] = [
  {
    name: 'week: the next one, for one aircraft',
    path: () => '/reservations?view=week',
    run: async (screen) => {
      const heads: Query = { css: 'main li > header', text: /possible/ };
      await screen.see(heads);
      await screen.holds(heads);
      await screen.click(button('Next period'));
      await screen.see(title(/18 – 24 May/));
      await screen.choose({ role: 'combobox', name: 'For' }, 'N512SP');
      await screen.address(/resource=aircraft/);
      await screen.see(link(/^N512SP, /));
    },
  },
  {
    name: 'month: arrows walk its days, and Enter opens one',
    path: () => '/reservations?view=month',
    run: async (screen) => {
      const month: Query = { role: 'grid', name: 'May 2026' };
      await screen.settled();
      await screen.holds({ css: 'td > a', within: month });
      await screen.click(link(/^Tue 12 May/, month));
      await screen.address(/date=2026-05-12/);
      await screen.back();
      await screen.see(link(/^Wed 13 May/, month));
      await screen.settled();
      await screen.focus(link(/^Tue 12 May/, month));
      await screen.keys('ArrowRight', 'Enter');
      await screen.address(/date=2026-05-13/);
    },
  },
  {
    name: 'agenda: a reservation opens',
    path: () => '/reservations?view=agenda',
    run: async (screen) => {
      // The button loads late, and moves the rows if the bar above them is full.
      await screen.see(button(/not back/));
      await openDetails(screen, link(/\d{4}L/));
    },
  },
  {
    name: 'lanes: a reservation opens',
    path: () => '/reservations?view=lanes',
    run: (screen) => openDetails(screen, { role: 'link', within: { role: 'region', name: /^Upcoming/ } }),
  },
  {
    name: 'list: one type alone',
    path: () => '/reservations?view=list',
    run: async (screen) => {
      await screen.choose({ role: 'combobox', name: 'Type' }, 'Maintenance');
      await screen.address(/displayTypeId=eq:1/);
      await screen.see({ text: /Type is Maintenance/ });
    },
  },
  {
    name: 'list: an empty date shows no date',
    path: () => '/reservations?view=list&startTime=any&endTime=any',
    run: async (screen) => {
      await screen.choose({ role: 'combobox', name: 'Ends' }, 'at or after');
      const date: Query = { css: 'input[type=date]', name: 'Ends: date' };
      await screen.see(date);
      await screen.enter(date, '');
      // Only WebKit writes today's date into it.
      const isClear = async () => (await screen.style(date, 'color')) === 'rgba(0, 0, 0, 0)';
      if (screen.engine === 'WebKit') await screen.until('an empty date field shows today', isClear);
      await screen.enter(date, '2026-05-14');
      await screen.address(/endTime=gte:2026-05-14/);
    },
  },
  {
    name: 'day sheet: one page of paper',
    path: () => '/reservations?view=lanes',
    run: async (screen) => {
      await screen.see(link(/\d{4}L/));
      const pdf = await screen.print();
      if (pdf && pagesOf(pdf) !== 1) throw new Error(`${pagesOf(pdf)} pages of paper`);
    },
  },
];

export const tasks: readonly Visit[] = [
  ...fleet,
  ...maintenance,
  ...timeline,
  ...calendar,
  ...peopleTasks,
  ...recordTasks,
];
