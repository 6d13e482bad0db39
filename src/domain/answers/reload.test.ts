import { expect, test } from 'vitest';
import { isQuiet, shouldReload } from './reload.ts';

const minute = 60_000;
const defaults = { ownBuild: 'a', servedBuild: 'a', outage: 0, sinceReload: null };

test.each([
  ['nothing has changed', {}, false],
  ['there is a new build', { servedBuild: 'b' }, true],
  ['the server was away for a moment', { outage: 4 * minute }, false],
  ['the server was away for five minutes', { outage: 5 * minute }, true],
  ['there is a new build after a moment', { servedBuild: 'b', outage: minute }, true],
  ["another server's page arrived", { servedBuild: null, outage: 60 * minute }, false],
  ['the page runs in development', { ownBuild: null, servedBuild: 'b' }, false],
  ['it has just reloaded, and the builds still differ', { servedBuild: 'b', sinceReload: 9 * minute }, false],
  ['it reloaded a while ago', { servedBuild: 'b', sinceReload: 10 * minute }, true],
])('decides on a reload when %s', (_, changes, reloads) => {
  expect(shouldReload({ ...defaults, ...changes })).toBe(reloads);
});

test.each([
  ['somebody sees it', { hiddenFor: null, isTyping: false }, false],
  ['it has just been hidden', { hiddenFor: 5 * minute - 1, isTyping: false }, false],
  ['it has been hidden for five minutes', { hiddenFor: 5 * minute, isTyping: false }, true],
  ['text in it is not sent', { hiddenFor: 60 * minute, isTyping: true }, false],
])('a page is quiet or not when %s', (_, page, quiet) => {
  expect(isQuiet(page)).toBe(quiet);
});
