import { matchPath } from '#contract/addresses.ts';
import { connectionCheckPath } from '#contract/gateway/connectionCheck.ts';
import { firstAnswersPath } from '#contract/gateway/config.ts';
import type { OperationId } from '#contract/operations.ts';
import { isBelow } from './guard.ts';

/** The gateway's own paths; all others belong to the dashboard. */
export const gatewayPaths = [
  '/access',
  '/api',
  '/calendar',
  '/config',
  connectionCheckPath,
  '/display',
  '/events',
  '/exports',
  '/feed',
  firstAnswersPath,
  '/health',
  '/metrics',
  '/openapi.json',
  '/replica',
  '/sign-in',
  '/sign-out',
  '/state',
] as const;

/** The subject of a request, in words without ids, secrets or a client's own text. */
export type Route = { readonly path: string; readonly operation: OperationId | null };

/** The operation of a request below `/api`, otherwise its path if it is the gateway's own, or `page`. */
export function routeOf(pathname: string): Route {
  const path = gatewayPaths.find((own) => isBelow(pathname, own)) ?? 'page';
  const operation = path === '/api' ? (matchPath(pathname.slice('/api'.length))?.id ?? null) : null;
  return { path, operation };
}
