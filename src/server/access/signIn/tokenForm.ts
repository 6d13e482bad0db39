import type { IncomingMessage } from 'node:http';
import { routes } from '#contract/routes.ts';
import * as z from 'zod/mini';
import { bodyText, parsed } from '#server/http/body.ts';
import { escaped, jsonReply, type Reply } from '#server/http/reply.ts';
import { type SignInContext, grantBy, noStore, refused, refuseSecret, signIn } from './context.ts';
import { pageReply, seeOther } from './pages.ts';
import { returnPath } from './returnPath.ts';

const { maxBytes } = routes['/sign-in'].body;

const sentShape = z.object({ token: z.string(), to: z.optional(z.nullable(z.string())) });
type Sent = { readonly token: string; readonly to: string; readonly isForm: boolean };

const words = {
  wrong: 'This token is not known, has expired or was revoked. Check that it is complete, or ask for a new one.',
  missing: 'Enter your token.',
  long: 'This is too long for a token. Enter only the token.',
} as const;

/** The page with the form for a token. `wrong` says what was wrong with the last one; `note` is markup above the form. */
export function tokenPage(
  { schoolName }: SignInContext,
  to: string,
  {
    wrong,
    note = '',
  }: { readonly wrong?: { readonly status: number; readonly words: string }; readonly note?: string },
): Reply {
  const alert = wrong ? `<p class="wrong" role="alert" id="wrong">${escaped(wrong.words)}</p>` : '';
  const described = wrong ? 'wrong hint' : 'hint';
  const main = `${note}${alert}<form method="post" action="/sign-in">
<input type="hidden" name="to" value="${escaped(to)}">
<label for="token">Your token</label>
<input id="token" name="token" type="password" autocomplete="current-password" autocapitalize="none" spellcheck="false" required autofocus aria-describedby="${described}"${wrong ? ' aria-invalid="true"' : ''}>
<p class="hint" id="hint">You get it from your Flightline administrator.</p>
<button type="submit">Sign in</button>
</form>`;
  const title = wrong ? 'Not signed in – Flightline' : 'Sign in – Flightline';
  return pageReply({ status: wrong?.status ?? 200, title, schoolName: schoolName(), main });
}

/** Answers a token sent by the form or as JSON: 303 or 200 with a new session, 401 for a wrong one, 429 for too many. */
export async function takeToken(context: SignInContext, incoming: IncomingMessage): Promise<Reply> {
  const text = await bodyText(incoming, maxBytes);
  const sent = text === null ? null : readSent(text, incoming.headers['content-type'] ?? '');
  const isForm = sent?.isForm ?? !isJson(incoming.headers['content-type'] ?? '');
  const to = sent?.to ?? '/';
  const refuse = (status: number, message: string, headers = {}): Reply => {
    if (!isForm) return refused(status, message, headers);
    const page = tokenPage(context, to, { wrong: { status, words: message } });
    return { ...page, headers: { ...page.headers, ...headers } };
  };
  if (text === null) return refuse(413, words.long);
  if (!sent || sent.token === '') return refuse(400, words.missing);
  const grant = await grantBy(context, incoming, sent.token, 'token');
  if (!grant) return refuseSecret(context, incoming, 'unknown token', [401, words.wrong], refuse);
  const cookies = await signIn(context, incoming, () => grant);
  return isForm ? seeOther(to, cookies) : { ...jsonReply(200, { to }, noStore), cookies };
}

function isJson(type: string): boolean {
  return /^application\/json\s*(;|$)/i.test(type);
}

function readSent(text: string, type: string): Sent | null {
  if (isJson(type)) {
    const read = sentShape.safeParse(parsed(text));
    return read.success ? { token: read.data.token.trim(), to: returnPath(read.data.to ?? null), isForm: false } : null;
  }
  const form = new URLSearchParams(text);
  return { token: (form.get('token') ?? '').trim(), to: returnPath(form.get('to')), isForm: true };
}
