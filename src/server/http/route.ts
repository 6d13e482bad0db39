import { matchPath } from '#contract/addresses.ts';
import type { OperationId } from '#contract/operations.ts';
import { firstStep, routePaths } from '#contract/routes.ts';

/** What the gateway's own paths begin with; all others belong to the dashboard. */
export const gatewayPaths: readonly string[] = [...new Set(['/api', ...routePaths.map(firstStep)])].toSorted();

const known: ReadonlySet<string> = new Set(gatewayPaths);

/** The subject of a request, in words without ids, secrets or a client's own text. */
export type Subject = { readonly path: string; readonly operation: OperationId | null };

/** The operation of a request below `/api`, otherwise the first step of its path if it is the gateway's own, or `page`. */
export function subjectOf(pathname: string): Subject {
  const step = firstStep(pathname);
  const path = known.has(step) ? step : 'page';
  const operation = path === '/api' ? (matchPath(pathname.slice('/api'.length))?.id ?? null) : null;
  return { path, operation };
}
