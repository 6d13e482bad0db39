import { type Dispatcher, request } from 'undici';
import { millisecondsInSecond } from '#domain/units.ts';
import { retrySeconds } from '#contract/errors.ts';
import { oneLine, type Outcome, withoutAddress } from './channel.ts';

/** Bytes of an answer that are read. */
const maxRead = 4_096;

/**
 * Posts a body and reads the answer. Redirects are not followed, because the message may be meant only for this
 * address. After 408, 429 and 5xx it may be tried again. `isGone` says which statuses mean that the address will never
 * work again.
 */
export async function post(
  address: string,
  given: { readonly headers: { readonly [name: string]: string }; readonly body: string | Uint8Array },
  signal: AbortSignal,
  isGone: (status: number) => boolean = (status) => status === 410,
  dispatcher?: Dispatcher,
): Promise<Outcome> {
  try {
    const { statusCode, headers, body } = await request(address, {
      method: 'POST',
      ...given,
      signal,
      ...(dispatcher && { dispatcher }),
    });
    // The answer may repeat the address, which is secret.
    const text = oneLine(withoutAddress(await startOf(body), address));
    const answer = `${statusCode}${text === '' ? '' : ` ${text}`}`;
    if (statusCode >= 200 && statusCode < 300) return { state: 'sent', answer };
    if (isGone(statusCode)) return { state: 'gone', answer };
    if (statusCode !== 429 && statusCode !== 408 && statusCode < 500) return { state: 'refused', answer };
    const seconds = retrySeconds(headers['retry-after'], Date.now());
    return { state: 'again', answer, ...(seconds !== null && { until: Date.now() + seconds * millisecondsInSecond }) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return {
      state: 'again',
      answer: signal.aborted ? 'No answer in time.' : `It cannot be reached (${oneLine(code)}).`,
    };
  }
}

/**
 * The start of an answer's text, as far as it comes. Only the status says how the try ended: a message that was accepted must
 * not be sent again because the rest of the answer is slow or cut off.
 */
async function startOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  let read = '';
  try {
    for await (const part of body.setEncoding('utf8')) {
      read += String(part);
      if (read.length > maxRead) break;
    }
  } catch {
    // What has come is enough.
  }
  return read;
}
