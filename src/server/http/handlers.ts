import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PathBy, RouteBody, RoutePart, RoutePath, routes } from '#contract/routes.ts';
import type { Caller } from '#server/http/rights/caller.ts';
import type { Incoming, Sender } from './incoming.ts';
import { refusalReply, refuse, type Reply } from './reply.ts';

type Answer = Reply | Promise<Reply>;

/** Answers a request whose right was checked before; null if the address is not there with these settings. */
type Get = (incoming: Incoming, caller: Caller, sender: Sender) => Answer | null;
type Post = (incoming: IncomingMessage, caller: Caller) => Answer | null;
/** The same for an address before sign-in. */
type Early = (incoming: IncomingMessage) => Answer | null;
/** Writes its answer itself. */
type Stream = (incoming: IncomingMessage, outgoing: ServerResponse, caller: Caller) => void;

type Methods<Row, OnGet, OnPost> = (Row extends { readonly get: false } ? unknown : { readonly GET: OnGet }) &
  (Row extends { readonly body: RouteBody } ? { readonly POST: OnPost } : unknown);

type HandlerOf<Row> = Row extends { readonly isStream: true }
  ? { readonly stream: Stream }
  : Row extends { readonly who: 'before sign-in' }
    ? Methods<Row, Early, Early>
    : Methods<Row, Get, Post>;

/** The answers of one part: one per row of the table of routes and method, so that the compiler names a missing one. */
export type HandlersOf<Part extends RoutePart> = {
  readonly [Path in PathBy<Part>]: HandlerOf<(typeof routes)[Path]>;
};

/** All answers by part; a part that is off has none, or leaves some out. */
export type Parts = { readonly [Part in RoutePart]: Partial<HandlersOf<Part>> | undefined };

/** A row's answers, whichever it has. */
export type Handler = { readonly GET?: Get; readonly POST?: Post; readonly stream?: Stream };
export type EarlyHandler = { readonly GET?: Early; readonly POST?: Early };

/** The answers by path: those before sign-in, and those for a caller. */
export function handlersIn({ feeds, 'sign-in': signIn, 'service sign-in': service, ...own }: Parts) {
  return {
    early: byPath<EarlyHandler>([feeds, signIn, service]),
    own: byPath<Handler>(Object.values(own)),
  };
}

function byPath<Each>(parts: readonly ({ readonly [Path in RoutePath]?: Each } | undefined)[]) {
  return new Map<string, Each>(parts.flatMap((part) => Object.entries(part ?? {})));
}

/** The answer to a GET of an address that takes only a POST. */
export const postOnly = refusalReply(refuse(405, 'This address accepts only POST.'), {
  'cache-control': 'no-store',
  allow: 'POST',
});
