import type { IncomingMessage } from 'node:http';

/**
 * The body of a request as text; null if it exceeds this many bytes, and the rest is then discarded. Rejects if the client
 * disconnects early.
 */
export async function bodyText(incoming: IncomingMessage, mostBytes: number): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming) {
    // A request without an encoding yields only buffers, whatever the type says.
    const part = Buffer.from(chunk as Uint8Array);
    bytes += part.length;
    if (bytes <= mostBytes) chunks.push(part);
  }
  return bytes > mostBytes ? null : Buffer.concat(chunks).toString('utf8');
}

/** The value of a JSON text; null if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
