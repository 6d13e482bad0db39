import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { roles } from '#contract/access/roles.ts';
import { evidenceRecords, sayings } from '#contract/gateway/snoozes.ts';
import { hour, now, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { mattersFor, matterOf, withoutSnoozed } from './attention.ts';
import { type Evidence, evidence, fingerprintOf, isNoWorse, lookAhead, seenBy, severityOf } from './evidence.ts';

const minute = 60_000;
const ahead = lookAhead(now, zone.name);
const anEvidence: fc.Arbitrary<Evidence> = fc
  .record({
    record: fc.constantFrom(...evidenceRecords),
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    says: fc.constantFrom(...sayings),
    amount: fc.nat(3),
    at: fc.option(fc.integer({ min: now, max: ahead.flights - 1 })),
  })
  .map(({ record, id, says, ...more }) => evidence(record, id, says, more));
const someEvidence = fc.array(anEvidence, { minLength: 1, maxLength: 8 });
const about = (given: readonly Evidence[]) =>
  matterOf({
    about: 'grounded a1',
    kind: 'grounding squawk',
    subject: 'N512SP',
    words: '',
    evidence: given,
    since: null,
    at: null,
    rank: 30,
    of: null,
    link: '/',
    behind: [],
  });
function isShown(given: readonly Evidence[], before: readonly Evidence[], at = now): boolean {
  const snooze = { ...about(before), until: now + 12 * hour, at: now, by: 'Kim Lee' };
  return withoutSnoozed([about(given)], [snooze], at, zone.name).shown.length === 1;
}
const isOf = (one: Evidence) => (other: Evidence) =>
  one.record === other.record && one.id === other.id && one.says === other.says;

describe('a matter that is put off', () => {
  test('returns if evidence is added', () => {
    fc.assert(
      fc.property(someEvidence, anEvidence, (before, added) => {
        fc.pre(!before.some(isOf(added)));
        expect(isShown([...before, added], before)).toBe(true);
      }),
    );
  });

  test('returns if a flight at risk is earlier or any amount is larger', () => {
    fc.assert(
      fc.property(someEvidence, fc.nat(), fc.integer({ min: 1, max: 9 }), (before, place, more) => {
        const [one] = before.slice(place % before.length);
        fc.pre(one !== undefined);
        const others = before.filter((other) => !isOf(one)(other));
        const whole = [...others, one];
        expect(isShown([...others, { ...one, amount: one.amount + more }], whole)).toBe(true);
        fc.pre(one.at !== null && one.says !== 'forecast');
        expect(isShown([...others, { ...one, at: (one.at ?? 0) - more }], whole)).toBe(true);
        expect(isShown([...others, { ...one, at: (one.at ?? 0) + more }], whole)).toBe(false);
      }),
    );
  });

  test('returns if other evidence has replaced all of the old', () => {
    fc.assert(
      fc.property(someEvidence, someEvidence, (before, other) => {
        const fresh = other.filter((one) => !before.some(isOf(one)));
        fc.pre(fresh.length > 0);
        expect(isShown(fresh, before)).toBe(true);
      }),
    );
  });

  test('stays away with the evidence in another order, repeated or reduced', () => {
    fc.assert(
      fc.property(
        someEvidence,
        fc.infiniteStream(fc.nat()),
        fc.integer({ min: 0, max: 12 * 60 - 1 }),
        (before, order, minutes) => {
          const mixed = [...before, ...before].map((one) => [order.next().value, one] as const);
          const again = mixed.toSorted(([a], [b]) => a - b).map(([, one]) => one);
          expect(isShown(again, before, now + minutes * minute)).toBe(false);
          expect(fingerprintOf(again)).toBe(fingerprintOf(before));
          expect(about(again)).toEqual(about(before));
          expect(isShown(before.slice(1), before)).toBe(false);
        },
      ),
    );
  });
});

describe('evidence', () => {
  test('decides the fingerprint, and more of it is never less severe', () => {
    fc.assert(
      fc.property(someEvidence, someEvidence, (one, other) => {
        const [a, b] = [about(one).evidence, about(other).evidence];
        const isFirm = (all: readonly Evidence[]) =>
          all.map((each) => (each.says === 'forecast' ? { ...each, at: 0 } : each));
        const isSame = JSON.stringify(isFirm(a)) === JSON.stringify(isFirm(b));
        expect(fingerprintOf(a) === fingerprintOf(b)).toBe(isSame);
        expect(severityOf([...a, ...b])).toBeGreaterThanOrEqual(severityOf(a));
        if (isNoWorse(a, b, ahead)) expect(severityOf(a)).toBeLessThanOrEqual(severityOf(b));
      }),
    );
  });

  test('is limited to the role, and a matter without any is left out', () => {
    fc.assert(
      fc.property(fc.constantFrom(...roles), someEvidence, (role, given) => {
        const seen = seenBy(role, given);
        expect(seen.every((one) => given.includes(one))).toBe(true);
        expect(mattersFor(role, [about(given)])).toHaveLength(seenBy(role, about(given).evidence).length > 0 ? 1 : 0);
      }),
    );
    const stop = [evidence('person', 'p', 'stop'), evidence('reservation', 'r', 'flight', { at: now })];
    expect(['manager', 'dispatcher'].map((role) => seenBy(role as 'manager', stop))).toEqual([stop, stop]);
    expect(seenBy('maintenance', stop)).toEqual([]);
    expect(seenBy('maintenance', [...stop, evidence('aircraft', 'a', 'twice')])).toHaveLength(2);
  });
});
