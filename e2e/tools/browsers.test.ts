import { Script } from 'node:vm';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { earlyScript } from '#e2e/tools/browsers/inPage.ts';
import { pagesOf } from '#e2e/tools/browsers/pdf.ts';
import { inWords, sendable } from '#e2e/tools/browsers/screen.ts';

test('pages of a PDF are counted, compressed or not; the page tree does not count', () => {
  const packed = deflateSync('<< /Type /Page >> << /Type/Page/Parent 1 0 R >> << /Type /Pages /Count 2 >>').toString(
    'latin1',
  );
  const plain = '%PDF-1.7\n<< /Type /Page >>\nstream\nno zip\nendstream\n';
  expect(pagesOf(Buffer.from(plain, 'latin1'))).toBe(1);
  expect(pagesOf(Buffer.from(`${plain}stream\n${packed}\nendstream`, 'latin1'))).toBe(3);
  expect(pagesOf(Buffer.from('', 'latin1'))).toBe(0);
});

test('a query keeps its pattern on the way into the page, and is shown in words', () => {
  const query = { role: 'link', name: /^N5/i, within: { role: 'main' }, nth: 2 };
  expect(sendable(query)).toEqual({
    role: 'link',
    name: { source: '^N5', flags: 'i' },
    within: { role: 'main' },
    nth: 2,
  });
  expect(inWords(query)).toBe('no. 2 link /^N5/i in main');
  expect(inWords({ text: 'paused' })).toBe('text paused');
});

test('the script in the page is self-contained: it has only its own functions', () => {
  expect(() => new Script(earlyScript('2026-05-12T17:05:00Z'))).not.toThrow();
  const declared = [...earlyScript('2026-05-12T17:05:00Z').matchAll(/^function (\w+)/gm)].map(([, name]) => name);
  expect(declared).toContain('partsOfPage');
  expect(new Set(declared).size).toBe(declared.length);
});
