import type { IncomingMessage } from 'node:http';
import { escaped, type Reply } from '#server/gateway/http/reply.ts';
import type { Grant } from '#contract/access/grants.ts';
import type { AccessSettings } from '#server/access/accessSettings.ts';
import type { Oidc } from '#server/access/oidc/oidc.ts';
import { auditedNetwork } from '#server/gateway/observability/audit.ts';
import type { Access } from '#server/gateway/rights/caller.ts';
import { grantOf } from '#server/access/store/handedOut.ts';
import { bearerSecret } from '#server/access/store/secrets.ts';
import { type Desk, heldBy, methodRefused, queryOf, refused, refuseSecret, wantsPage } from './desk.ts';
import { displayPage, takeDisplayToken } from './displayLink.ts';
import { pageReply, seeOther } from './pages.ts';
import { returnPath } from './returnPath.ts';
import { servicePage, ServiceSignIn, unknownPersonPage, unknownPersonWords } from './serviceSignIn.ts';
import { takeToken, tokenPage } from './tokenForm.ts';

export type SignInOptions = {
  readonly settings: AccessSettings;
  /** With `ACCESS=oidc`. */
  readonly flow: Oidc | undefined;
  /** Answers a feed's calendar; without it there are none. */
  readonly feed?: (grant: Grant) => Reply | Promise<Reply>;
  readonly callerOf: Access['callerOf'];
};

type Answering = (incoming: IncomingMessage) => Reply | Promise<Reply>;
type Answers = { readonly GET: Answering; readonly POST: Answering };

const isPost = ({ method }: IncomingMessage) => method === 'POST';

/** The addresses that need no sign-in, and the answer to people who must sign in. */
export function signInAddresses(desk: Desk, options: SignInOptions): Pick<Access, 'handle' | 'stranger'> {
  const { settings, flow } = options;
  const service = flow && settings.publicUrl !== null ? new ServiceSignIn(desk, flow, settings.publicUrl) : null;
  const get = (answer: Answering): Answers => ({ GET: answer, POST: () => methodRefused('GET') });
  const post = (answer: Answering): Answers => ({ GET: () => methodRefused('POST'), POST: answer });
  const addresses = new Map<string, Answers>([
    [
      '/sign-in',
      {
        GET: (incoming) => signInPage(desk, options, incoming),
        POST: (incoming) => (desk.mode === 'tokens' ? takeToken(desk, incoming) : methodRefused('GET')),
      },
    ],
    ['/sign-in/display', post((incoming) => takeDisplayToken(desk, incoming))],
    ['/display', get(() => displayPage(desk))],
  ]);
  if (service) {
    addresses.set(
      '/sign-in/start',
      get((incoming) => service.start(incoming)),
    );
    addresses.set(
      '/sign-in/callback',
      get((incoming) => service.finish(incoming)),
    );
    addresses.set(
      '/sign-in/logout',
      post((incoming) => service.logout(incoming)),
    );
  }
  return {
    handle: (incoming, pathname) => {
      const isCalendar = pathname.startsWith('/calendar/');
      const own = addresses.get(pathname);
      const words = isCalendar || own ? desk.cutOff() : null;
      if (words !== null) return cutOffReply(desk, incoming, words);
      if (isCalendar) return calendar(desk, options, incoming, pathname);
      return own?.[isPost(incoming) ? 'POST' : 'GET'](incoming) ?? null;
    },
    stranger: (incoming, pathname) => stranger(desk, incoming, pathname),
  };
}

/** A signed-in person goes on to the requested page. A display gets the form, so that a person can sign in on its screen. */
async function signInPage(desk: Desk, { callerOf }: SignInOptions, incoming: IncomingMessage): Promise<Reply> {
  const to = returnPath(queryOf(incoming).get('to'));
  const caller = await callerOf(incoming);
  if (caller && caller.who.role !== 'display') return seeOther(to);
  if (desk.mode === 'tokens') return tokenPage(desk, to);
  return desk.mode === 'oidc' ? servicePage(desk, to) : unnamed(desk, incoming);
}

