/**
 * Code that runs in the page before the dashboard: the clock of the tests, a list of errors, and the search for parts by role and
 * name. The functions are sent as source text, so they use only each other.
 */

/** A name or a text: exact, or as a pattern. */
type Wanted = string | { readonly source: string; readonly flags: string };

/** Visible parts of a page: by role and accessible name, by their own text, or by a selector; or the nth of them. */
export type Query = {
  readonly role?: string;
  readonly name?: Wanted;
  readonly text?: Wanted;
  readonly css?: string;
  readonly within?: Query;
  /** Only parts that nothing covers. */
  readonly isFree?: boolean;
  readonly nth?: number;
};

/** Where a part is in the window; `cover` says what covers its middle. */
export type VisibleBox = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly cover: string | null;
};

type InPage = {
  readonly count: (query: Query) => number;
  readonly texts: (query: Query) => string[];
  readonly place: (query: Query) => VisibleBox | null;
  readonly covered: () => string[];
  readonly style: (query: Query, property: string) => string | null;
  readonly touch: (query: Query) => boolean;
  readonly attribute: (query: Query, name: string) => string | null;
  readonly choose: (query: Query, option: string) => boolean;
  readonly fill: (query: Query, value: string) => boolean;
  readonly scrolled: (query: Query) => { readonly x: number; readonly y: number } | null;
  readonly isBusy: () => boolean;
  readonly size: () => { readonly wanted: number; readonly width: number; readonly height: number };
  readonly focus: (query: Query) => boolean;
  readonly spilled: (query: Query) => string[];
  readonly back: () => boolean;
  readonly errors: () => string[];
};

declare global {
  interface Window {
    inPage: InPage;
  }
}

/** Fixes the device's clock at an instant: that of the gateway, which the page follows. */
function standStill(time: number): void {
  const Running = Date;
  window.Date = new Proxy(Running, {
    construct: (target, values, made) => Reflect.construct(target, values.length > 0 ? values : [time], made),
    apply: () => new Running(time).toString(),
    get: (target, key) => (key === 'now' ? () => time : Reflect.get(target, key)),
  });
}

/** Uncaught errors, console lines, violations of the content security policy, and refused requests. */
function watchErrors(): string[] {
  const errors: string[] = [];
  window.addEventListener('error', ({ message, filename, lineno }) =>
    errors.push(`${message} (${filename}:${lineno})`),
  );
  window.addEventListener('unhandledrejection', ({ reason }) => errors.push(`not caught: ${String(reason)}`));
  document.addEventListener('securitypolicyviolation', (breach) =>
    errors.push(`${breach.violatedDirective} forbids ${breach.blockedURI}`),
  );
  for (const level of ['error', 'warn'] as const) {
    const write = console[level].bind(console);
    console[level] = (...words: unknown[]) => {
      errors.push(`console.${level}: ${words.map(String).join(' ')}`);
      write(...words);
    };
  }
  const ask = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const answer = await ask(input, init);
    if (answer.status >= 400) errors.push(`${answer.status} for ${answer.url}`);
    return answer;
  };
  return errors;
}

function isSeen(element: Element): boolean {
  if (!element.checkVisibility({ visibilityProperty: true })) return false;
  // WebKit counts the content of a closed part as visible.
  const closed = element.closest('details:not([open])');
  const isClosed = closed !== null && closed !== element && !element.closest('summary');
  return !isClosed && element.getClientRects().length > 0 && element.closest('[inert]') === null;
}

function roleOf(element: Element): string {
  const given = element.getAttribute('role');
  if (given) return given;
  const tag = element.localName;
  if (tag === 'a') return element.hasAttribute('href') ? 'link' : '';
  if (element instanceof HTMLInputElement) {
    const byType: { [type: string]: string } = {
      checkbox: 'checkbox',
      radio: 'radio',
      range: 'slider',
      search: 'searchbox',
    };
    return byType[element.type] ?? 'textbox';
  }
  if (tag === 'article') return tag;
  if (tag === 'section') return element.matches('[aria-label],[aria-labelledby]') ? 'region' : '';
  if (/^h[1-6]$/.test(tag)) return 'heading';
  if (tag === 'th') return element.getAttribute('scope') === 'row' ? 'rowheader' : 'columnheader';
  const byTag: { [tag: string]: string } = {
    button: 'button',
    select: 'combobox',
    textarea: 'textbox',
    li: 'listitem',
    ul: 'list',
    ol: 'list',
    tr: 'row',
    td: 'cell',
    table: 'table',
    dialog: 'dialog',
    main: 'main',
    nav: 'navigation',
    header: 'banner',
    fieldset: 'group',
    summary: 'summary',
  };
  return byTag[tag] ?? '';
}

