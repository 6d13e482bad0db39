import type { IncomingMessage } from 'node:http';
import { routes } from '#contract/routes.ts';
import * as z from 'zod/mini';
import { bodyText, parsed } from '#server/http/body.ts';
import { jsonReply, type Reply } from '#server/http/reply.ts';
import { type SignInContext, grantBy, noStore, refused, refuseSecret, signIn } from './context.ts';
import { pageReply } from './pages.ts';

const { maxBytes } = routes['/sign-in/display'].body;
const sentShape = z.object({ token: z.string(), instead: z.optional(z.boolean()) });

/**
 * The page of a display's link. The token is in the fragment, which browsers never send, so it is in no log and no
 * `Referer`. The script removes it from address and history, and exchanges it for a cookie that no script can read. A
 * display often starts before its network, so the page keeps trying. If a person is signed in, it asks them first, because a
 * link must not end their session.
 */
const script = `{
  const token = location.hash.slice(1);
  const next = '/board' + location.search;
  history.replaceState(null, '', location.pathname + location.search);
  const show = (id) => {
    for (const part of document.querySelectorAll('main > [id]')) part.hidden = part.id !== id;
  };
  let instead = false;
  const ask = async () => {
    const headers = { 'content-type': 'application/json', accept: 'application/json' };
    const signal = AbortSignal.timeout(15000);
    const body = JSON.stringify({ token, instead });
    const answer = await fetch('/sign-in/display', { method: 'POST', headers, body, signal, redirect: 'error' });
    const { ok, status } = answer;
    if (ok) location.replace(next);
    else if (status === 409) question((await answer.json())[0].message);
    else if (status === 401 || status === 400) show('ended');
    else throw new Error(String(status));
  };
  const question = (words) => {
    document.getElementById('question').textContent = words;
    show('asking');
  };
  const again = () =>
    ask().catch(() => {
      show('away');
      setTimeout(again, 15000);
    });
  document.getElementById('open').addEventListener('click', () => {
    instead = true;
    show('opening');
    void again();
  });
  if (token === '') show('incomplete');
  else void again();
}`;

const main = `<p id="opening" role="status">Opening the board.</p>
<div id="asking" class="parts" hidden><p id="question" role="alert"></p><button type="button" id="open">Open the board</button><a href="/">Stay signed in</a></div>
<p id="away" role="status" hidden>The server does not answer. This page keeps trying.</p>
<p id="ended" class="wrong" role="alert" hidden>This link is not known, has expired or was revoked. Make a new one on the setup page of Flightline.</p>
<p id="incomplete" class="wrong" role="alert" hidden>This link is incomplete: open all of it, with the part after #. A board that was opened on this screen before is at <a href="/board">/board</a>.</p>
<noscript><p class="wrong">The board needs JavaScript: allow it in this browser.</p></noscript>`;

export function displayPage({ schoolName }: SignInContext): Reply {
  return pageReply({ status: 200, title: 'Board – Flightline', schoolName: schoolName(), main, script });
}

/**
 * Exchanges the token of a display's link for a session: 200, 401 for a wrong one, 429 for too many, 409 before it signs a
 * person out. With `ACCESS=open` there is no session.
 */
export async function takeDisplayToken(context: SignInContext, incoming: IncomingMessage): Promise<Reply> {
  const text = await bodyText(incoming, maxBytes);
  const read = sentShape.safeParse(parsed(text ?? ''));
  if (!read.success) return refused(400, 'The request must be JSON with the token of a link.');
  const { token, instead = false } = read.data;
  const grant = await grantBy(context, incoming, token, 'display');
  if (!grant) {
    const words = 'This link is not known, has expired or was revoked. Make a new one on the setup page.';
    return refuseSecret(context, incoming, 'unknown link', [401, words]);
  }
  const before = context.sessionOf(incoming);
  if (before && before.grant.kind !== 'display' && !instead)
    return refused(409, `This browser is signed in as ${before.name}. Open the board and sign ${before.name} out?`);
  const done = jsonReply(200, { to: '/board' }, noStore);
  return context.mode === 'open' ? done : { ...done, cookies: await signIn(context, incoming, () => grant) };
}
