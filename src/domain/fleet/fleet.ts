import type { RecordOf } from '#contract/answers.ts';
import { inOrder } from '#domain/words.ts';

export type Aircraft = RecordOf<'listAircraft'>;

/** `Cessna 172S`; the model alone if the make is missing or the model already begins with it. */
export function modelText(aircraft: Pick<Aircraft, 'make' | 'model'>): string {
  const make = aircraft.make?.name?.trim() ?? '';
  const model = aircraft.model?.name?.trim() ?? '';
  if (model.toLowerCase().startsWith(make.toLowerCase())) return model || make || 'Unknown model';
  return [make, model].filter(Boolean).join(' ');
}

/** A registration: capitals and figures, with or without a hyphen. */
const registration = /^[A-Z][A-Z0-9-]{3,9}$/;

/** The last three characters of a tail number, which are used on the radio; all of a simulator's name. */
export function shortTail(tail: string): string {
  return registration.test(tail) ? tail.slice(-3) : tail;
}

/** Aircraft by tail number, simulators after all aircraft; those without a tail number last, those of the same one by id. */
export function byTail(a: Aircraft, b: Aircraft): number {
  const simulators = Number(a.isSimulator ?? false) - Number(b.isSimulator ?? false);
  return (
    simulators ||
    inOrder.compare(a.tailNumber ?? '~', b.tailNumber ?? '~') ||
    inOrder.compare(a.aircraftId, b.aircraftId)
  );
}

/** Groups of one model, by the model's name; models with only simulators come last. */
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

/** True if the text is part of the tail number (`512` finds N512SP) or the model. Letter case and dashes do not matter. */
export function matchesAircraft(aircraft: Aircraft, text: string): boolean {
  const plain = (value: string) => value.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const wanted = plain(text);
  return plain(aircraft.tailNumber ?? '').includes(wanted) || plain(modelText(aircraft)).includes(wanted);
}
