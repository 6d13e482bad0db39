import { parseArgs } from 'node:util';

/** What `--for` names in a command's arguments; `help` for `--help`; null for anything else. */
export function kindAsked<Kind extends string>(args: readonly string[], kinds: readonly Kind[]): Kind | 'help' | null {
  const options = { for: { type: 'string' }, help: { type: 'boolean' } } as const;
  try {
    const { values } = parseArgs({ args: [...args], options, strict: true });
    return values.help ? 'help' : (kinds.find((one) => one === values.for) ?? null);
  } catch {
    return null;
  }
}
