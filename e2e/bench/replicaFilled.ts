import * as z from 'zod/mini';
import { replicaStateShape } from '#contract/gateway/replica.ts';

const stateShape = z.object({ replica: replicaStateShape });

/** How many parts of the local copy are wanted and how many have been read, without people's checkouts and reports. */
async function progress(url: string, cookie: string): Promise<{ readonly parts: number; readonly known: number }> {
  const answer = await fetch(`${url}/state`, { headers: { cookie } });
  const { sets } = stateShape.parse(await answer.json()).replica;
  const counted = sets.filter(({ set }) => set !== 'user' && set !== 'report');
  const sum = (of: (one: (typeof counted)[number]) => number) => counted.reduce((total, one) => total + of(one), 0);
  return { parts: sum(({ parts }) => parts), known: sum(({ known }) => known) };
}

/** Resolves once everything that is wanted has been read, asked as whoever has this cookie; rejects after three minutes. */
export async function filled(url: string, cookie = ''): Promise<void> {
  const seconds = 180;
  const end = performance.now() + seconds * 1_000;
  // The list of aircraft tells of which reminders are wanted.
  for (let last = -1; ;) {
    const { parts, known } = await progress(url, cookie);
    if (known === parts && parts === last) return;
    if (performance.now() > end) throw new Error(`Only ${known} of ${parts} parts were read within ${seconds} s.`);
    last = parts;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
