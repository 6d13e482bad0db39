import type { IncomingMessage } from 'node:http';
import type { HandlersOf } from '#server/http/handlers.ts';
import { answerKept } from '#server/http/keeping.ts';
import { pathOf } from '#server/http/guard.ts';
import { escaped, type Reply } from '#server/http/reply.ts';
import type { Grant } from '#contract/access/grants.ts';
import type { AccessSettings } from '#server/access/accessSettings.ts';
import type { Oidc } from '#server/access/oidc/oidc.ts';
import { auditedNetwork } from '#server/observability/audit.ts';
import type { Access } from '#server/http/rights/access.ts';
import { grantOf } from '#server/access/store/grants.ts';
import { bearerSecret } from '#server/access/store/secrets.ts';
import {
  type SignInContext,
  endedNote,
  grantBy,
  methodRefused,
  queryOf,
  refused,
  refuseSecret,
  wantsPage,
} from './context.ts';
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

const isPost = ({ method }: IncomingMessage) => method === 'POST';

/** The addresses that need no sign-in, and the answer to people who must sign in. */
export function signInAddresses(
  context: SignInContext,
  options: SignInOptions,
): Pick<Access, 'early' | 'answerUnknownCaller'> {
  const { settings, flow } = options;
  const service = flow && settings.publicUrl !== null ? new ServiceSignIn(context, flow, settings.publicUrl) : null;
  /** Nobody is let in while that is cut off. */
  const open = (answer: (incoming: IncomingMessage) => Reply | Promise<Reply>) => (incoming: IncomingMessage) => {
    const words = context.cutOff();
    return words === null ? answerKept(() => answer(incoming)) : cutOffReply(context, incoming, words);
  };
  const early: HandlersOf<'sign-in'> = {
    '/sign-in': {
      GET: open((incoming) => signInPage(context, options, incoming)),
      POST: open((incoming) => (context.mode === 'tokens' ? takeToken(context, incoming) : methodRefused())),
    },
    '/sign-in/display': { POST: open((incoming) => takeDisplayToken(context, incoming)) },
    '/display': { GET: open(() => displayPage(context)) },
    '/calendar/{secret}.ics': { GET: open((incoming) => calendar(context, options, incoming)) },
  };
  const ofService: HandlersOf<'service sign-in'> | null = service && {
    '/sign-in/start': { GET: open((incoming) => service.start(incoming)) },
    '/sign-in/callback': { GET: open((incoming) => service.finish(incoming)) },
    '/sign-in/logout': { POST: open((incoming) => service.logout(incoming)) },
  };
  return {
    early: { ...early, ...ofService },
    answerUnknownCaller: (incoming, pathname) => answerUnknownCaller(context, incoming, pathname),
  };
}

/** A signed-in person goes on to the requested page. A display gets the form, so that a person can sign in on its screen. */
async function signInPage(
  context: SignInContext,
  { callerOf }: SignInOptions,
  incoming: IncomingMessage,
): Promise<Reply> {
  const to = returnPath(queryOf(incoming).get('to'));
  const caller = await callerOf(incoming);
  if (caller && caller.who.role !== 'display') return seeOther(to);
  if (context.mode === 'tokens') return tokenPage(context, to, { note: endedNote(context, incoming) });
  return context.mode === 'oidc' ? servicePage(context, to, incoming) : unnamed(context, incoming);
}

/** Sends a request for a page to the sign-in and back; refuses all others. */
function answerUnknownCaller(
  context: SignInContext,
  incoming: IncomingMessage,
  pathname: string,
): Reply | Promise<Reply> {
  const words = context.cutOff();
  if (words !== null) return cutOffReply(context, incoming, words);
  if (bearerSecret(incoming) !== null) return wrongBearer(context, incoming);
  if (context.mode === 'proxy') return unnamed(context, incoming);
  if (pathname === '/sign-out' && isPost(incoming)) return seeOther('/sign-in', [context.cookie.clear]);
  if (!wantsPage(incoming)) return refused(401, signInWords, signedOut);
  const to = returnPath(incoming.url ?? null);
  return { ...seeOther(to === '/' ? '/sign-in' : `/sign-in?to=${encodeURIComponent(to)}`), status: 302 };
}

/** A gateway that no longer knows whom to let in says why. */
function cutOffReply({ schoolName }: SignInContext, incoming: IncomingMessage, words: string): Reply {
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
function unnamed(context: SignInContext, incoming: IncomingMessage): Reply | Promise<Reply> {
  const name = context.proxyUser(incoming);
  return name instanceof Promise
    ? name.then((known) => answerUnnamed(context, incoming, known))
    : answerUnnamed(context, incoming, name);
}

function answerUnnamed(context: SignInContext, incoming: IncomingMessage, name: string | null): Reply {
  const isPage = wantsPage(incoming);
  if (name !== null) {
    context.audit({ event: 'refused', why: 'unknown person', network: auditedNetwork(context.clientOf(incoming)) });
    return isPage ? unknownPersonPage(context, name) : refused(403, unknownPersonWords(name));
  }
  context.noteDirect(incoming);
  if (!isPage) return refused(401, unnamedWords, signedOut);
  const main = `<p class="wrong" role="alert">${unnamedWords}</p>`;
  return pageReply({ status: 401, title: 'Not signed in – Flightline', schoolName: context.schoolName(), main });
}

const calendarPath = /^\/calendar\/([\w-]{43})\.ics$/;

/** Answers a calendar program, which has only the token in its address. */
async function calendar(context: SignInContext, { feed }: SignInOptions, incoming: IncomingMessage): Promise<Reply> {
  const [, token = ''] = calendarPath.exec(pathOf(incoming.url)) ?? [];
  const grant = await grantBy(context, incoming, token, 'feed');
  if (grant && feed) return feed(grantOf(grant));
  const words = 'There is no calendar at this address; its link has expired or was revoked.';
  return grant ? refused(404, words) : refuseSecret(context, incoming, 'unknown feed', [404, words]);
}

/** RFC 6750, section 3.1. */
function wrongBearer(context: SignInContext, incoming: IncomingMessage): Reply {
  const words = "This program's token is not known, has expired or was revoked. Ask for a new one.";
  const headers = { 'www-authenticate': 'Bearer error="invalid_token"' };
  return refuseSecret(context, incoming, 'unknown token', [401, words, headers]);
}
