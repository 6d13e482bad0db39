import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createApproach, placesOf, readEntries, type Scroller } from './scrollMemory.ts';

/** A stand-in for an element: it scrolls no further than its content reaches. */
class FakeScroller implements Scroller {
  scrollWidth = 1280;
  scrollLeft = 0;
  scrollTop = 0;
  moves = 0;
  scrollHeight: number;
  readonly height = 800;
  constructor(scrollHeight: number) {
    this.scrollHeight = scrollHeight;
  }
  scrollTo({ left, top }: { left: number; top: number }): void {
    this.moves += 1;
    this.scrollLeft = Math.min(left, this.scrollWidth);
    this.scrollTop = Math.max(0, Math.min(top, this.scrollHeight - this.height));
  }
}
const placesAt = (top: number, name = '') => new Map([[name, [0, top] as const]]);

describe('scroll memory on a page as tall as before', () => {
  test('restores the position at once and holds it for a while', () => {
    const window = new FakeScroller(3000);
    const approach = createApproach(placesAt(900), () => new Map([['', window]]));
    expect(window.scrollTop).toBe(900);
    expect([0, 400, 800].map(approach)).toEqual([false, false, false]);
    expect(approach(801)).toBe(true);
    expect(window.moves).toBe(1);
  });

  test('overrides a page that scrolls itself when drawn', () => {
    const window = new FakeScroller(3000);
    const approach = createApproach(placesAt(900), () => new Map([['', window]]));
    approach(0);
    window.scrollTop = 0;
    approach(100);
    expect(window.scrollTop).toBe(900);
  });

  test('stops once the user scrolls', () => {
    const window = new FakeScroller(3000);
    const approach = createApproach(placesAt(900), () => new Map([['', window]]));
    approach(0);
    approach(200);
    window.scrollTop = 300;
    approach(250);
    expect(window.scrollTop).toBe(300);
  });

  test('accepts a difference of one pixel, because browsers round', () => {
    const window = new FakeScroller(3000);
    const approach = createApproach(placesAt(900.6), () => new Map([['', window]]));
    window.scrollTop = 900;
    approach(0);
    expect(approach(801)).toBe(true);
    expect(window.moves).toBe(1);
  });
});

describe('scroll memory on a page whose data comes late', () => {
  test('follows the page as it grows, and holds the position once it is tall enough', () => {
    const window = new FakeScroller(800);
    const approach = createApproach(placesAt(1800), () => new Map([['', window]]));
    expect(approach(0)).toBe(false);
    expect(window.scrollTop).toBe(0);
    window.scrollHeight = 2000;
    expect(approach(1000)).toBe(false);
    expect(window.scrollTop).toBe(1200);
    window.scrollHeight = 2700;
    expect(approach(1500)).toBe(false);
    expect(window.scrollTop).toBe(1800);
    expect(approach(2300)).toBe(false);
    expect(approach(2301)).toBe(true);
  });

  test('gives up after twenty seconds', () => {
    const window = new FakeScroller(800);
    const approach = createApproach(placesAt(1800), () => new Map([['', window]]));
    expect([0, 10_000, 20_000].map(approach)).toEqual([false, false, false]);
    expect(approach(20_001)).toBe(true);
  });

  test('starts to hold again when the page shrinks', () => {
    const window = new FakeScroller(3000);
    const approach = createApproach(placesAt(1800), () => new Map([['', window]]));
    approach(0);
    window.scrollHeight = 1000;
    window.scrollTop = 200;
    expect(approach(500)).toBe(false);
    window.scrollHeight = 3000;
    expect(approach(900)).toBe(false);
    expect(window.scrollTop).toBe(1800);
    expect(approach(1700)).toBe(false);
    expect(approach(1701)).toBe(true);
  });

  test('waits for a missing frame, and also restores it sideways', () => {
    const window = new FakeScroller(3000);
    const frame = new FakeScroller(800);
    const present = new Map([['', window]]);
    const wanted = new Map([
      ['', [0, 240] as const],
      ['records', [180, 0] as const],
    ]);
    const approach = createApproach(wanted, () => present);
    expect(window.scrollTop).toBe(240);
    expect(approach(0)).toBe(false);
    expect(approach(5000)).toBe(false);
    present.set('records', frame);
    expect(approach(5100)).toBe(false);
    expect(frame.scrollLeft).toBe(180);
    expect(approach(5901)).toBe(true);
  });
});

test('only scrolled elements have a stored position', () => {
  const [still, down, right] = [new FakeScroller(3000), new FakeScroller(3000), new FakeScroller(800)];
  down.scrollTop = 5;
  right.scrollLeft = 180;
  const scrollers = new Map([
    ['', still],
    ['records', down],
    ['timeline', right],
  ]);
  expect([...placesOf(scrollers)]).toEqual([
    ['records', [0, 5]],
    ['timeline', [180, 0]],
  ]);
});

describe('stored scroll entries', () => {
  test('are read back, up to the latest hundred', () => {
    const entries = readEntries(null);
    for (let index = 0; index < 103; index++) entries.keep(`k${index} /people`, placesAt(index));
    entries.keep('k50 /people', placesAt(7));
    entries.forget('k60 /people');
    const again = readEntries(entries.print());
    expect(again.of('k2 /people')).toBeUndefined();
    expect(again.of('k60 /people')).toBeUndefined();
    expect(again.of('k3 /people')).toEqual(placesAt(3));
    expect(again.of('k50 /people')).toEqual(placesAt(7));
    expect(again.print()).toBe(entries.print());
  });

  test('count as latest when stored again', () => {
    const entries = readEntries(null);
    for (let index = 0; index < 100; index++) entries.keep(`k${index}`, placesAt(1));
    entries.keep('k0', placesAt(2));
    entries.keep('new', placesAt(3));
    expect([entries.of('k0'), entries.of('k1')]).toEqual([placesAt(2), undefined]);
  });

  test.each([
    'no JSON',
    '{}',
    'null',
    '[1, null, [], ["a"], ["a", 3], [4, {}]]',
    '[["a", {"": ["0", 1], "b": null, "c": [1]}]]',
  ])('are empty when they cannot be read: %s', (text) => {
    expect(readEntries(text).of('a')?.size ?? 0).toBe(0);
  });

  test('are read back with any names and positions', () => {
    const place = fc.tuple(fc.nat(5000), fc.nat(5000));
    const places = fc.array(
      fc.tuple(
        fc.string().filter((name) => name !== '__proto__'),
        place,
      ),
      { maxLength: 3 },
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), places), { maxLength: 20 }), (all) => {
        const entries = readEntries(null);
        for (const [id, own] of all) entries.keep(id, new Map(own));
        const again = readEntries(entries.print());
        for (const [id] of all)
          expect(Object.fromEntries(again.of(id) ?? [])).toEqual(Object.fromEntries(entries.of(id) ?? []));
      }),
    );
  });
});
