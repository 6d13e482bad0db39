import { mkdirSync, writeFileSync } from 'node:fs';
import { parseAst } from 'vite';
import { type Source, sourceTree } from './sourceTree.ts';

/**
 * `npm run strings`: writes every text that a screen can show to `test-results/strings.txt`, for review by people who do not
 * read code. `npm test` writes it too.
 */

const read = ['src/web/', 'src/domain/', 'src/contract/'];
/** Texts in these nodes are for programs, not for people. */
const programs = new Set(['ImportDeclaration', 'ExportNamedDeclaration.source', 'TSLiteralType', 'Property.key']);
const attributes = new Set([
  'aria-label',
  'aria-description',
  'label',
  'title',
  'placeholder',
  'alt',
  'caption',
  'summary',
]);

type Node = { readonly type: string; readonly [member: string]: unknown };

function stringsIn({ path, text }: Source): readonly string[] {
  const found = new Set<string>();
  visit(parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' }), [], found);
  return [...found];
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function visit(node: unknown, above: readonly string[], found: Set<string>): void {
  if (Array.isArray(node)) for (const one of node) visit(one, above, found);
  if (!isNode(node) || programs.has(node.type)) return;
  const shown = textOf(node, above);
  if (shown !== null) found.add(shown);
  for (const [member, child] of Object.entries(node)) {
    if (programs.has(`${node.type}.${member}`)) continue;
    visit(child, isNode(node) ? [nameOf(node), ...above] : above, found);
  }
}

/** The name of a node for its children: an attribute has its own name. */
function nameOf(node: Node): string {
  return node.type === 'JSXAttribute' && isNode(node['name']) ? `@${String(node['name']['name'])}` : node.type;
}

function textOf(node: Node, above: readonly string[]): string | null {
  if (node.type === 'JSXText') return worded(String(node['value']), true);
  const attribute = above.find((name) => name.startsWith('@'))?.slice(1);
  const isAttribute = attribute !== undefined && above.indexOf(`@${attribute}`) <= 1;
  if (isAttribute && !attributes.has(attribute)) return null;
  if (node.type === 'Literal' && typeof node['value'] === 'string') return worded(node['value'], isAttribute);
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node['quasis'])) return null;
  const parts = node['quasis'].map((part: { value: { cooked: string } }) => part.value.cooked);
  return worded(parts.join('…'), isAttribute);
}

/** Null for texts that look like code: one word in lower case, an address, a selector, a format. */
function worded(text: string, isShown: boolean): string | null {
  const words = text.replaceAll(/\s+/g, ' ').trim();
  if (!/\p{L}{2}/u.test(words)) return null;
  if (isShown) return words;
  const isProse = /\p{L}+[,;:.’]? \p{L}+/u.test(words) || /^\p{Lu}\p{Ll}+/u.test(words);
  return isProse && !/^[#./(]|[{}[\]<>]|=|--|\dpx/.test(words) ? words : null;
}

/** Every text that a screen can show, by file. */
function interfaceStrings(): string {
  const files = sourceTree()
    .filter(({ path, isTest }) => !isTest && read.some((folder) => path.startsWith(folder)))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map((source) => ({ path: source.path, strings: stringsIn(source) }))
    .filter(({ strings }) => strings.length > 0);
  return files.map(({ path, strings }) => `${[path, ...strings.map((one) => `  ${one}`)].join('\n')}\n`).join('\n');
}

mkdirSync('test-results', { recursive: true });
writeFileSync('test-results/strings.txt', interfaceStrings());
