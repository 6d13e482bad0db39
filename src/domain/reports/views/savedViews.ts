import type { ReportId } from '#domain/reports/loading/dataSets.ts';
import { readView, type ViewTexts } from './viewCodec.ts';

/** A view with a name, as it stands in an address: what an older or newer version wrote is read as far as it can be. */
export type SavedView = { readonly dataSet: ReportId; readonly name: string; readonly view: Partial<ViewTexts> };

export type Saving = { readonly views: readonly SavedView[]; readonly problem: string | null };

const longestName = 60;

/** Those of one data set, by name. */
export function viewsOf(views: readonly SavedView[], dataSet: ReportId): SavedView[] {
  return views.filter((one) => one.dataSet === dataSet).toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** With this view; one of the same name is replaced. */
export function withView(views: readonly SavedView[], view: SavedView): Saving {
  const name = view.name.trim();
  if (name === '') return { views, problem: 'A view needs a name.' };
  if (name.length > longestName) return { views, problem: `A name has at most ${longestName} letters.` };
  return { views: [...withoutView(views, { ...view, name }), { ...view, name }], problem: null };
}

export function withoutView(views: readonly SavedView[], view: Pick<SavedView, 'dataSet' | 'name'>): SavedView[] {
  return views.filter(({ dataSet, name }) => dataSet !== view.dataSet || name !== view.name);
}

/** Reads what a browser has stored; anything that is no saved view is dropped. */
export function readSavedViews(stored: unknown): readonly SavedView[] {
  return Array.isArray(stored) ? stored.filter(isSavedView) : [];
}

function isSavedView(value: unknown): value is SavedView {
  if (typeof value !== 'object' || value === null) return false;
  const { dataSet, name, view } = value as { [member: string]: unknown };
  if (typeof dataSet !== 'string' || typeof name !== 'string' || typeof view !== 'object' || view === null)
    return false;
  const texts = Object.values(view);
  return texts.every((text) => text === null || typeof text === 'string') && readView(view).problems.length === 0;
}
