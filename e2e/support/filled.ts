import * as z from 'zod/mini';
import { ask, doorOf } from '#e2e/stands/cluster/people.ts';
import { replicaStateShape } from '#contract/gateway/replica.ts';

const stateShape = z.object({ replica: replicaStateShape });

/** A gateway, and the cookie of a person; `host` is the gateway's public name, if that differs from its address. */
type Whom = { readonly url: string; readonly cookie: string; readonly host: string };

/** How many parts the local copy needs and how many it has read, without people's checkouts and reports. */
async function progress({ url, cookie, host }: Whom): Promise<{ readonly parts: number; readonly known: number }> {
  const { text } = await ask(doorOf({ url }, `http://${host}`), '/state', { cookie });
  const { sets } = stateShape.parse(JSON.parse(text)).replica;
  const counted = sets.filter(({ set }) => set !== 'user' && set !== 'report');
  const sum = (of: (one: (typeof counted)[number]) => number) => counted.reduce((total, one) => total + of(one), 0);
  return { parts: sum(({ parts }) => parts), known: sum(({ known }) => known) };
}

/** Resolves once all needed parts have been read; the cookie says who asks. Rejects after three minutes. */
export async function filled(url: string, cookie = '', host = new URL(url).host): Promise<void> {
  const seconds = 180;
  const end = performance.now() + seconds * 1_000;
  // The list of aircraft determines which reminders are needed.
  for (let last = -1; ;) {
    const { parts, known } = await progress({ url, cookie, host });
    if (known === parts && parts === last) return;
    if (performance.now() > end) throw new Error(`Only ${known} of ${parts} parts were read within ${seconds} s.`);
    last = parts;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
