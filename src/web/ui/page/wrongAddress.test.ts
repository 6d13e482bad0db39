import { expect, test } from 'vitest';
import { closeWrongAddress, subscribeToWrongAddress, tellWrongAddress, wrongAddress } from './wrongAddress.ts';

const texts = () => wrongAddress().flatMap(({ text, isClosed }) => (isClosed ? [] : [text]));

test('what is wrong is told once, until nobody asks for it to be told', () => {
  let heard = 0;
  const stop = subscribeToWrongAddress(() => (heard += 1));
  const ends = [tellWrongAddress('a'), tellWrongAddress('b'), tellWrongAddress('a')];
  expect(texts()).toEqual(['a', 'b']);
  ends[0]?.();
  expect(texts()).toEqual(['a', 'b']);
  ends[2]?.();
  expect(texts()).toEqual(['b']);
  ends[1]?.();
  expect(texts()).toEqual([]);
  expect(heard).toBe(6);
  stop();
});

test('what was closed stays closed while the address is the same, and is told again after it was right', () => {
  const end = tellWrongAddress('a');
  closeWrongAddress(['a']);
  expect(texts()).toEqual([]);
  const again = tellWrongAddress('a');
  expect(texts()).toEqual([]);
  end();
  again();
  const anew = tellWrongAddress('a');
  expect(texts()).toEqual(['a']);
  anew();
});
