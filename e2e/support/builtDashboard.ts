import { type Dashboard, loadDashboard } from '#server/gateway/http/dashboard.ts';

let loading: Promise<Dashboard | null> | undefined;

/** The built dashboard, which all stacks of a worker share: its files are read and compressed once. */
export async function builtDashboard(): Promise<Dashboard> {
  loading ??= loadDashboard('dist');
  const dashboard = await loading;
  if (!dashboard) throw new Error('There is no built dashboard in dist.');
  return dashboard;
}
