import type { IncomingMessage } from 'node:http';
import { routes } from '#contract/routes.ts';
import { NotKept } from '#server/http/keeping.ts';
import { bodyText } from '#server/http/body.ts';
import { escaped, type Reply } from '#server/http/reply.ts';
import { bodyOf } from '#server/upstream/body.ts';
import { attemptSeconds } from '#server/access/oidc/attempt.ts';
import type { Oidc } from '#server/access/oidc/oidc.ts';
import { SignInError } from '#server/access/oidc/signInError.ts';
import { auditedNetwork } from '#server/observability/audit.ts';
import { calling } from '#server/install/settingsFile.ts';
import { type Cookie, cookieNamed } from './cookies.ts';
import { Attempts, endedNote, type SignInContext, noStore, queryOf, refused, signIn } from './context.ts';
import { type Page, pageReply, seeOther } from './pages.ts';
import { returnPath } from './returnPath.ts';

/** Failed sign-ins per client and minute, because anyone can invent codes. */
const maxFailed = 60;
/** Sign-ins that one browser may have in progress, as in several tabs; the newest count. Each is a cookie. */
const maxUnderWay = 3;
const { maxBytes } = routes['/sign-in/logout'].body;

/** The sign-in at the school's own service: `/sign-in/start` leads there, and it returns to `/sign-in/callback`. */
export class ServiceSignIn {
  readonly #context: SignInContext;
  readonly #flow: Oidc;
  readonly #publicUrl: string;
  readonly #cookies: readonly Cookie[];
  readonly #failures: Attempts;

  constructor(context: SignInContext, flow: Oidc, publicUrl: string) {
    this.#context = context;
    this.#flow = flow;
    this.#publicUrl = publicUrl;
    const named = (_: unknown, index: number) =>
      cookieNamed(`flightline-sign-in${index === 0 ? '' : `-${index + 1}`}`, publicUrl.startsWith('https:'));
    this.#cookies = Array.from({ length: maxUnderWay }, named);
    this.#failures = new Attempts(context.clock, maxFailed);
  }