/** Sends a request for a page to the sign-in and back; refuses all others. */
function stranger(desk: Desk, incoming: IncomingMessage, pathname: string): Reply | Promise<Reply> {
  const words = desk.cutOff();
  if (words !== null) return cutOffReply(desk, incoming, words);
  if (bearerSecret(incoming) !== null) return wrongBearer(desk, incoming);
  if (desk.mode === 'proxy') return unnamed(desk, incoming);
  if (pathname === '/sign-out' && isPost(incoming)) return seeOther('/sign-in', [desk.cookie.clear]);
  if (!wantsPage(incoming)) return refused(401, signInWords, signedOut);
  const to = returnPath(incoming.url ?? null);
  return { ...seeOther(to === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(to)}`), status: 302 };
}

/** A gateway that no longer knows whom to let in says why. */
function cutOffReply({ schoolName }: Desk, incoming: IncomingMessage, words: string): Reply {
  if (!wantsPage(incoming)) return refused(503, words, { 'retry-after': '60' });
  const main = `<p class="wrong" role="alert">${escaped(words)}</p>`;
  return pageReply({ status: 503, title: 'Nobody is let in – Flightline', schoolName: schoolName(), main });
}

const signInWords = 'Sign in first: open the address of this server in a browser.';

/** Lets our pages distinguish this refusal from the service's 401, which concerns the key. */
const signedOut = { 'cache-status': 'flightline; detail=signed-out' };

const unnamedWords =
  'The reverse proxy in front of this server does not send your name in plain letters (ASCII). Open the address that your school uses for Flightline.';

/** Answers people without a name or without a role. Behind a proxy that signs people in there is no form. */
function unnamed(desk: Desk, incoming: IncomingMessage): Reply | Promise<Reply> {
  const name = desk.proxyUser(incoming);
  return name instanceof Promise
    ? name.then((known) => answerUnnamed(desk, incoming, known))
    : answerUnnamed(desk, incoming, name);
}

function answerUnnamed(desk: Desk, incoming: IncomingMessage, name: string | null): Reply {
  const isPage = wantsPage(incoming);
  if (name !== null) {
    desk.audit({ event: 'refused', why: 'unknown person', network: auditedNetwork(desk.clientOf(incoming)) });
    return isPage ? unknownPersonPage(desk, name) : refused(403, unknownPersonWords(name));
  }
  desk.noteDirect(incoming);
  if (!isPage) return refused(401, unnamedWords, signedOut);
  const main = `<p class="wrong" role="alert">${unnamedWords}</p>`;
  return pageReply({ status: 401, title: 'Not signed in – Flightline', schoolName: desk.schoolName(), main });
}

const calendarPath = /^\/calendar\/([\w-]{43})\.ics$/;

/** Answers a calendar program, which has only the token in its address. */
async function calendar(
  desk: Desk,
  { feed }: SignInOptions,
  incoming: IncomingMessage,
  pathname: string,
): Promise<Reply> {
  if (isPost(incoming)) return methodRefused('GET');
  const [, token = ''] = calendarPath.exec(pathname) ?? [];
  const held = await heldBy(desk, incoming, token, 'feed');
  if (held && feed) return feed(grantOf(held));
  const words = 'There is no calendar at this address; its link has expired or was revoked.';
  return held ? refused(404, words) : refuseSecret(desk, incoming, 'unknown feed', [404, words]);
}

/** RFC 6750, section 3.1. */
function wrongBearer(desk: Desk, incoming: IncomingMessage): Reply {
  const words = "This program's token is not known, has expired or was revoked. Ask for a new one.";
  const headers = { 'www-authenticate': 'Bearer error="invalid_token"' };
  return refuseSecret(desk, incoming, 'unknown token', [401, words, headers]);
}
