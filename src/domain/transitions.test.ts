import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dueItems } from './dueList.ts';
import type { Reminder } from './reminders.ts';
import { aircraft, clock, now, status, zone } from './sampleMaintenance.ts';
import { type Picture, pictureOf, transitions, transitionText, updatePicture } from './transitions.ts';

const minute = 60_000;

/** A picture of one aircraft: its reminders by name and status id. */
function picture(
  minutesAgo: number,
  reminders: Readonly<Record<string, number>>,
  id = 'a1',
  more: Reminder[] = [],
): Picture {
  const records = Object.entries(reminders).map(([name, statusId]) => ({ name, status: status(statusId) }));
  const answer = {
    aircraft: aircraft({ aircraftId: id }),
    records: [...records, ...more],
    asOf: now - minutesAgo * minute,
  };
  return pictureOf([answer], dueItems([answer], zone, now));
}

const words = (before: Picture, after: Picture) =>
  transitions(before, after).map((transition) => transitionText(transition, now, clock));

describe('between two looks', () => {
  test('a changed status is told with both times', () => {
    // It is 1105L: 115 and 100 minutes ago were 0910L and 0925L.
    expect(words(picture(115, { '100-hour': 1 }), picture(100, { '100-hour': 2 }))).toEqual([
      'N512SP 100-hour OK → Warning between 0910L and 0925L',
    ]);
  });

  test('new and gone ones are told, the worst outcome first', () => {
    expect(words(picture(15, { Annual: 2, VOR: 3, ELT: 2 }), picture(5, { ELT: 1, VOR: 3, Oil: 3 }))).toEqual([
      'N512SP Oil is new, Expired, between 1050L and 1100L',
      'N512SP ELT Warning → OK between 1050L and 1100L',
      'N512SP Annual is gone, was Warning, between 1050L and 1100L',
    ]);
  });

  test('a status that is not known is told by its name', () => {
    expect(words(picture(15, { VOR: 2 }), picture(5, { VOR: 9 }))[0]).toMatch(/^N512SP VOR Warning → Status 9 /);
  });

  test('an aircraft that was not seen in both is no news', () => {
    expect(words([], picture(5, { VOR: 3 }))).toEqual([]);
    expect(words(picture(15, { VOR: 3 }), [])).toEqual([]);
    expect(words(picture(15, { VOR: 3 }), picture(5, { VOR: 1 }, 'a2'))).toEqual([]);
  });

  test('an answer as old as the last one is no news', () => {
    expect(words(picture(5, { VOR: 1 }), picture(5, { VOR: 3 }))).toEqual([]);
  });

  test('complied and switched-off ones come to nothing', () => {
    const quiet = [
      { name: 'AD', status: status(3), permanentlyComplied: true },
      { name: 'Old', status: status(3), active: false },
    ];
    expect(words(picture(15, { VOR: 1 }), picture(5, { VOR: 1 }, 'a1', quiet))).toEqual([]);
  });
});

test('the later picture keeps what was seen of an aircraft that has not answered', () => {
  const earlier = [...picture(15, { VOR: 1 }), ...picture(15, { ELT: 1 }, 'a2')];
  const updated = updatePicture(earlier, picture(5, { VOR: 2 }));
  expect(words(earlier, updated)).toHaveLength(1);
  expect(updated.map(({ aircraftId, asOf }) => [aircraftId, (now - asOf) / minute])).toEqual([
    ['a1', 5],
    ['a2', 15],
  ]);
  expect(updatePicture(updated, earlier)).toEqual(updated);
});

test('a picture survives storing, differs from itself in nothing, and tells each difference once', () => {
  const some = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom(1, 2, 3, 9));
  fc.assert(
    fc.property(some, some, (before, after) => {
      const [old, current] = [picture(15, before), picture(5, after)];
      const stored = JSON.parse(JSON.stringify(old)) as Picture;
      expect(stored).toEqual(old);
      expect(transitions(old, picture(5, before))).toEqual([]);
      const different = ['a', 'b', 'c', 'd'].filter((name) => before[name] !== after[name]);
      const told = transitions(stored, current).map(({ name }) => name);
      expect(told.toSorted()).toEqual(different);
    }),
  );
});
