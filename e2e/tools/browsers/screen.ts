import type { Driver, Input, Size } from './driver.ts';
import type { VisibleBox, Query as InPageQuery } from './inPage.ts';

/** What a task looks for: names and texts are exact strings or patterns. */
export type Query = {
  readonly role?: string;
  readonly name?: string | RegExp;
  readonly text?: string | RegExp;
  readonly css?: string;
  readonly within?: Query;
  /** Only parts that nothing covers. */
  readonly isFree?: boolean;
  readonly nth?: number;
};

const pattern = (value: string | RegExp) =>
  typeof value === 'string' ? value : { source: value.source, flags: value.flags };

/** A query as it is sent to the page. */
export function sendable({ name, text, within, ...rest }: Query): InPageQuery {
  return {
    ...rest,
    ...(name !== undefined && { name: pattern(name) }),
    ...(text !== undefined && { text: pattern(text) }),
    ...(within && { within: sendable(within) }),
  };
}

/** A query in words, for messages. */
export function inWords({ role, name, text, css, within, nth }: Query): string {
  const parts = [nth === undefined ? '' : `no. ${nth}`, role ?? css ?? 'text', String(name ?? text ?? '')];
  const own = parts.filter((part) => part !== '').join(' ');
  return within ? `${own} in ${inWords(within)}` : own;
}

/** Machines are shared, so a slow one must not fail a task. */
const patience = 45_000;

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

const keys: { readonly [name: string]: string } = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  End: '\uE010',
};

type Point = { readonly x: number; readonly y: number };

/** The page as a person uses it; every step waits for what it needs. */
export class Screen {
  readonly size: Size;
  readonly #driver: Driver;
  readonly #origin: string;

  constructor(driver: Driver, origin: string, size: Size) {
    this.#driver = driver;
    this.#origin = origin;
    this.size = size;
  }

  async open(path: string): Promise<void> {
    await this.#driver.go(`${this.#origin}${path}`);
  }