/** The visible text of a part, in one line. */
function textOf(element: Element): string {
  return (element instanceof HTMLElement ? element.innerText : (element.textContent ?? ''))
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function nameOf(element: Element): string {
  const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
  const named = ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
  const labels =
    element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? [...(element.labels ?? [])] : [];
  const label = labels
    .map((one) => (one.contains(element) ? textBefore(one, element) : (one.textContent ?? '')))
    .join(' ');
  const attribute = element.getAttribute('aria-label') ?? '';
  const name = named || attribute || label || textOf(element) || (element.getAttribute('title') ?? '');
  return name.replaceAll(/\s+/g, ' ').trim();
}

/** The words of the label around a control, without the control's own. */
function textBefore(label: Element, control: Element): string {
  return [...label.childNodes]
    .filter((node) => !node.contains(control))
    .map((node) => node.textContent ?? '')
    .join(' ');
}

function fits(text: string, wanted: Wanted): boolean {
  return typeof wanted === 'string' ? text === wanted : new RegExp(wanted.source, wanted.flags).test(text);
}

function all({ role, name, text, css, within, isFree, nth }: Query): Element[] {
  const roots: ParentNode[] = within ? all(within) : [document.body];
  let found = roots.flatMap((root) => [...root.querySelectorAll(css ?? '*')]);
  if (role !== undefined) found = found.filter((element) => roleOf(element) === role);
  if (text !== undefined) {
    // Cheaper than the visible text, which needs a new layout of the window for each element.
    const written = (element: Element) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    found = found.filter((element) => fits(written(element), text) && !element.matches('script,style'));
    const isInner = role === undefined && css === undefined;
    if (isInner) found = found.filter((element) => ![...element.children].some((child) => found.includes(child)));
  }
  found = found.filter(isSeen);
  if (name !== undefined) found = found.filter((element) => fits(nameOf(element), name));
  if (isFree) found = found.filter((element) => placeOf(element).cover === null);
  if (nth === undefined) return found;
  const one = found.at(nth);
  return one ? [one] : [];
}

function placeOf(element: Element): VisibleBox {
  const { left, top, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  const isOwn = hit !== null && (element.contains(hit) || hit.closest('label')?.contains(element) === true);
  const cover = isOwn ? null : hit ? `${hit.localName} “${textOf(hit).slice(0, 40)}”` : 'nothing';
  return { left, top, width, height, cover };
}

function place(query: Query): VisibleBox | null {
  const element = all(query)[0];
  if (!element) return null;
  const { top, left, bottom, right } = element.getBoundingClientRect();
  const isInside = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
  // A part under a fixed bar is scrolled to the middle too.
  if (!isInside || placeOf(element).cover !== null)
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  return placeOf(element);
}

/** Controls in the window covered by a link that is not theirs; bars of a timeline may be under its first column. */
function covered(): string[] {
  const controls = [...document.querySelectorAll('main :is(a[href], button, input, select)')];
  return controls.flatMap((control) => {
    if (!isSeen(control) || control.closest('[role=grid], dialog')) return [];
    const { left, top, width, height } = control.getClientRects()[0] ?? control.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, top + height / 2)?.closest('main a');
    if (!over || over.contains(control) || control.contains(over)) return [];
    return [`“${nameOf(control)}” lies under the link “${nameOf(over)}”`];
  });
}

/** A touch, for browsers whose driver has none. */
function touch(query: Query): boolean {
  const [element] = all(query);
  if (!element) return false;
  const { left, top, width, height } = placeOf(element);
  const at = { clientX: left + width / 2, clientY: top + height / 2, bubbles: true, cancelable: true, composed: true };
  const finger = { ...at, pointerId: 7, pointerType: 'touch', isPrimary: true };
  const target = document.elementFromPoint(at.clientX, at.clientY) ?? element;
  for (const type of ['pointerover', 'pointerdown', 'pointerup', 'pointerout', 'click'])
    target.dispatchEvent(new PointerEvent(type, finger));
  return true;
}

/** Sets a field's value as typing does: React listens to the prototype's setter. */
function setValue(element: HTMLInputElement | HTMLSelectElement, value: string, event: string): void {
  const prototype = element instanceof HTMLSelectElement ? HTMLSelectElement.prototype : HTMLInputElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value);
  element.dispatchEvent(new Event(event, { bubbles: true }));
}

function partsOfPage(errors: string[]): InPage {
  return {
    count: (query) => all(query).length,
    texts: (query) => all(query).map(textOf),
    place,
    covered,
    touch,
    style: (query, property) => {
      const [element] = all(query);
      return element ? getComputedStyle(element).getPropertyValue(property) : null;
    },
    attribute: (query, name) => all(query)[0]?.getAttribute(name) ?? null,
    choose: (query, option) => {
      const [field] = all(query);
      if (!(field instanceof HTMLSelectElement)) return false;
      const wanted = [...field.options].find((candidate) => textOf(candidate) === option || candidate.value === option);
      if (wanted) setValue(field, wanted.value, 'change');
      return wanted !== undefined;
    },
    fill: (query, value) => {
      const [field] = all(query);
      if (!(field instanceof HTMLInputElement)) return false;
      setValue(field, value, 'input');
      return true;
    },
    scrolled: (query) => {
      const [element] = all(query);
      return element ? { x: element.scrollLeft, y: element.scrollTop } : null;
    },
    isBusy: () =>
      /\bnot (loaded|known) yet\b|(Connecting|Loading)[\w ]*…/.test(document.body.innerText) ||
      document.fonts.status === 'loading' ||
      document.querySelector('[data-state=loading]') !== null ||
      all({ role: 'status', name: { source: '^Loading', flags: '' } }).length > 0,
    size: () => ({ wanted: document.documentElement.scrollWidth, width: innerWidth, height: innerHeight }),
    focus: (query) => {
      const [element] = all(query);
      if (element instanceof HTMLElement) element.focus();
      return element !== undefined && element === document.activeElement;
    },
    spilled: (query) =>
      all(query).flatMap((element) => (element.scrollWidth > element.clientWidth + 1 ? [textOf(element)] : [])),
    back: () => {
      history.back();
      return true;
    },
    errors: () => errors.splice(0),
  };
}

/** The script that must run before the dashboard's own. */
export function earlyScript(now: string): string {
  const parts = [
    standStill,
    watchErrors,
    isSeen,
    roleOf,
    textOf,
    textBefore,
    nameOf,
    fits,
    all,
    placeOf,
    place,
    covered,
    touch,
    setValue,
    partsOfPage,
  ];
  const time = Date.parse(now);
  return `(() => {\n${parts.map(String).join('\n')}\nstandStill(${time});\nwindow.inPage = partsOfPage(watchErrors());\n})();\n`;
}
