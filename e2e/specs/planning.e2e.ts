import type { Page } from 'playwright/test';
import { expect, follow, followAnew, test } from '#e2e/fixtures/fixtures.ts';

/** N512SP of the demo school. */
const n512sp = 'fd9a106b-ac39-430a-84b3-241732068ae6';
const down = `/plan/down?aircraft=${n512sp}&until=2026-05-14T1800`;

const moves = (page: Page) => page.getByRole('region', { name: 'Move', exact: true });
const calls = (page: Page) => page.getByRole('region', { name: 'Call', exact: true });

test('the index has the tools of the role and the aircraft that are grounded, each with its plan', async ({ page }) => {
  await page.goto('/plan');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Planning');
  const grounded = page.getByRole('region', { name: 'Grounded now' });
  await expect(grounded.getByRole('listitem').first()).toBeVisible();
  const first = grounded.getByRole('link').first();
  const tail = (await first.textContent()) ?? '';
  await first.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Move reservations: ${tail}`);
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await expect(page).toHaveURL('/plan');
});

test.describe('an aircraft down', () => {
  test('moves what it can without the service, shows telephone numbers only on request, and saves a table', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(down);
    await expect(page.getByText(/^\d+ of \d+ reservations moves? to \d+ other aircraft; \d+ ha/)).toBeVisible();
    await expect(page.getByText('Under way, not moved:').first()).toBeVisible();
    await expect(moves(page).getByRole('row').nth(1)).toContainText(/N\d+.*(same model|same category and class)/);
    await expect(calls(page).getByRole('row').nth(1)).toContainText(/booked then|without enough hours|grounded/);
    await expect(
      calls(page)
        .getByText(/^0 of \d+ can take it/)
        .first(),
    ).toBeVisible();
    const tick = calls(page)
      .getByRole('checkbox', { name: /^Called / })
      .first();
    await tick.check();
    await expect(page).toHaveURL(/called=/);
    await expect(tick).toBeChecked();
    await tick.uncheck();
    await expect(page).not.toHaveURL(/called=/);
    expect(requests.filter((path) => path.includes('/reservations') && path.startsWith('/api'))).toEqual([]);

    const copied = async () => {
      await page.getByRole('button', { name: 'Copy plan as text' }).click();
      await expect(page.getByText('Copied')).toBeVisible();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const phone = /\+?\d[\d ()-]{8,}\d/;
    const before = await copied();
    expect(before).toMatch(/^N512SP down until Thu 14 May 1800L, as of Tue 12 May 1105L\n\d+ of \d+ reservations/);
    expect(before.split('\n').filter((line) => phone.test(line.replace(/^.*L {2}/, '')))).toEqual([]);
    await expect(calls(page).locator('a[href^="tel:"]')).toHaveCount(0);
    const ask = calls(page).getByRole('button', { name: 'Show telephone numbers' });
    await ask.press('Enter');
    await expect(calls(page).locator('a[href^="tel:"]').first()).toBeVisible();
    await expect(ask).toBeFocused();
    await expect(ask).toHaveAttribute('aria-pressed', 'true');
    const number = (await calls(page).locator('a[href^="tel:"]').first().textContent()) ?? '?';
    expect(await copied()).toContain(number);

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save CSV' }).click();
    expect((await saved).suggestedFilename()).toBe('N512SP-down.csv');
  });

  test.describe('with a finger', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

    test('why no aircraft can take a flight opens by a tap and by the keyboard, and the row stays a link', async ({
      page,
    }) => {
      await page.goto(down);
      const why = calls(page)
        .getByRole('button', { name: /^0 of \d+ can take it/ })
        .first();
      const tip = page.getByRole('tooltip');
      await why.tap();
      await expect(tip).toHaveText(/booked then|without enough hours|grounded/);
      await expect(page).toHaveURL(/plan\/down/);
      await page.keyboard.press('Escape');
      await expect(tip).toHaveCount(0);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Shift+Tab');
      await expect(why).toBeFocused();
      await expect(tip).toHaveText(/booked then|without enough hours|grounded/);
      await expect(why).toHaveAccessibleDescription(/booked then|without enough hours|grounded/);
      await page.goto('/plan/find?length=60');
      const offered = page.getByRole('button', { name: /^\d+ of \d+ aircraft can take it/ });
      await offered.tap();
      await expect(tip).toHaveText(/^Not offered: /);
    });
  });

  test('keeps its question in the address, and says what is wrong there', async ({ page }) => {
    await page.goto(`/plan/down?aircraft=${n512sp.toUpperCase()}`);
    await expect(page.getByText(/down until tomorrow 0000L|down until Thu 14 May 0000L/)).toBeVisible();
    await page.getByLabel('Back on').fill('2026-05-15');
    await expect(page).toHaveURL(/until=2026-05-15T0000/);
    await page.reload();
    await expect(page.getByText(/down until Fri 15 May 0000L/)).toBeVisible();
    await page.getByLabel('Also aircraft at other locations').check();
    await expect(page).toHaveURL(/elsewhere=yes/);
    await follow(page, `/plan/down?aircraft=${n512sp}&until=2025-01-01T0800`);
    await expect(page.getByText('until: 2025-01-01T0800 has passed')).toBeVisible();
    await follow(page, '/plan/down?aircraft=nothing');
    await expect(page.getByText('The service lists no aircraft with the ID nothing.')).toBeVisible();
    await expect(page.getByText('down until')).toHaveCount(0);
    await follow(page, '/plan/down');
    await expect(page.getByText('Choose the aircraft that cannot fly.')).toBeVisible();
  });

  test('says so while the reservations cannot be loaded', async ({ page, expectConsole }) => {
    expectConsole(/ERR_FAILED/);
    await page.route('**/replica/reservations?*', (route) => route.abort());
    await page.goto(down);
    await expect(page.getByText(/not loaded|could not be loaded|No connection|not known/i).first()).toBeVisible();
    await expect(page.getByText(/reservations? moves?/)).toHaveCount(0);
  });
});

test.describe('the finder', () => {
  test('is reached from the palette in plain words', async ({ page, axe }) => {
    await page.goto('/fleet');
    await expect(page.getByText(/\d+ in all/)).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog').getByRole('combobox').fill('172 2h tomorrow afternoon');
    const option = page.getByRole('option', { name: /^Find: 172, 2\.0 h, from Wed 13 May on, 1200 to 1800/ });
    await expect(option).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/plan\/find\?model=172&date=2026-05-13&hours=1200-1800/);
    await expect(page.getByText(/possible times?|No time is possible/).first()).toBeVisible();
    await axe();
  });

  test('finds times with aircraft and instructor, each with its check, and also from a day of the strip', async ({
    page,
  }) => {
    await page.goto('/plan/find?length=60');
    const table = page.getByRole('region', { name: 'Possible times' });
    await expect(table.getByRole('row')).toHaveCount(11);
    await expect(table.getByRole('row').nth(1)).toContainText(/May \d{4}–\d{4}L.*N\d+.*flight instruction left/);
    await expect(table.getByText('Do not dispatch')).toHaveCount(0);
    await expect(page.getByText(/^\d+ of \d+ aircraft can take it/)).toBeVisible();
    // Starts of one aircraft are a window; one picks a start in it, which stays in the address.
    const pick = table.getByRole('combobox', { name: /^Flight in / }).first();
    const [first = '', second = ''] = await pick.getByRole('option').allTextContents();
    expect(first).not.toBe(second);
    await pick.selectOption(second);
    await expect(page).toHaveURL(/at=2026-05-1\dT\d{2}[03]0/);
    await page.reload();
    await expect(pick.locator('option:checked')).toHaveText(second);
    await followAnew(page, '/plan/find?length=60&at=2026-05-13T0300');
    await expect(page.getByText('at: no flight can start at 2026-05-13T0300')).toBeVisible();
    const strip = page.getByRole('region', { name: 'Free aircraft of two weeks' });
    await strip
      .getByRole('link', { name: /Fri 15 May/ })
      .first()
      .click();
    await expect(page).toHaveURL(/date=2026-05-15/);
    await expect(page.getByRole('textbox', { name: 'From' })).toHaveValue('Fri 15 May');
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

    test('the form is folded once something is asked, and the times come first', async ({ page, axe }) => {
      await page.goto('/plan/find');
      const model = page.getByRole('combobox', { name: 'Model' });
      await expect(model).toBeVisible();
      await page.getByRole('combobox', { name: 'Length' }).selectOption('60');
      await expect(model).toBeVisible();
      await page.getByRole('button', { name: 'Show times' }).tap();
      await expect(model).toHaveCount(0);
      await expect(page).toHaveURL(/length=60/);
      const folded = page.getByRole('button', { name: /^Any aircraft, 1\.0 h, from now on/ });
      await expect(folded).toBeVisible();
      await expect(page.getByRole('region', { name: 'Possible times' }).getByText(/possible times/)).toBeInViewport();
      await axe();
      await page.reload();
      await expect(folded).toBeVisible();
      await expect(model).toHaveCount(0);
      await folded.tap();
      await page.getByRole('textbox', { name: 'In words' }).fill('172 2h tomorrow afternoon');
      await page.getByRole('button', { name: 'Find' }).tap();
      await expect(page).toHaveURL(/model=172/);
      await expect(model).toHaveCount(0);
    });
  });

  test('reads words on the page, keeps them in the address, and says what it did not understand', async ({ page }) => {
    await page.goto('/plan/find');
    const words = page.getByLabel('In words');
    await words.fill('archer 1.5h sat morning solo');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/instructor=none&model=archer&length=90&date=2026-05-16&hours=0600-1200|model=archer/);
    await expect(
      page.getByText(/Archer, 1\.5 h, from Sat 16 May on, 0600 to 1200, without an instructor, by day/),
    ).toBeVisible();
    await words.fill('172 2h blurb');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Not understood: blurb')).toBeVisible();
    await follow(page, '/plan/find?length=3&date=soon');
    await expect(page.getByText('length: 3 is not possible here')).toBeVisible();
  });

  test('finds another time for a reservation from its details', async ({ page }) => {
    await page.goto(down);
    await calls(page).getByRole('link', { name: 'Find another time' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Finder');
    await expect(page).toHaveURL(/student=/);
  });
});

test.describe('with a student', () => {
  test('shows the lessons with each instructor, and lists those who have taught the student first', async ({
    page,
  }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto('/plan/find');
    const student = page.getByRole('combobox', { name: 'Student' });
    await expect(page.getByRole('checkbox', { name: 'Instructors who have taught the student first' })).toHaveCount(0);
    await student.selectOption({ label: 'Erik Brooks' });
    const times = page.getByRole('region', { name: 'Possible times' });
    await expect(
      times.getByText('Lessons are counted in the reservations of the two weeks before today.'),
    ).toBeVisible();
    await expect(times.getByRole('row').nth(1)).toContainText('with this student');
    const before = await times.getByRole('row').count();
    await page.getByRole('checkbox', { name: 'Instructors who have taught the student first' }).check();
    await expect(page).toHaveURL(/prefer=history/);
    await expect(times.getByRole('row').nth(1)).toContainText(/\d lessons? with this student, last/);
    await expect(times.getByText('no lesson with this student').first()).toBeVisible();
    expect(await times.getByRole('row').count()).toBeGreaterThanOrEqual(before);
    expect(requests.filter((path) => path.startsWith('/api/reports'))).toEqual([]);
    await times.getByRole('button', { name: 'Count all lessons in the report' }).click();
    await expect(page).toHaveURL(/lessons=report/);
    await expect(times.getByText(/Lessons are counted in the report of training sessions/)).toBeVisible();
    expect(requests.filter((path) => path.startsWith('/api/reports')).length).toBeGreaterThan(0);
  });

  test('a category and class narrows the aircraft, and stays in the address', async ({ page }) => {
    await page.goto('/plan/find');
    const classes = page.getByRole('combobox', { name: 'Category and class' });
    await expect(classes.getByRole('option')).toHaveText([
      'Any',
      'Airplane, Multi Engine Land',
      'Airplane, Single Engine Land',
      /^Training Device/,
      /^Training Device/,
    ]);
    await classes.selectOption('Airplane, Multi Engine Land');
    await expect(page).toHaveURL(/class=Airplane/);
    await expect(page.getByText(/^Airplane, Multi Engine Land, 2\.0 h, from now on/)).toBeVisible();
    const times = page.getByRole('region', { name: 'Possible times' });
    const tails = await times.getByRole('row').getByRole('link', { name: /^N\d/ }).allTextContents();
    expect(tails.filter((tail) => !tail.includes('ME'))).toEqual([]);
  });
});

test.describe('on paper', () => {
  const sheets = [
    { name: 'the plan of an aircraft', address: down, title: 'Move reservations: N512SP', shows: 'Move' },
    { name: 'the finder', address: '/plan/find?model=172', title: 'Finder', shows: 'Possible times' },
    { name: 'standby', address: '/plan/standby', title: 'Standby', shows: 'Freed slots' },
    { name: 'the shop’s week', address: '/plan/shop', title: 'Shop planner', shows: 'Proposed order' },
    {
      name: 'one aircraft in the shop',
      address: `/plan/shop?aircraft=${n512sp}`,
      title: 'Shop planner: N512SP',
      shows: 'Work',
    },
    {
      name: 'booked and flown hours',
      address: '/plan/hours',
      title: 'Booked and flown hours',
      shows: 'Meter hours per booked hour',
    },
    { name: 'a person', address: '/people', title: 'People', shows: 'Aircraft checkouts' },
  ];
  test('each sheet has its name, school, time and number, and no buttons', async ({ page }) => {
    await page.goto('/plan');
    for (const sheet of sheets) await test.step(sheet.name, () => expectPrinted(page, sheet));
  });
});

type Sheet = { readonly address: string; readonly title: string; readonly shows: string };

async function expectPrinted(page: Page, { address, title, shows }: Sheet): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ media: 'screen' });
  await followAnew(page, address);
  if (address === '/people') await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(page.getByRole('region', { name: shows, exact: true })).toBeVisible();
  await expect(page.locator('body:not(:has([data-state="loading"]))')).toBeAttached();
  // As wide as a landscape sheet between its margins.
  await page.setViewportSize({ width: 980, height: 740 });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Pikes Peak Flying School · Printed Tue 12 May 1105L')).toBeVisible();
  await expect(page.getByRole('region', { name: shows, exact: true })).toBeVisible();
  for (const role of ['button', 'combobox', 'checkbox', 'textbox'] as const)
    await expect(page.locator('main').getByRole(role)).toHaveCount(0);
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const foot = await page.evaluate(() =>
    document.adoptedStyleSheets.flatMap((sheet) => Array.from(sheet.cssRules, (rule) => rule.cssText)).join(' '),
  );
  expect(foot).toContain(`${title} · Pikes Peak Flying School · Printed Tue 12 May 1105L`);
  expect(foot).toContain('counter(page)');
  // Nothing is cut at the right edge.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(980);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect.poll(() => page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0);
}
