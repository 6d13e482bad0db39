import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hostile, message, never } from '#e2e/fixtures/samples/sampleMessage.ts';
import { parsed } from '#server/http/body.ts';
import { webhookSender } from './webhook.ts';

/** A receiver that reads the message, answers with this head and goes on as `then` says. */
async function slowReceiver(head: string, then: (socket: Socket) => void) {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(head);
      then(socket);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/secret`;
}

async function receiver(
  status: number,
  headers: { readonly [name: string]: string } = {},
  { path = '/secret', echo = (url: string) => `told at http://127.0.0.1${url}\n<b>ok</b>` } = {},
) {
  const got: { headers: IncomingHttpHeaders; body: string; url: string }[] = [];
  const server = createServer((incoming, outgoing) => {
    let body = '';
    incoming.setEncoding('utf8').on('data', (part: string) => (body += part));
    incoming.on('end', () => {
      got.push({ headers: incoming.headers, body, url: incoming.url ?? '' });
      outgoing.writeHead(status, headers).end(echo(incoming.url ?? ''));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  return { got, address };
}

const secret = 'a-secret-of-the-school';
const forms = ['flightline', 'slack', 'teams', 'discord'] as const;
const sender = (address: string) =>
  webhookSender({
    webhooks: forms.map((form) => ({
      name: form,
      form,
      address,
    })),
    secret,
    schoolName: () => 'Pikes Peak',
  });

describe('a webhook', () => {
  it('in our own form is signed, with the same key in every try', async () => {
    const { got, address } = await receiver(200);
    expect(await sender(address)('flightline', message, never)).toMatchObject({ state: 'sent' });
    const { headers = {}, body = '' } = got[0] ?? {};
    const signature = createHmac('sha256', secret)
      .update(`${String(headers['x-flightline-timestamp'])}.${body}`)
      .digest('hex');
    expect(headers).toMatchObject({ 'idempotency-key': 'k1', 'x-flightline-signature': `sha256=${signature}` });
    expect(parsed(body)).toMatchObject({ id: 'k1', school: 'Pikes Peak', alerts: [{ words: hostile, level: 'red' }] });
  });

  it('in a chat’s form escapes text: no mention, link or formatting from outside', async () => {
    const { got, address } = await receiver(200);
    for (const form of forms.slice(1)) await sender(address)(form, message, never);
    const [slack, teams, discord] = got.map(({ body }) => parsed(body)) as [
      { blocks: { text: { text: string } }[] },
      { attachments: { content: { body: { type: string; inlines: { type: string; text: string }[] }[] } }[] },
      { allowed_mentions: object; embeds: { title: string }[] },
    ];
    expect(slack.blocks[0]?.text.text).toContain('&lt;!channel&gt; &lt;b&gt;@everyone&lt;/b&gt; \u200b*bold\u200b*');
    expect(teams.attachments[0]?.content.body[0]).toMatchObject({
      type: 'RichTextBlock',
      inlines: [{ type: 'TextRun', text: hostile }],
    });
    expect(discord.allowed_mentions).toEqual({ parse: [] });
    expect(discord.embeds[0]?.title).toContain('\\@everyone');
    expect(got.every(({ headers }) => headers['x-flightline-signature'] === undefined)).toBe(true);
  });
});

describe('a webhook in a chat’s form', () => {
  it('keeps the chat’s limits', async () => {
    const { got, address } = await receiver(200);
    const line = {
      words: 'x'.repeat(10_000),
      evidence: Array.from({ length: 100 }, () => 'y'.repeat(1_000)),
      link: 'https://a.example.com/',
      level: 'red',
    } as const;
    const long = { ...message, lines: Array.from({ length: 100 }, () => line) };
    for (const form of forms.slice(1)) await sender(address)(form, long, never);
    const [slack, teams, discord] = got.map(({ body }) => body);
    expect(
      (parsed(slack ?? '') as { blocks: { text: { text: string } }[] }).blocks.every(
        ({ text }) => text.text.length <= 3_000,
      ),
    ).toBe(true);
    expect(teams?.length).toBeLessThan(100_000);
    const { embeds } = parsed(discord ?? '') as { embeds: { title: string; description: string }[] };
    expect(embeds.length).toBeLessThanOrEqual(10);
    expect(
      embeds.reduce((sum, { title, description }) => sum + title.length + description.length, 0),
    ).toBeLessThanOrEqual(8_000);
  });

  it.each([
    [429, { 'retry-after': '120' }, 'again'],
    [503, {}, 'again'],
    [400, {}, 'refused'],
    [410, {}, 'gone'],
    // A redirect would send it to another address.
    [302, { location: 'http://127.0.0.1:1/' }, 'refused'],
  ])('that answers %i is handled', async (status, headers, state) => {
    const { address } = await receiver(status, headers);
    const outcome = await sender(address)('flightline', message, never);
    expect(outcome).toMatchObject({ state });
    expect(outcome.answer).toMatch(new RegExp(`^${status} `));
    expect(outcome.answer).not.toContain('\n');
    if (status === 429) expect((outcome.until ?? 0) - Date.now()).toBeGreaterThan(100_000);
  });

  const drip = (socket: Socket) => {
    const timer = setInterval(() => (socket.writable ? socket.write('1\r\na\r\n') : clearInterval(timer)), 20);
  };
  const close = (socket: Socket) => void setTimeout(() => socket.destroy(), 20);
  const [chunked, long] = ['transfer-encoding: chunked', 'content-length: 100'];
  it.each([
    ['accepts and drips', `200 OK\r\n${chunked}`, drip, 'sent'],
    ['accepts and says no more', `202 Accepted\r\n${long}`, () => undefined, 'sent'],
    ['accepts and closes early', `200 OK\r\n${long}`, close, 'sent'],
    ['refuses and closes early', `400 Bad Request\r\n${long}`, close, 'refused'],
    ['is gone and drips', `410 Gone\r\n${chunked}`, drip, 'gone'],
    ['is busy and closes early', `503 Busy\r\n${long}`, close, 'again'],
  ])('that %s is believed by its status, and gets nothing twice', async (_, head, then, state) => {
    const address = await slowReceiver(`HTTP/1.1 ${head}\r\n\r\n`, then);
    expect(await sender(address)('flightline', message, AbortSignal.timeout(400))).toMatchObject({ state });
  });

  it.each([298, 299, 300, 301])('gets no half character where a text is cut (%i)', async (length) => {
    const { got, address } = await receiver(200);
    const words = 'x'.repeat(length % 2) + '✈️🛩'.repeat(length);
    const longMessage = {
      ...message,
      subject: words,
      lines: [{ words, evidence: [words], link: address, level: 'red' } as const],
    };
    for (const form of forms.slice(1)) await sender(address)(form, longMessage, never);
    for (const { body } of got) expect(body).not.toMatch(/\\ud[89a-f]/i);
  });

  const path = '/services/T0AB/B0CD/x%2By-Zq91?token=abc%20def&k=q%26z1';
  it.each([
    ['its path', (url: string) => `no route for POST ${url}`],
    ['its path in JSON', (url: string) => JSON.stringify({ path: url, code: 404 }).replaceAll('/', '\\/')],
    ['its path decoded', (url: string) => `Cannot POST ${decodeURIComponent(url)}`],
    ['its path encoded', (url: string) => `next=${encodeURIComponent(url)}`],
    ['its path in other letters', (url: string) => `GONE: ${url.toUpperCase()}`],
    ['parts of it', (url: string) => url.split(/[/?&=]/).join(' | ')],
    ['its path in a page', (url: string) => `<a href="${url.replaceAll('&', '&amp;')}">x</a>`],
  ])('that repeats %s does not show it', async (_, echo) => {
    const { address } = await receiver(404, {}, { path, echo });
    const { answer } = await sender(address)('flightline', message, never);
    expect(answer).toMatch(/^404 ./);
    for (const part of ['T0AB', 'B0CD', 'Zq91', 'x+y', 'x%2By', 'abc', 'def', 'q%26z1', 'q&z1'])
      expect(answer.toLowerCase()).not.toContain(part.toLowerCase());
  });

  it('that cannot be reached, or is no longer in the settings, says so', async () => {
    const send = sender('http://127.0.0.1:1/secret');
    expect(await send('slack', message, never)).toEqual({
      state: 'again',
      answer: 'It cannot be reached (ECONNREFUSED).',
    });
    expect(await send('other', message, never)).toMatchObject({ state: 'refused' });
  });
});
