import fc from 'fast-check';
import { expect, it } from 'vitest';
import { noTraceParent, readTraceParent } from './requestMark.ts';

const [trace, span] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];

it('reads the example of the specification, and a later version with more behind it', () => {
  expect(readTraceParent(`00-${trace}-${span}-01`)).toEqual({ traceId: trace, spanId: span, isSampled: true });
  expect(readTraceParent(`00-${trace}-${span}-00`).isSampled).toBe(false);
  expect(readTraceParent(`cc-${trace}-${span}-03-what-the-future-will-be-like`)).toMatchObject({ traceId: trace });
});

it.each([
  '',
  `00-${trace}-${span}`,
  `00-${trace}-${span}-01-more`,
  `ff-${trace}-${span}-01`,
  `00-${trace.toUpperCase()}-${span}-01`,
  `00-${'0'.repeat(32)}-${span}-01`,
  `00-${trace}-${'0'.repeat(16)}-01`,
  `00-${trace.slice(1)}-${span}-01`,
  `00-${trace}-${span}-0g`,
  `cc-${trace}-${span}-01.more`,
  `00-${trace}-${span}-01, 00-${trace}-${span}-01`,
])('takes nothing from %j', (header) => {
  expect(readTraceParent(header)).toBe(noTraceParent);
});

it('never gives out anything but digits of fixed length, whatever is sent', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-f]{2}-[0-9a-f]{30,34}-[0-9a-f]{16}-0[01]/)), (text) => {
      const { traceId, spanId } = readTraceParent(text);
      return traceId === null ? spanId === null : /^[0-9a-f]{32}$/.test(traceId) && /^[0-9a-f]{16}$/.test(spanId ?? '');
    }),
  );
});
