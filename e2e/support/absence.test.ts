import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { type Source, sourceTree } from './sourceTree.ts';

/**
 * Only `noneText` (`domain/answers/known.ts`) may say that there is nothing, because it does so only if that is known. The list
 * below has the exceptions, each with a reason.
 */
const sayers = new Set(['noneText', 'useNoneText', 'none']);
const absence = /^(No|None|Nothing|All clear)\b/;

const allowed: Readonly<Record<string, readonly string[]>> = {
  'handed to noneText by name': [
    'No more departures today or tomorrow.',
    'No returns due.',
    'Nothing upcoming.',
    'Nothing in progress.',
    'Nothing awaiting close-out.',
    'Nothing completed yet.',
    'No open squawks match.',
    'No open squawks.',
    'No reminders match.',
    'No reservations match these filters.',
    'No instructors match these filters.',
    'No loaded instructors match.',
  ],
  'said where the knowledge is asked beforehand': ['No conflicts', 'Nothing late'],
  'of what a person chose, wrote or handed out in this browser or at this gateway': [
    'None',
    'None (solo or rental)',
    'No end',
    'No end: …',
    'No end, no reason given',
    'No preview',
    'No saved views yet.',
    'Nothing has been handed out yet.',
    'No failed call since start.',
  ],
  'of one record that is here': [
    'No tail',
    'No tail number',
    'No people on this reservation.',
    'No date',
    'No aircraft in service has the ID ….',
    'No such data set',
    'No user has the ID ….',
    'No user has the external ID “…”. It is compared exactly, including letter case and blanks.',
  ],
  'of what is loaded, as it says itself': [
    'No match among ….',
    'No rows match these filters.',
    'No data to chart.',
    'No data yet',
    'None in the service’s latest responses.',
    'None in the data loaded so far.',
    'No aircraft has “…” in its tail number or model.',
    'Nothing is booked then.',
    'No flight has been measured yet.',
    'No shop visit is booked in the days that are known.',
    'Nothing is booked after the limit.',
    'Nothing is known from … on: no time is proposed there',
  ],
  'of the way to the data': ['No connection', 'No connection since …', 'No answer from the flight service'],
};

type Node = { readonly type: string; readonly [member: string]: unknown };

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The absence texts of a module that are not passed to one of `sayers`. */
function absenceIn({ path, text }: Source): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (!isNode(node) || isSayer(node)) return;
    const shown = textOf(node);
    if (shown !== null && absence.test(shown)) found.push(shown);
    Object.values(node).forEach(visit);
  };
  visit(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }));
  return found;
}

function isSayer({ type, callee }: Node): boolean {
  return type === 'CallExpression' && isNode(callee) && sayers.has(String(callee['name']));
}

function textOf(node: Node): string | null {
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value'];
  if (node.type === 'JSXText') return String(node['value']).trim();
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return null;
  return node['quasis'].map((part: { value: { cooked: string } }) => part.value.cooked).join('…');
}

test('absence is stated through noneText, or is in the list', () => {
  const found = sourceTree()
    .filter(({ path, isTest }) => !isTest && path.startsWith('src/web/'))
    .flatMap((source) => absenceIn(source).map((words) => ({ path: source.path, words })));
  const listed = Object.values(allowed).flat();
  expect(found.filter(({ words }) => !listed.includes(words))).toEqual([]);
  expect(listed.filter((one) => !found.some(({ words }) => words === one))).toEqual([]);
});

test('an absence text used directly is found, one passed to noneText is not', () => {
  const source = (text: string): Source => ({ path: 'src/web/a.tsx', text, isTest: false });
  expect(absenceIn(source('const a = <p>Nothing is late.</p>;'))).toEqual(['Nothing is late.']);
  expect(absenceIn(source('const a = noneText(known, `No ${b}.`);'))).toEqual([]);
});
