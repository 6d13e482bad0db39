import { reminderClasses, reminderNameKey, type SetClasses } from '#contract/access/reminderClasses.ts';
import { classByName, classWords, reminderClassOf } from '#domain/maintenance/reminderClass.ts';
import { inOrder } from '#domain/words.ts';

/** What a manager can choose: a class, or nothing, so that the name tells it. */
const classChoices = ['', ...reminderClasses] as const;
type ClassChoice = (typeof classChoices)[number];

export type ClassRow = {
  /** The name as the service writes it; for a name that no reminder has any more, as it was stored. */
  readonly name: string;
  /** `Conditional: IFR only`. */
  readonly words: string;
  readonly chosen: ClassChoice;
  readonly options: readonly { readonly value: ClassChoice; readonly label: string }[];
};

const labels = { airworthiness: 'Airworthiness', conditional: 'Conditional', advisory: 'Advisory' } as const;

/** Each name of a reminder once, in order, with its class. Names that a manager set stay although no reminder has them. */
export function classRows(names: readonly string[], set: SetClasses): readonly ClassRow[] {
  const byKey = new Map(Object.keys(set).map((key) => [key, key]));
  for (const name of names) if (name.trim() !== '') byKey.set(reminderNameKey(name), name.trim());
  return [...byKey]
    .toSorted(([, a], [, b]) => inOrder.compare(a, b))
    .map(([key, name]): ClassRow => ({
      name,
      words: classWords(reminderClassOf(name, set)),
      chosen: set[key] ?? '',
      options: classChoices.map((value) => ({
        value,
        label: value === '' ? `by name: ${labels[classByName(name).reminderClass].toLowerCase()}` : labels[value],
      })),
    }));
}

/** `14 names, 2 set`. */
export function classCount(rows: readonly ClassRow[]): string {
  return `${rows.length} names, ${rows.filter(({ chosen }) => chosen !== '').length} set`;
}
