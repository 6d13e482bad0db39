import type { RecordOf } from '#contract/answers.ts';

export type Aircraft = RecordOf<'listAircraft'>;

/** `Cessna 172S`; the model alone where the make is missing or already said by it. */
export function modelText(aircraft: Pick<Aircraft, 'make' | 'model'>): string {
  const make = aircraft.make?.name?.trim() ?? '';
  const model = aircraft.model?.name?.trim() ?? '';
  if (model.toLowerCase().startsWith(make.toLowerCase())) return model || make || 'Unknown model';
  return [make, model].filter(Boolean).join(' ');
}

const tails = new Intl.Collator('en', { numeric: true });

/** Aircraft by tail number, with simulators after all aircraft; tail-less ones last. */
export function byTail(a: Aircraft, b: Aircraft): number {
  const simulators = Number(a.isSimulator ?? false) - Number(b.isSimulator ?? false);
  return simulators || tails.compare(a.tailNumber ?? '~', b.tailNumber ?? '~');
}

/** Groups of one model, in order of the model's name; models that are simulators only stand last. */
export function groupByModel<Row extends { readonly aircraft: Aircraft }>(
  rows: readonly Row[],
): { readonly model: string; readonly rows: readonly Row[] }[] {
  const groups = [...Map.groupBy(rows, (row) => modelText(row.aircraft))].map(([model, members]) => ({
    model,
    rows: members,
  }));
  const isSimulated = (group: (typeof groups)[number]) => group.rows.every((row) => row.aircraft.isSimulator === true);
  return groups.toSorted((a, b) => Number(isSimulated(a)) - Number(isSimulated(b)) || a.model.localeCompare(b.model));
}

/** True where the text is part of the tail number (`512` finds N512SP), whatever the letter case or dashes, or of the model. */
export function matchesAircraft(aircraft: Aircraft, text: string): boolean {
  const plain = (value: string) => value.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const wanted = plain(text);
  return plain(aircraft.tailNumber ?? '').includes(wanted) || plain(modelText(aircraft)).includes(wanted);
}
