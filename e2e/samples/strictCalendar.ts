/** A property of iCalendar: its name, its parameters by name, and its value as written. */
type Property = { readonly name: string; readonly given: ReadonlyMap<string, string>; readonly value: string };
type Component = { readonly name: string; readonly properties: Property[]; readonly components: Component[] };

/**
 * What is wrong with a calendar file by the letter of RFC 5545; empty if nothing is. It is written for tests from the
 * standard's grammar, apart from the library that writes the files.
 */
export function calendarFaults(file: Uint8Array): string[] {
  const faults: string[] = [];
  const lines = unfolded(file, faults);
  const calendar = read(lines, faults);
  if (!calendar) return [...faults, 'no VCALENDAR'];
  checkCalendar(calendar, faults);
  return faults;
}

/** The content lines (3.1): CRLF after each, at most 75 octets in each line of the file, folds between characters. */
function unfolded(file: Uint8Array, faults: string[]): string[] {
  const text = Buffer.from(file).toString('latin1');
  if (!text.endsWith('\r\n')) faults.push('the last line does not end with CRLF');
  const physical = text.replace(/\r\n$/, '').split('\r\n');
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const lines: string[] = [];
  for (const line of physical) {
    if (/[\r\n]/.test(line)) faults.push('CR or LF alone');
    if (line.length > 75) faults.push(`${line.length} octets in a line`);
    let characters = '';
    try {
      characters = decoder.decode(Buffer.from(line, 'latin1'));
    } catch {
      faults.push('a line is cut within a character');
    }
    // oxlint-disable-next-line no-control-regex -- these are what is meant
    if (/[\0-\x08\x0A-\x1F\x7F]/.test(characters)) faults.push('a control character');
    if (/^[ \t]/.test(characters) && lines.length > 0) lines.push(`${lines.pop() ?? ''}${characters.slice(1)}`);
    else lines.push(characters);
  }
  return lines;
}

const contentLine = /^([A-Za-z0-9-]+)((?:;[A-Za-z0-9-]+=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):(.*)$/s;

/** The calendar with its components; properties must stand before components (3.6). */
function read(lines: readonly string[], faults: string[]): Component | null {
  const open: Component[] = [];
  let whole: Component | null = null;
  for (const line of lines) {
    const [, written, parameters = '', value = ''] = contentLine.exec(line) ?? [];
    const name = written?.toUpperCase();
    const inner = open.at(-1);
    if (name === undefined) faults.push(`no content line: ${line}`);
    else if (name === 'BEGIN') {
      const begun = { name: value, properties: [], components: [] };
      if (inner) inner.components.push(begun);
      else if (whole) faults.push('two calendars');
      whole ??= begun;
      open.push(begun);
    } else if (name === 'END') {
      if (open.pop()?.name !== value) faults.push(`END:${value} without its BEGIN`);
    } else if (inner) {
      if (inner.components.length > 0) faults.push(`${name} of ${inner.name} stands after a component`);
      inner.properties.push({ name, given: given(parameters), value });
    } else faults.push(`${name} is outside the calendar`);
  }
  if (open.length > 0) faults.push('no END');
  return whole?.name === 'VCALENDAR' ? whole : null;
}

function given(parameters: string): ReadonlyMap<string, string> {
  const parts = parameters.split(';').filter(Boolean);
  return new Map(parts.map((part) => [part.replace(/=.*/s, '').toUpperCase(), part.replace(/^[^=]*=/, '')]));
}

const dateTime = /^\d{8}T\d{6}Z?$/;
const texts = new Set(['SUMMARY', 'DESCRIPTION', 'LOCATION', 'NAME', 'X-WR-CALNAME', 'UID', 'PRODID', 'TZID']);

function checkCalendar(calendar: Component, faults: string[]): void {
  expectOnce(calendar, ['PRODID', 'VERSION'], faults);
  // 3.6: icalbody = calprops component; component = 1*(…).
  if (calendar.components.length === 0) faults.push('no component');
  const zones = calendar.components.filter(({ name }) => name === 'VTIMEZONE');
  const known = new Set(zones.map((zone) => valueOf(zone, 'TZID')));
  if (known.size < zones.length) faults.push('a time zone is defined twice');
  for (const zone of zones) {
    expectOnce(zone, ['TZID'], faults);
    if (zone.components.length === 0) faults.push('a time zone without STANDARD or DAYLIGHT');
    for (const observance of zone.components) expectOnce(observance, ['DTSTART', 'TZOFFSETFROM', 'TZOFFSETTO'], faults);
  }
  const events = calendar.components.filter(({ name }) => name === 'VEVENT');
  const ids = new Set(events.map((event) => valueOf(event, 'UID')));
  if (ids.size < events.length) faults.push('two events with one UID');
  for (const event of events) checkEvent(event, known, faults);
  for (const part of [calendar, ...calendar.components]) {
    for (const { name, value } of part.properties)
      if (texts.has(name) && !/^(?:[^\\;,]|\\[\\;,nN])*$/s.test(value)) faults.push(`${name} is not escaped`);
  }
}

function checkEvent(event: Component, zones: ReadonlySet<string | null>, faults: string[]): void {
  expectOnce(event, ['UID', 'DTSTAMP', 'DTSTART'], faults);
  if (!/^\d{8}T\d{6}Z$/.test(valueOf(event, 'DTSTAMP') ?? '')) faults.push('DTSTAMP is not in UTC');
  const [start, end] = ['DTSTART', 'DTEND'].map((name) => event.properties.find((property) => property.name === name));
  for (const time of [start, end]) {
    if (!time) continue;
    const zone = time.given.get('TZID');
    if (!dateTime.test(time.value)) faults.push(`${time.name} is no time`);
    if (zone !== undefined && !zones.has(zone)) faults.push(`${time.name} is in a zone that is not defined`);
    if (zone !== undefined && time.value.endsWith('Z')) faults.push(`${time.name} is both in a zone and in UTC`);
  }
  if (!start || !end) return;
  if (start.given.get('TZID') !== end.given.get('TZID')) faults.push('DTSTART and DTEND differ in form');
  // 3.8.2.2: its value MUST be later in time than the value of DTSTART.
  if (end.value <= start.value) faults.push('DTEND is not later than DTSTART');
}

function valueOf(component: Component, name: string): string | null {
  return component.properties.find((property) => property.name === name)?.value ?? null;
}

function expectOnce({ name, properties }: Component, names: readonly string[], faults: string[]): void {
  for (const one of names) {
    const count = properties.filter((property) => property.name === one).length;
    if (count !== 1) faults.push(`${one} of ${name} stands ${count} times`);
  }
}
