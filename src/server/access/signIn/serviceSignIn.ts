import type { IncomingMessage } from 'node:http';
import type { Reply } from '#server/gateway/http/reply.ts';
import type { Oidc } from '#server/access/oidc.ts';
import type { SignInError } from '#server/access/signInError.ts';
import { auditedNetwork } from '#server/access/audit.ts';
import { type Cookie, cookieNamed } from './cookies.ts';
import { Attempts, type Desk, queryOf, signIn } from './desk.ts';
import { escaped, pageReply, seeOther } from './pages.ts';
import { returnPath } from './returnPath.ts';

/** Seconds that somebody may take at the sign-in service. */
const waySeconds = 600;
/**
 * Sign-ins that one client may begin in a minute. Each is kept for ten minutes and there are 1,000 at most: so one client alone never
 * makes those of others be forgotten.
 */
const mostBegun = 60;

/** The sign-in at a service of the school's: `/sign-in/start` leads there, and it leads back to `/sign-in/callback`. */
export class ServiceSignIn {
  readonly #desk: Desk;
  readonly #flow: Oidc;
  readonly #publicUrl: string;
  readonly #cookie: Cookie;
  readonly #begun: Attempts;

  constructor(desk: Desk, flow: Oidc, publicUrl: string) {
    this.#desk = desk;
    this.#flow = flow;
    this.#publicUrl = publicUrl;
    this.#cookie = cookieNamed('flightline-sign-in', publicUrl.startsWith('https:'));
    this.#begun = new Attempts(desk.clock, mostBegun);
  }

  /** Remembers where somebody wants to go, and sends them to the service. */
  async start(incoming: IncomingMessage): Promise<Reply> {
    const wait = this.#begun.note(this.#desk.clientOf(incoming));
    if (wait !== null) return this.#tooMany(wait);
    try {
      const { location, cookie } = await this.#flow.start(returnPath(queryOf(incoming).get('to')), this.#desk.clock());
      return seeOther(location, [this.#cookie.set(cookie, waySeconds)]);
    } catch (error) {
      return this.#failed(incoming, error);
    }
  }

  /** Signs in whom the service names, where they have a role. */
  async finish(incoming: IncomingMessage): Promise<Reply> {
    const { store, clock } = this.#desk;
    const cookie = this.#cookie.read(incoming) ?? '';
    try {
      const url = new URL(incoming.url ?? '', this.#publicUrl);
      const { identity, name, to } = await this.#flow.finish(url, cookie, clock());
      store.refresh();
      const held = store.person(identity);
      if (!held) {
        this.#refuse(incoming, 'unknown person');
        return unknownPersonPage(this.#desk, identity, [this.#cookie.clear]);
      }
      return seeOther(returnPath(to), [signIn(this.#desk, incoming, held, name), this.#cookie.clear]);
    } catch (error) {
      return this.#failed(incoming, error);
    }
  }

  #failed(incoming: IncomingMessage, error: unknown): Reply {
    if (!isSignInError(error)) throw error;
    this.#refuse(incoming, 'sign-in service', `${error.kind} ${error.detail}`);
    const main = `<p class="wrong" role="alert">${escaped(error.message)}</p>
<a class="button" href="/sign-in/start">Try again</a>`;
    const page = { title: 'Not signed in – Flightline', schoolName: this.#desk.schoolName(), main };
    // One that somebody else's link has brought here must not end the sign-in that is under way.
    const cookies = error.kind === 'expired' ? [] : [this.#cookie.clear];
    return pageReply({ ...page, status: error.status, cookies });
  }

  #tooMany(wait: number): Reply {
    const words = `Too many sign-ins were begun from your network: wait ${wait} seconds, then try again.`;
    const main = `<p class="wrong" role="alert">${words}</p>
<a class="button" href="/sign-in/start">Try again</a>`;
    const page = { title: 'Not signed in – Flightline', schoolName: this.#desk.schoolName(), main };
    return pageReply({ ...page, status: 429, headers: { 'retry-after': String(wait) } });
  }

  #refuse(incoming: IncomingMessage, why: 'unknown person' | 'sign-in service', detail?: string): void {
    const network = auditedNetwork(this.#desk.clientOf(incoming));
    this.#desk.audit({ event: 'refused', why, network, ...(detail !== undefined && { detail }) });
  }
}

/** The page that leads to the service. */
export function servicePage({ schoolName }: Desk, to: string): Reply {
  const main = `<p>Sign in with your account at your school.</p>
<a class="button" href="/sign-in/start?to=${encodeURIComponent(to)}">Sign in</a>`;
  return pageReply({ status: 200, title: 'Sign in – Flightline', schoolName: schoolName(), main });
}

/** By its name: its module brings the whole library of the sign-in along, which other modes do not need. */
function isSignInError(error: unknown): error is SignInError {
  return error instanceof Error && error.name === 'SignInError';
}

/** Names that mean nothing to any shell. */
const plainName = /^[\p{L}\p{N}@._+-]+$/u;

/** The command that gives somebody a role. A name that a shell could take for something else is left for the administrator to write. */
function addCommand(name: string): string {
  return `npm run access -- add --name ${plainName.test(name) && !name.startsWith('-') ? name : '"…"'} --role dispatcher`;
}

/** For somebody who is known by name, and has no role. */
export function unknownPersonWords(name: string): string {
  return `You are signed in as ${name}, who has no role here. Ask whoever runs Flightline at your school to run: ${addCommand(name)}`;
}

export function unknownPersonPage({ schoolName }: Desk, name: string, cookies: readonly string[] = []): Reply {
  const main = `<p>You are signed in as <strong>${escaped(name)}</strong>, who has no role here.</p>
<p>Ask whoever runs Flightline at your school to give you one. On the server, with the role that fits:</p>
<p><code>${escaped(addCommand(name))}</code></p>
<a class="button" href="/">Try again</a>`;
  return pageReply({ status: 403, title: 'No role – Flightline', schoolName: schoolName(), main, cookies });
}
