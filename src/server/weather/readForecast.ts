import type { Conditions, Taf } from '#contract/gateway/weather.ts';
import type { Instant } from '#domain/time/time.ts';
import { type Groups, named, readForecast } from './groups.ts';
import { instantIn, isoOf, isSpan, type Span, spanIn } from './reportTimes.ts';

type Part = Taf['parts'][number];
type Kind = Part['kind'];

/** A change word, its windows, and what it says. */
type Change = { readonly word: string; readonly kind: Kind; readonly windows: string[]; readonly groups: string[] };

/** No forecast has more: with more parts it would be megabytes for every screen. */
const maxParts = 40;

/**
 * The parts of a forecast by the words after its time; null for words that are none. What it leaves open is named.
 */
export function readTafBody(
  words: readonly string[],
  issued: Instant,
): Pick<Taf, 'from' | 'to' | 'parts' | 'unread'> | null {
  const end = words.findIndex((word) => word.startsWith('RMK'));
  const [first = '', ...rest] = end < 0 ? words : words.slice(0, end);
  const span = spanIn(first, issued);
  if (!span) return null;
  const changes = changesIn(rest);
  if (changes.reduce((sum, { windows }) => sum + Math.max(windows.length, 1), 0) > maxParts) return null;
  const { prevailing, others, unread } = placed(changes, span, issued);
  const parts = [...spread(prevailing, span), ...others].toSorted((a, b) => a.from - b.from);
  if (parts.length === 0) return null;
  return {
    from: isoOf(span.from),
    to: isoOf(span.to),
    parts: parts.map(({ from, to, kind, conditions }) => ({ from: isoOf(from), to: isoOf(to), kind, conditions })),
    unread: named(unread),
  };
}

const isFrom = /^FM\d/;
const isProbability = /^PROB\d\d$/;

/** Several windows after one word have the same conditions; a window after conditions begins another such part. */
function changesIn(words: readonly string[]): Change[] {
  let last: Change = { word: '', kind: 'prevailing', windows: [], groups: [] };
  const changes = [last];
  const begin = (change: Omit<Change, 'groups'>) => changes.push((last = { ...change, groups: [] }));
  for (const word of words) {
    const isTemporary = word === 'TEMPO' || word === 'INTER';
    const isUntouched = last.windows.length === 0 && last.groups.length === 0;
    if (isFrom.test(word)) begin({ word: 'FM', kind: 'prevailing', windows: [word] });
    else if (word === 'BECMG') begin({ word, kind: 'prevailing', windows: [] });
    else if (isProbability.test(word)) begin({ word, kind: 'probable', windows: [] });
    // `PROB30 TEMPO` begins one part.
    else if (isTemporary && last.kind === 'probable' && isUntouched) continue;
    else if (isTemporary) begin({ word, kind: 'temporary', windows: [] });
    else if (!isSpan(word) || last.word === '' || last.word === 'FM') last.groups.push(word);
    else if (last.groups.length === 0) last.windows.push(word);
    else begin({ ...last, windows: [word] });
  }
  return changes;
}

type Placed = Span & { readonly kind: Kind; readonly conditions: Conditions };
type Prevailing = Span & { readonly word: string; readonly groups: Groups };

/** A change with its time. One without a time within the forecast may be at any time of it, and is named. */
function placed(changes: readonly Change[], whole: Span, issued: Instant) {
  const prevailing: Prevailing[] = [];
  const others: Placed[] = [];
  const unread: string[] = [];
  for (const change of changes) {
    const { word, kind, windows, groups } = change;
    const read = readForecast(groups);
    const spans =
      word === '' ? [whole] : windows.flatMap((window) => spanOf(window, whole, issued, prevailing.at(-1)) ?? []);
    if (spans.length === 0 || spans.length < windows.length) {
      unread.push(...(word === 'FM' ? [] : [word]), ...windows, ...groups);
      others.push({ ...whole, kind: 'probable', conditions: read.conditions });
    } else unread.push(...read.unread);
    for (const span of spans) {
      if (kind === 'prevailing') prevailing.push({ ...span, word, groups: read });
      else others.push({ ...span, kind, conditions: read.conditions });
    }
  }
  return { prevailing, others, unread };
}

/** Null for a time outside the forecast, and for a beginning before that of the part before it. */
function spanOf(window: string, whole: Span, issued: Instant, before: Prevailing | undefined): Span | null {
  if (!isFrom.test(window)) {
    const span = spanIn(window, issued);
    return span && span.to > whole.from && span.from < whole.to ? span : null;
  }
  const from = instantIn(window, issued);
  if (from === null || from < whole.from || from >= whole.to) return null;
  const isAfter = !before || from > before.from || (from === before.from && before.word === '');
  return isAfter ? { from, to: whole.to } : null;
}

/** A prevailing part holds until the next one begins, or until the change to that is complete. */
function spread(prevailing: readonly Prevailing[], whole: Span): Placed[] {
  const parts: Placed[] = [];
  let conditions: Conditions | null = null;
  for (const [place, { word, from, groups }] of prevailing.entries()) {
    conditions = conditions && word === 'BECMG' ? changed(conditions, groups) : groups.conditions;
    const after = prevailing.slice(place + 1);
    const next = after[0];
    const ends = [whole.to, ...after.flatMap((change) => (change.word === 'FM' ? change.from : []))];
    if (next) ends.push(next.word === 'BECMG' ? next.to : next.from);
    const to = Math.min(...ends);
    if (to > from) parts.push({ from: Math.max(from, whole.from), to, kind: 'prevailing', conditions });
  }
  return parts;
}

/** What a change does not mention stays. What it mentions and cannot be read is not known. */
function changed(before: Conditions, { conditions, stated }: Groups): Conditions {
  const kept = before.incomplete.filter((member) => !stated.has(member));
  return {
    wind: stated.has('wind') ? conditions.wind : before.wind,
    visibility: stated.has('visibility') ? conditions.visibility : before.visibility,
    ceiling: stated.has('ceiling') ? conditions.ceiling : before.ceiling,
    weather: stated.has('weather') ? conditions.weather : before.weather,
    incomplete: [...new Set([...kept, ...conditions.incomplete])],
  };
}
