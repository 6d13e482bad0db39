import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJson, readAnswer } from './parse.ts';

/** The verdict of JSON.parse: it must be an object or an array. */
function isParsed(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

const list = fc
  .oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()))
  .chain((value) => fc.constantFrom(0, 1, '\t', '\r\n').map((space) => JSON.stringify(value, null, space)));

const pieces = '{ } [ ] : , " \\ u00e9 - 0 1 .5 e+ E7 true false null "a" é x'.split(' ');
const piece = fc.constantFrom(...pieces, ' ', '\n', '\u0000');

/** A list in which something was changed, or pieces of JSON in random order. */
const nearList = fc.oneof(
  fc.tuple(list, fc.nat(), fc.nat(3), fc.array(piece, { maxLength: 2 })).map(([text, at, gone, put]) => {
    const from = at % (text.length + 1);
    return text.slice(0, from) + put.join('') + text.slice(from + gone);
  }),
  fc.array(piece, { maxLength: 12 }).map((some) => `[${some.join('')}]`),
);

describe('the check of JSON', () => {
  it('accepts every object and array', () => {
    fc.assert(
      fc.property(list, (text) => isJson(Buffer.from(text))),
      { numRuns: 500 },
    );
  });

  it('agrees with JSON.parse on text that is nearly JSON', () => {
    fc.assert(
      fc.property(nearList, (text) => isJson(Buffer.from(text)) === isParsed(text)),
      { numRuns: 10_000 },
    );
  });

  it.each([
    '',
    ' ',
    '42',
    '"text"',
    'null',
    '<html>',
    '{"items": [',
    '[1]]',
    '[1] x',
    '{"a":1,}',
    '[01]',
    '["\t"]',
    '[\u00a0]',
  ])('refuses %j', (text) => {
    expect(isJson(Buffer.from(text))).toBe(false);
  });

  it('refuses extreme nesting, however deep', () => {
    expect(isJson(Buffer.from('['.repeat(200) + ']'.repeat(200)))).toBe(true);
    expect(isJson(Buffer.from('['.repeat(5_000_000)))).toBe(false);
  });

  it('accepts people’s names in another encoding, whose bytes are not UTF-8', () => {
    expect(isJson(Buffer.from('["José"]', 'latin1'))).toBe(true);
  });
});

describe('an answer', () => {
  const bodyOf = async (text: string) => (await readAnswer(200, {}, Buffer.from(text), 10_000)).body.toString();

  it('has numbers that programs cannot hold as texts, as the service wrote them', async () => {
    const ids = '[9007199254740992, 9007199254740993, -9007199254740993]';
    expect(await bodyOf(`{"items": ${ids}, "hours": 1e400, "left": [-1E+400, ${'9'.repeat(400)}.5]}`)).toBe(
      `{"items":["9007199254740992","9007199254740993","-9007199254740993"],"hours":"1e400","left":["-1E+400","${'9'.repeat(400)}.5"]}`,
    );
  });

  it.each(['{"hours": 4093.8, "id": 9007199254740991, "far": 1e3,  "text": "1e400"}', '[ 0.1234567890123456789 ]'])(
    'has other numbers as they are: %s',
    async (text) => {
      expect(JSON.parse(await bodyOf(text))).toEqual(JSON.parse(text));
    },
  );
});
