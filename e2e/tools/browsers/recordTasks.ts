import { button, link, title } from './parts.ts';
import type { Query } from './screen.ts';
import type { Visit } from './visits.ts';

/** Whether texts are fully sorted, up or down. */
function isInOrder(texts: readonly string[]): boolean {
  const up = texts.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return [up, up.toReversed()].some((order) => order.every((text, index) => text === texts[index]));
}

export const peopleTasks: readonly Visit[] = [
  {
    name: 'instructors: who is free at 1500',
    path: () => '/instructors?free=1500',
    run: async (screen) => {
      await screen.see({ text: /Who is free at 1500L/ });
      await screen.see({ role: 'slider', name: /Who is free/ });
      // The part that a pointer hits is drawn over the control itself.
      await screen.click({ css: '.MuiSlider-thumb' });
      // The control takes the focus a moment after the click.
      await screen.see({ css: '.MuiSlider-thumb:focus-within' });
      await screen.keys('ArrowRight');
      await screen.gone({ text: /Who is free at 1500L/ });
      await screen.address(/free=\d{4}/);
    },
  },
  {
    name: 'instructor: the next week',
    path: ({ instructors }) => `/instructors/${instructors[0]?.userId}`,
    run: async (screen) => {
      await screen.click(button('Next week'));
      await screen.see({ role: 'region', name: /Week of Mon 18 May/ });
    },
  },
  {
    name: 'people: the next page, and a person',
    path: () => '/people',
    run: async (screen) => {
      await screen.click(button('Next page'));
      await screen.address(/offset=1/);
      await screen.settled();
      const person: Query = { css: 'main tbody a, main li a', nth: 2 };
      await screen.see(person);
      const [name = ''] = await screen.texts(person);
      await screen.click(person);
      await screen.see(title(name));
    },
  },
  {
    name: 'equipment: sorted by serial number, and an item opens',
    path: () => '/equipment',
    run: async (screen) => {
      const items: Query = { css: 'main tbody a, main li a', nth: 0 };
      await screen.see(items);
      const [name = ''] = await screen.texts(items);
      await screen.click(items);
      await screen.see(title(name));
    },
  },
];

export const recordTasks: readonly Visit[] = [
  {
    name: 'reports: work orders, sorted by number',
    path: () => '/reports',
    run: async (screen) => {
      await screen.click(link(/^Work orders/));
      const head: Query = { role: 'columnheader', name: /^Work order/, nth: 0 };
      await screen.see(head);
      await screen.click(head);
      // With a finger, pressing a heading opens its menu.
      const isMenu = screen.size.isTouch && screen.engine === 'Gecko';
      if (isMenu) await screen.click(button('ascending'));
      await screen.address(/sort=/);
      if (isMenu) await screen.keys('Escape');
      const numbers: Query = { css: '[role=gridcell], [role=rowheader]', text: /^WO-\d+$/ };
      await screen.see(numbers);
      await screen.until('the numbers are not in order', async () => isInOrder(await screen.texts(numbers)));
    },
  },
  {
    name: 'setup: the theme, and the link of a board',
    path: () => '/setup',
    run: async (screen) => {
      await screen.click(button('Dark colours'));
      await screen.see({ css: 'html[data-dark] main' });
      await screen.choose({ role: 'combobox', name: 'Names' }, 'none');
      await screen.see(link(/\/board\?.*names=none/));
      await screen.click(button('Light colours'));
      await screen.see({ css: 'html[data-light] main' });
    },
  },
  {
    name: 'board: keys turn it and stop it',
    path: () => '/board',
    run: async (screen) => {
      const heading: Query = { css: 'h2' };
      await screen.see(heading);
      const before = await screen.texts(heading);
      await screen.keys('ArrowRight');
      await screen.until('the same screen', async () => (await screen.texts(heading))[0] !== before[0]);
      await screen.keys(' ');
      await screen.see({ text: 'paused' });
    },
  },
  {
    name: 'palette: a tail by its last three, by keys alone',
    path: () => '/setup',
    run: async (screen, { aircraft }) => {
      const tail = aircraft.find(({ status }) => status.id === 1)?.tailNumber ?? '';
      await screen.see(title('Setup'));
      await screen.keys('/');
      const palette: Query = { role: 'dialog', name: 'Search and go' };
      await screen.see(palette);
      await screen.keys(...tail.slice(-3).toLowerCase().split(''));
      await screen.see({ role: 'option', name: new RegExp(tail), within: palette });
      await screen.keys('Enter');
      await screen.see(title(tail));
    },
  },
  {
    name: 'Zulu time is in the address, and on the page',
    path: () => '/instructors?free=1500',
    run: async (screen) => {
      await screen.click(button(/Zulu time/));
      await screen.address(/time=Z/);
      await screen.see({ text: /Who is free at 2100Z/ });
    },
  },
];