  /** Remembers in the browser where a person wants to go, and sends them to the service. */
  async start(incoming: IncomingMessage): Promise<Reply> {
    try {
      const { location, cookie } = await this.#flow.start(
        returnPath(queryOf(incoming).get('to')),
        this.#context.clock(),
      );
      const free = this.#cookies.find((candidate) => candidate.read(incoming) === null) ?? this.#cookies[0];
      return seeOther(location, free ? [free.set(cookie, attemptSeconds)] : []);
    } catch (error) {
      return this.#failed(incoming, error, []);
    }
  }

  /**
   * Signs in the person whom the service names, if they have a role. The service is called only for a sign-in that this
   * browser began.
   */
  async finish(incoming: IncomingMessage): Promise<Reply> {
    const { store, clock, clientOf } = this.#context;
    const url = new URL(incoming.url ?? '', this.#publicUrl);
    const [begun] = this.#cookies.flatMap((cookie) => {
      const attempt = this.#flow.begun(url, cookie.read(incoming) ?? '', clock());
      return attempt ? { attempt, cleared: [cookie.clear] } : [];
    });
    // A return caused by another person's link must not end a sign-in in progress.
    if (!begun) return this.#failed(incoming, new SignInError('expired', 'attempt'), []);
    const { attempt, cleared } = begun;
    const wait = this.#failures.wait(clientOf(incoming));
    if (wait !== null) {
      const words = `Too many sign-ins have failed from your network: wait ${wait} seconds, then try again.`;
      return this.#page(429, words, { headers: { 'retry-after': String(wait) } });
    }
    try {
      const { identity, name, serviceRole, at } = await this.#flow.finish(url, attempt, clock());
      const grantNow = () => store.signedIn(identity, serviceRole);
      const cookies = await signIn(this.#context, incoming, grantNow, name, at);
      if (cookies.length > 0) return seeOther(returnPath(attempt.to), [...cookies, ...cleared]);
      this.#refuse(incoming, 'unknown person');
      return unknownPersonPage(this.#context, identity, cleared);
    } catch (error) {
      if (error instanceof NotKept) throw error;
      this.#failures.note(clientOf(incoming));
      return this.#failed(incoming, error, cleared);
    }
  }

  /** Ends the sessions that ended at the service (OpenID Connect Back-Channel Logout 1.0, sections 2.5 to 2.8). */
  async logout(incoming: IncomingMessage): Promise<Reply> {
    const text = await bodyText(incoming, maxBytes);
    const tokens = new URLSearchParams(text ?? '').getAll('logout_token');
    try {
      const [token = ''] = tokens;
      if (tokens.length !== 1) throw new SignInError('mismatch', 'no-logout-token');
      const { store, keeping, clock } = this.#context;
      const ended = await this.#flow.logout(token, clock());
      const { notYet } = await keeping.takeAway(() => store.endAtService(ended));
      return { status: notYet === null ? 200 : 202, body: bodyOf(Buffer.alloc(0)), headers: noStore };
    } catch (error) {
      if (!(error instanceof SignInError)) throw error;
      this.#refuse(incoming, 'sign-in service', `logout ${error.kind} ${error.detail}`);
      return refused(
        400,
        'This is not a logout token signed by the sign-in service for this server, or it was used before.',
      );
    }
  }

  #failed(incoming: IncomingMessage, error: unknown, cookies: readonly string[]): Reply {
    if (!(error instanceof SignInError)) throw error;
    this.#refuse(incoming, 'sign-in service', `${error.kind} ${error.detail}`);
    return this.#page(error.status, error.message, { cookies });
  }

  #page(status: number, words: string, more: Pick<Page, 'headers' | 'cookies'>): Reply {
    const main = `<p class="wrong" role="alert">${escaped(words)}</p>
<a class="button" href="/sign-in/start">Try again</a>`;
    const title = 'Not signed in – Flightline';
    return pageReply({ status, title, schoolName: this.#context.schoolName(), main, ...more });
  }

  #refuse(incoming: IncomingMessage, why: 'unknown person' | 'sign-in service', detail?: string): void {
    const network = auditedNetwork(this.#context.clientOf(incoming));
    this.#context.audit({ event: 'refused', why, network, ...(detail !== undefined && { detail }) });
  }
}

/** The page with a link to the service. */
export function servicePage(context: SignInContext, to: string, incoming: IncomingMessage): Reply {
  const main = `${endedNote(context, incoming)}<p>Sign in with your account at your school.</p>
<a class="button" href="/sign-in/start?to=${encodeURIComponent(to)}">Sign in</a>`;
  return pageReply({ status: 200, title: 'Sign in – Flightline', schoolName: context.schoolName(), main });
}

/** Names without a special meaning in any shell. */
const plainName = /^[\p{L}\p{N}@._+-]+$/u;

/** The command that gives a person a role. If a shell could misread the name, the administrator fills it in. */
function addCommand(name: string): string {
  return `${calling('access', 'add')} --name ${plainName.test(name) && !name.startsWith('-') ? name : '"…"'} --role dispatcher`;
}

/** For a person without a role, in an answer to a program. */
export function unknownPersonWords(name: string): string {
  return `You are signed in as ${name}, but have no role here. Ask your Flightline administrator to run: ${addCommand(name)}`;
}

export function unknownPersonPage({ schoolName }: SignInContext, name: string, cookies: readonly string[] = []): Reply {
  const main = `<p>You are signed in as <strong>${escaped(name)}</strong>, but have no role here.</p>
<p>Ask your Flightline administrator for one. To give it, run on the server, with the right role:</p>
<p><code>${escaped(addCommand(name))}</code></p>
<a class="button" href="/">Try again</a>`;
  return pageReply({ status: 403, title: 'No role – Flightline', schoolName: schoolName(), main, cookies });
}
