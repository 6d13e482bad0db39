import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldedText, peopleIn, personSearch } from './personSearch.ts';

const id = '7c1f0000-0000-4000-8000-00000000a001';
const nobody = { names: [], lastNames: [], emails: [] };

describe('a text for comparison', () => {
  it.each([
    ['O&#39;Brien &amp; Sons', "o'brien & sons"],
    ['O\\u0027Brien \\u0026 Sons', "o'brien & sons"],
    ['O%27Brien+%26+Sons', "o'brien & sons"],
    ['O&amp;#39;Brien', "o'brien"],
    ['O’BRIEN', "o'brien"],
    ['Zoe\u0308 \u00c5ngstr&ouml;m', 'zoe angstrom'],
    ['Stra\u00dfe \u0141\u00f3d\u017a', 'strasse lodz'],
    ['A\u00adna\u200b  Li\n', 'ana li'],
    ['100 % & &c; \\x', '100 % & &c; \\x'],
    ['%E9ric', 'eric'],
  ])('%j is %j', (text, expected) => {
    expect(foldedText(text)).toBe(expected);
  });

  it('is the same after it was folded again, in whatever form the text is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const plain = text.replaceAll(/[&\\%]/g, '');
        expect(foldedText(plain.normalize('NFD'))).toBe(foldedText(plain.normalize('NFC')));
      }),
    );
  });
});

describe('a search for a person', () => {
  const { inText, inValue, isName } = personSearch(id, {
    names: ['Ana Li'],
    lastNames: ['Li'],
    emails: ['a.li@x.example'],
  });

  it.each([
    [`person ${id.toUpperCase()}`, 'id'],
    [`/people/${id}?tab=1`, 'id'],
    [`${id}0`, null],
    ['with ANA  LI.', 'name'],
    ['Ana Lima', null],
    ['Mariana Li', null],
    ['Ana Li-ion', 'name'],
    ['the Li battery', null],
    ['Li', 'name'],
    ['<td>Li</td>', 'name'],
    ['to A.LI@X.example, at once', 'name'],
    ['da.li@x.example', null],
    ['a.li@x.example.org', null],
    ['a.li@x.example.', 'name'],
  ])('in %j finds by %s', (text, finding) => expect(inText(text)).toBe(finding));

  it('looks into values at any depth, and into JSON within texts', () => {
    expect(inValue({ a: [{ b: JSON.stringify({ c: JSON.stringify(['Ana Li']) }) }] })).toBe('name');
    expect(inValue({ a: 'Ana Li', b: { userId: id } })).toBe('id');
    expect(inValue({ [`person ${id}`]: 1 })).toBe('id');
    expect(inValue({ a: ['Wei Li'], n: 12 })).toBeNull();
    expect([isName(' ana li '), isName('A.Li@x.example'), isName('Li'), isName('Ana Li, CFI')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it('takes a short id only where an id stands, because it may be a figure', () => {
    const short = personSearch('1234', nobody);
    expect(short.inValue({ userId: 1234 })).toBe('id');
    expect(short.inValue({ pilotIds: ['1234'] })).toBe('id');
    expect(short.inValue({ hobbs: 1234, note: 'at 1234 hours', n: '1234' })).toBeNull();
    expect([short.inText('person 1234'), short.inText('person 12345'), short.inText('1234')]).toEqual([
      'id',
      null,
      null,
    ]);
  });

  it('without names finds by the id alone', () => {
    expect(personSearch(id, nobody).inText('Ana Li a.li@x.example')).toBeNull();
  });
});

it('people in a value have their id, names and addresses', () => {
  const record = { id: 'r1', name: 'Solo', pilots: [{ userId: 7, firstName: 'Ana', lastName: 'Li', eMail: 'a@b' }] };
  expect([...peopleIn(record)]).toEqual([
    { id: '7', names: ['Ana Li', 'Li, Ana', 'Li Ana'], lastNames: ['Li'], emails: ['a@b'] },
  ]);
});
