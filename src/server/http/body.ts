import type { IncomingMessage } from 'node:http';
import type * as z from 'zod/mini';
import { type RouteBody, type RoutePath, routes } from '#contract/routes.ts';
import { answerKept } from './keeping.ts';
import { refusalReply, refuse, type Reply } from './reply.ts';

/**
 * The body of a request as text; null if it exceeds this many bytes, and the rest is then discarded. Rejects if the client
 * disconnects early.
 */
export async function bodyText(incoming: IncomingMessage, maxBytes: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming) {
    // A request without an encoding yields only buffers, whatever the type says.
    const part = Buffer.from(chunk as Uint8Array);
    bytes += part.length;
    if (bytes <= maxBytes) chunks.push(part);
  }
  return bytes > maxBytes ? null : Buffer.concat(chunks).toString('utf8');
}

/** The addresses that take a POST. */
type PostPath = {
  [Path in RoutePath]: (typeof routes)[Path] extends { readonly body: RouteBody } ? Path : never;
}[RoutePath];

/**
 * Reads a JSON body by its shape and answers it. Refuses a body that exceeds what the address takes (413) or has another shape (400); no
 * cache may keep a refusal.
 */
export async function answerJson<Shape extends z.ZodMiniType>(
  incoming: IncomingMessage,
  path: PostPath,
  shape: Shape,
  answer: (sent: z.output<Shape>) => Reply | Promise<Reply>,
): Promise<Reply> {
  const { maxBytes } = routes[path].body;
  const text = await bodyText(incoming, maxBytes);
  const problem = (status: number, message: string) =>
    refusalReply(refuse(status, message), { 'cache-control': 'no-store' });
  if (text === null) return problem(413, `The request is longer than ${maxBytes} bytes; send less.`);
  const read = shape.safeParse(parsed(text));
  return read.success ? answerKept(() => answer(read.data)) : problem(400, mismatch);
}

export const mismatch = 'The request does not match /openapi.json.';

/** The value of a JSON text; null if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
