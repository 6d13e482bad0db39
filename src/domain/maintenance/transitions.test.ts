import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Reminder } from './reminders.ts';
import { aircraft, clock, now, status } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { isTransition, type ReminderChange, transitions, transitionText } from './transitions.ts';

const minute = 60_000;

/** A change of a reminder by its status ids, null for no record, so many minutes ago. It is 1105L. */
function change(
  name: string,
  before: number | null,
  after: number | null,
  ago = 10,
  more: Reminder = {},
): ReminderChange {
  const record = (id: number | null) => (id === null ? null : { name, status: status(id), ...more });
  return { aircraftId: 'a1', id: name, before: record(before), after: record(after), seenAt: now - ago * minute };
}

const fleet = [aircraft()];
const words = (...changes: ReminderChange[]) =>
  transitions(changes, fleet).map((transition) => transitionText(transition, now, clock));

describe('changes of reminders', () => {
  test('a changed status appears with the time it was seen', () => {
    expect(words(change('100-hour', 1, 2, 100))).toEqual(['N512SP 100-hour OK → Warning, seen 0925L']);
  });

  test('new and gone reminders appear, worst outcome first', () => {
    expect(words(change('Annual', 2, null), change('ELT', 2, 1), change('Oil', null, 3))).toEqual([
      'N512SP Oil is new, Expired, seen 1055L',
      'N512SP ELT Warning → OK, seen 1055L',
      'N512SP Annual is gone, was Warning, seen 1055L',
    ]);
  });

  test('several changes of one reminder count as one, from the first to the last', () => {
    expect(words(change('VOR', 1, 2, 30), change('VOR', 2, 3, 20))).toEqual(['N512SP VOR OK → Expired, seen 1045L']);
    expect(words(change('VOR', 1, 2, 30), change('VOR', 2, 1, 20))).toEqual([]);
    expect(words(change('VOR', null, 2, 30), change('VOR', 2, null, 20))).toEqual([]);
  });

  test('an unknown status appears by its name', () => {
    expect(words(change('VOR', 2, 9))[0]).toMatch(/^N512SP VOR Warning → Status 9, /);
  });

  test('a changed axis appears even if the overall status stays, and ranks by its new status', () => {
    const dated = (id: number): Reminder => ({ dateOptions: { typeStatus: status(id) } });
    const axis = (name: string, before: number, after: number, more: Reminder = {}): ReminderChange => {
      const turned = change(name, 1, 1);
      return {
        ...turned,
        before: { ...turned.before, ...dated(before) },
        after: { ...turned.after, ...dated(after), ...more },
      };
    };
    expect(words(change('ELT', 1, 2), axis('Annual', 1, 3))).toEqual([
      'N512SP Annual (date) OK → Expired, overall OK, seen 1055L',
      'N512SP ELT OK → Warning, seen 1055L',
    ]);
    expect(words(axis('Annual', 1, 3), axis('Annual', 3, 1))).toEqual([]);
    expect(words(axis('Annual', 1, 2, { status: status(2) }))).toEqual(['N512SP Annual OK → Warning, seen 1055L']);
    expect(isTransition(axis('Annual', 1, 3))).toBe(true);
  });

  test('a changed meter reading is not a transition', () => {
    expect(isTransition(change('VOR', 2, 2))).toBe(false);
    expect(words(change('VOR', 2, 2))).toEqual([]);
  });

  test('reminders complied with or switched off count as absent', () => {
    const complied = change('AD', 3, 3, 10, { permanentlyComplied: true });
    expect(words(complied, change('Old', null, 3, 10, { active: false }))).toEqual([]);
    expect(words({ ...complied, before: { name: 'AD', status: status(3) } })).toEqual([
      'N512SP AD is gone, was Expired, seen 1055L',
    ]);
  });

  test('changes on aircraft that are not shown are left out; ids match in any letter case', () => {
    expect(words({ ...change('VOR', 1, 3), aircraftId: 'a2' })).toEqual([]);
    expect(words({ ...change('VOR', 1, 3), aircraftId: 'A1' })).toHaveLength(1);
  });
});

test("a reminder's changes appear once, and only if the first and last status differ", () => {
  const path = fc.array(fc.constantFrom(1, 2, 3, 9, null), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(path, (statuses) => {
      const changes = statuses.slice(1).map((after, index) => change('VOR', statuses[index]!, after, 60 - index));
      expect(transitions(changes, fleet)).toHaveLength(statuses[0] === statuses.at(-1) ? 0 : 1);
    }),
  );
});
