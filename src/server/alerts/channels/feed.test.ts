import { expect, it } from 'vitest';
import { hostile } from '#e2e/fixtures/samples/sampleMessage.ts';
import { atomFeed } from './feed.ts';

it('a feed is well-formed and escapes all text', () => {
  const alert = {
    id: 'x & y',
    kind: 'stop',
    level: 'red',
    at: '2026-05-12T17:00:00.000Z',
    subject: '',
    words: `${hostile}${String.fromCharCode(1)}`,
    evidence: ['<i>'],
    link: '/fleet/1?a=1&b=2',
  } as const;
  const text = atomFeed({
    schoolName: 'A & B',
    publicUrl: 'https://fly.example.com/',
    id: 'r1',
    alerts: [{ ...alert, evidence: ['<i>'] }],
    updated: alert.at,
  });
  expect(text).toContain('<id>urn:flightline:alert:x%20%26%20y</id>');
  expect(text).toContain('<title>Alerts, A &amp; B</title>');
  expect(text).toContain('href="https://fly.example.com/fleet/1?a=1&amp;b=2"');
  expect(text).not.toMatch(/<b>|<i>|<!channel/);
  expect(text).not.toContain(String.fromCharCode(1));
});
