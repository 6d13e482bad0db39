import { expect, test, vi } from 'vitest';
import { goToSignIn, hasSignedIn } from './client.ts';

/** A tab at an address, with its storage. */
function tabAt(address: string) {
  const kept = new Map<string, string>();
  const memory = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  } as unknown as Storage;
  const assign = vi.fn<(to: string) => void>();
  const { pathname, search } = new URL(address, 'http://flightline.test');
  const page = { pathname, search, assign } as unknown as Location;
  return { leave: () => goToSignIn(page, memory), arrive: () => hasSignedIn(memory), assign };
}

test('a page whose session ended goes to sign-in and returns to the same address', () => {
  const { leave, assign } = tabAt('/fleet?q=N51&time=Z');
  leave();
  expect(assign).toHaveBeenCalledExactlyOnceWith('/sign-in?to=%2Ffleet%3Fq%3DN51%26time%3DZ');
});

test('a page goes to sign-in only once, until the user is known again', () => {
  const { leave, arrive, assign } = tabAt('/fleet');
  for (let count = 0; count < 3; count++) leave();
  expect(assign).toHaveBeenCalledTimes(1);
  arrive();
  leave();
  expect(assign).toHaveBeenCalledTimes(2);
});

test('a wall board stays where it is when the session ends', () => {
  const { leave, assign } = tabAt('/board?names=none');
  leave();
  expect(assign).not.toHaveBeenCalled();
});