  /** Waits until nothing on the page is loading. */
  async settled(): Promise<void> {
    await this.until('the page is still loading', async () => {
      const isDrawn = (await this.count({ css: '#root > *' })) > 0;
      return isDrawn && !(await this.#call<boolean>('isBusy'));
    });
  }

  /** Waits until a condition is true. */
  async until(otherwise: string, isSo: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + patience;
    while (!(await isSo())) {
      if (performance.now() > end) throw new Error(otherwise);
      await pause(100);
    }
  }

  async count(query: Query): Promise<number> {
    return (await this.#call<number | null>('count', sendable(query))) ?? 0;
  }

  async texts(query: Query): Promise<readonly string[]> {
    return (await this.#call<readonly string[] | null>('texts', sendable(query))) ?? [];
  }

  async attribute(query: Query, name: string): Promise<string | null> {
    return this.#call('attribute', sendable(query), name);
  }

  /** A computed style property of the first match. */
  async style(query: Query, property: string): Promise<string | null> {
    return this.#call('style', sendable(query), property);
  }

  async scrolled(query: Query): Promise<Point> {
    return (await this.#call<Point | null>('scrolled', sendable(query))) ?? { x: 0, y: 0 };
  }

  async see(query: Query): Promise<void> {
    await this.until(`not seen: ${inWords(query)}`, async () => (await this.count(query)) > 0);
  }

  async gone(query: Query): Promise<void> {
    await this.until(`still there: ${inWords(query)}`, async () => (await this.count(query)) === 0);
  }

  /** Waits until there are as many as expected. */
  async counts(query: Query, expected: number): Promise<void> {
    let found = 0;
    await this.until(`not ${expected}: ${inWords(query)}`, async () => {
      found = await this.count(query);
      return found === expected;
    }).catch(() => Promise.reject(new Error(`${found} instead of ${expected}: ${inWords(query)}`)));
  }

  async address(expected: RegExp): Promise<void> {
    let address = '';
    await this.until('', async () => {
      address = await this.#call<string>('address');
      return expected.test(address);
    }).catch(() => Promise.reject(new Error(`the address is ${address}, not ${expected}`)));
  }

  /** Clicks the match; waits until it is still and nothing covers it. */
  async click(query: Query): Promise<void> {
    const { x, y } = await this.middle(query);
    const move = { type: 'pointerMove', x, y };
    const press = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await this.#pointer('mouse', [move, ...press]);
  }

  /** Taps the match with a finger. */
  async tap(query: Query): Promise<void> {
    const from = await this.middle(query);
    if (this.hasFingers) await this.swipe(from, { x: 0, y: 0 });
    else await this.#call('touch', sendable(query));
  }

  get engine(): Driver['engine'] {
    return this.#driver.engine;
  }

  /** WebKitGTK's driver turns a finger into a mouse. So a touch is made in the page, and a swipe is not possible. */
  get hasFingers(): boolean {
    return this.engine === 'Gecko';
  }

  /** Goes back, as the browser's own button does. */
  async back(): Promise<void> {
    await this.#call('back');
  }

  print(): Promise<Buffer | null> {
    return this.#driver.print();
  }

  /** Moves a finger over the page. */
  async swipe({ x, y }: Point, by: Point): Promise<void> {
    const steps = [1, 2, 3, 4, 5, 6, 7, 8].map((step) => ({
      type: 'pointerMove',
      duration: 30,
      x: Math.round(x + (by.x * step) / 8),
      y: Math.round(y + (by.y * step) / 8),
    }));
    const moves = by.x === 0 && by.y === 0 ? [] : steps;
    const start = [
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
    ];
    await this.#pointer('touch', [...start, ...moves, { type: 'pointerUp', button: 0 }]);
  }

  /** The middle of the match, once it is still and nothing covers it. */
  async middle(query: Query): Promise<Point> {
    let last: VisibleBox | null = null;
    let place: VisibleBox | null = null;
    await this.until('', async () => {
      last = place;
      place = await this.#call<VisibleBox | null>('place', sendable(query));
      return place !== null && place.cover === null && last?.left === place.left && last.top === place.top;
    }).catch(() => {
      const why =
        place === null ? 'not found' : place.cover === null ? 'never stands still' : `covered by ${place.cover}`;
      throw new Error(`${why}: ${inWords(query)}`);
    });
    const { left, top, width, height } = place ?? { left: 0, top: 0, width: 0, height: 0 };
    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  }

  /** Puts the cursor into a field and types. */
  async type(query: Query, text: string): Promise<void> {
    await this.click(query);
    await this.keys(...text.split(''));
  }

  async focus(query: Query): Promise<void> {
    await this.until(`no focus: ${inWords(query)}`, () => this.#call('focus', sendable(query)));
  }

  /** Presses keys one after another: characters, or names such as Enter. */
  async keys(...names: readonly string[]): Promise<void> {
    const actions = names.flatMap((name) => {
      const value = keys[name] ?? name;
      return [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ];
    });
    await this.#driver.perform({ type: 'key', id: 'keyboard', actions });
  }

  /** Chooses an option of a list; its popup belongs to the system and is out of reach. */
  async choose(query: Query, option: string): Promise<void> {
    await this.until(`no option ${option}: ${inWords(query)}`, () => this.#call('choose', sendable(query), option));
  }

  /** Sets a field whose parts are typed differently in every browser, such as a date. */
  async enter(query: Query, value: string): Promise<void> {
    await this.until(`no field: ${inWords(query)}`, () => this.#call('fill', sendable(query), value));
  }

  /** Every match is as wide as its content. */
  async holds(query: Query): Promise<void> {
    const [spilled] = await this.#call<readonly string[]>('spilled', sendable(query));
    if (spilled !== undefined) throw new Error(`wider than its place: ${spilled}`);
  }

  /** The page never scrolls sideways, no link covers a control that is not its own, and the window has the right size. */
  async fitsWindow(): Promise<void> {
    const { wanted, width, height } = await this.#call<{ wanted: number; width: number; height: number }>('size');
    if (width > this.size.width || Math.abs(height - this.size.height) > 1)
      throw new Error(`the window is ${width} × ${height}`);
    const [covered] = await this.#call<readonly string[]>('covered');
    if (covered !== undefined) throw new Error(covered);
    if (wanted > width) throw new Error(`the page is ${wanted} px wide in a window of ${width}`);
  }

  async errors(): Promise<readonly string[]> {
    const inPage = (await this.#call<readonly string[] | null>('errors')) ?? [];
    return [...new Set([...inPage, ...this.#driver.takeErrors()])];
  }

  picture(): Promise<Buffer> {
    return this.#driver.picture();
  }

  async #pointer(pointerType: 'mouse' | 'touch', actions: Input['actions']): Promise<void> {
    await this.#driver.perform({ type: 'pointer', id: pointerType, parameters: { pointerType }, actions });
  }

  async #call<Answer>(name: string, ...values: readonly unknown[]): Promise<Answer> {
    return (await this.#driver.call(name, values)) as Answer;
  }
}
