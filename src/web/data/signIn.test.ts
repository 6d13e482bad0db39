import { expect, test, vi } from 'vitest';
import { goToSignIn, hasSignedIn } from './client.ts';
import { keepForms, noteTyping } from './leaving.ts';

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

test('a page in whose form somebody has just typed stays, until the form is gone or five minutes have passed', () => {
  vi.useFakeTimers({ toFake: ['performance', 'Date'] });
  try {
    const form = { isConnected: true };
    class Field {
      readonly closest = () => form;
    }
    vi.stubGlobal('Element', Field);
    vi.stubGlobal('addEventListener', () => undefined);
    vi.stubGlobal('removeEventListener', () => undefined);
    const end = keepForms();
    const type = () => noteTyping({ target: new Field() as unknown as Element });
    const goes = () => {
      const { leave, assign } = tabAt('/alerts?recipient=new');
      leave();
      return assign.mock.calls.length > 0;
    };
    type();
    expect(goes()).toBe(false);
    vi.advanceTimersByTime(4.9 * 60_000);
    expect(goes()).toBe(false);
    vi.advanceTimersByTime(12_000);
    expect(goes()).toBe(true);
    type();
    form.isConnected = false;
    expect(goes()).toBe(true);
    form.isConnected = true;
    end();
    expect(goes()).toBe(true);
  } finally {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  }
});
