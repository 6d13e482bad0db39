import { type Dashboard, loadDashboard } from '#server/http/dashboard.ts';

let loading: Promise<Dashboard | null> | undefined;

/** The built dashboard. All stacks of a worker share it, so that its files are read and compressed once. */
export async function builtDashboard(): Promise<Dashboard> {
  loading ??= loadDashboard('dist');
  const dashboard = await loading;
  if (!dashboard) throw new Error('There is no built dashboard in dist.');
  return dashboard;
}
