import fc from 'fast-check';
import { expect, test } from 'vitest';
import { errorEntry, readErrorBody } from './errors.ts';
import { errorEntryShape } from './shapes.ts';

const entry = errorEntry({ code: 404, message: 'No such aircraft.', dataField: 'aircraftId' });

test('an entry has every member of section 7', () => {
  expect(errorEntryShape.parse(entry)).toEqual(entry);
  expect(Object.keys(entry).toSorted()).toEqual(Object.keys(errorEntryShape.shape).toSorted());
});

test.each([
  ["the specification's array", JSON.stringify([entry]), [entry]],
  ['an object with errors', JSON.stringify({ errors: [entry] }), [entry]],
  [
    'an object with statusCode and message',
    '{"statusCode":429,"message":"Rate limit is exceeded. Try again in 12 seconds."}',
    [{ code: 429, message: 'Rate limit is exceeded. Try again in 12 seconds.' }],
  ],
  ['an object with only a message', '{"message":"Nope."}', [{ code: null, message: 'Nope.' }]],
  ['plain text', ' Access denied\n', [{ message: 'Access denied' }]],
  ['a text in JSON', '"Access denied"', [{ message: 'Access denied' }]],
  ['an entry with members missing, null and unknown', '[{"message":null,"hint":"x"}]', [{ message: null, hint: 'x' }]],
  ['an array with an unreadable entry', JSON.stringify(['x', entry]), [entry]],
])('reads %s', (_form, body, entries) => {
  expect(readErrorBody(body)).toEqual(entries);
});

test.each([
  ['nothing', ''],
  ['blanks', ' \n '],
  ['a page of markup', '<html><body><h1>502 Bad Gateway</h1></body></html>'],
  ['broken JSON', '{"errors":['],
  ['null', 'null'],
  ['a number', '42'],
  ['an empty array', '[]'],
  ['an unrelated object', '{"ok":false}'],
  ['a very long text', 'x'.repeat(1001)],
])('finds no entry in %s', (_form, body) => {
  expect(readErrorBody(body)).toEqual([]);
});

test('no body makes the reader throw', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (body) => Array.isArray(readErrorBody(body))));
});

test('one odd member does not lose the error message', () => {
  expect(readErrorBody('{"statusCode":"429","message":"Slow down"}')).toEqual([{ message: 'Slow down', code: null }]);
  expect(readErrorBody('{"errors":"none","message":"Slow down"}')).toEqual([{ message: 'Slow down', code: null }]);
});
