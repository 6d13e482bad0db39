import { clockLead } from '#domain/time/clockCheck.ts';

/** Milliseconds that the server has. */
const patience = 15_000;

const buildMark = /<meta name="build" content="([^"]+)"/;

/** The build of the page that runs; null in development. */
export const ownBuild = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? null;

export type ServerWord = {
  /** The build that the server would give to who asks now; null in development. */
  readonly build: string | null;
  /** Milliseconds that this device's clock is ahead of the server's; null where the answer does not tell. */
  readonly lead: number | null;
};

/**
 * Asks for the page itself, past every cache, and reads its build and its `Date`; null where no page of ours comes back:
 * nothing, an error, the login page of a network. Never rejects.
 */
export async function askServer(): Promise<ServerWord | null> {
  const askedAt = Date.now();
  try {
    const answer = await fetch('/', {
      cache: 'no-store',
      headers: { accept: 'text/html' },
      signal: AbortSignal.timeout(patience),
    });
    const lead = clockLead({ askedAt, answeredAt: Date.now(), date: answer.headers.get('date') });
    const build = buildMark.exec(await answer.text())?.[1] ?? null;
    const isOurs = answer.ok && (build !== null || ownBuild() === null);
    return isOurs ? { build, lead } : null;
  } catch {
    return null;
  }
}
