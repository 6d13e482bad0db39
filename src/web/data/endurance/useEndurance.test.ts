import { describe, expect, test } from 'vitest';
import { setupNote } from './useEndurance.ts';

describe('the setup note on a display', () => {
  test('is not shown when the browser can do everything', () => {
    expect(setupNote({ maySleep: false, canStartOffline: true, isKept: true })).toBeNull();
  });

  test.each([
    [{ maySleep: true, canStartOffline: true, isKept: true }, 'In this browser the screen may go to sleep.'],
    [
      { maySleep: false, canStartOffline: false, isKept: false },
      'In this browser the board cannot start without the server, no data is kept for a restart.',
    ],
  ])('says what the browser cannot do: %j', (abilities, note) => {
    expect(setupNote(abilities)).toBe(note);
  });
});
