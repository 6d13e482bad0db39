import type { Reply } from '#server/gateway/http/reply.ts';
import type { Desk } from './desk.ts';
import { escaped, pageReply } from './pages.ts';

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
