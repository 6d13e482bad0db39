import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FreeForm } from '#contract/objects.ts';
import { clock, now, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { byImportance, squawkTime, toSquawk } from './squawks.ts';

const read = (record: FreeForm, index = 0) => toSquawk(record, index, zone);

describe('reading a squawk', () => {
  test('recognises the fields that services send', () => {
    const squawk = read({
      squawkId: 's1',
      description: 'Left brake soft',
      created: '2026-05-11T16:20:00',
      groundAircraft: true,
      resolved: false,
      resolvedDate: null,
      referenceNumber: 'SQ-12',
      workOrderDisplayNumber: 'WO-7',
      actionTaken: 'Deferred',
      correctiveAction: null,
      reportedBy: { firstName: 'Ana', lastName: 'Lee' },
    });
    expect(squawk).toMatchObject({
      key: 's1',
      description: 'Left brake soft',
      created: Date.parse('2026-05-11T22:20:00Z'),
      isResolved: false,
      resolved: null,
      grounding: 'yes',
      action: 'Deferred',
      reference: 'SQ-12',
      workOrder: 'WO-7',
    });
    expect(squawk.rest.map(({ label, text }) => `${label}: ${text}`)).toEqual(['Reported by: Ana Lee']);
  });

  test.each([
    [{ resolved: true }, true, null],
    [{ resolved: '2026-05-10T12:00:00Z' }, true, Date.parse('2026-05-10T12:00:00Z')],
    [{ resolved: true, resolvedDate: '2026-05-10T12:00:00Z' }, true, Date.parse('2026-05-10T12:00:00Z')],
    [{ resolved: false, resolvedDate: '1753-01-01T00:00:00' }, false, null],
    [{ resolved: null }, false, null],
    [{ resolved: 1 }, true, null],
    [{ resolved: 'True' }, true, null],
    [{ resolved: 0 }, false, null],
    [{ resolvedOn: '2026-05-10T12:00:00Z' }, true, Date.parse('2026-05-10T12:00:00Z')],
    [{ resolvedOn: '2026-05-10' }, true, Date.parse('2026-05-10T06:00:00Z')],
    [{ resolvedOn: '9999-12-31' }, false, null],
    [{}, false, null],
  ])('%j: resolved is %s', (record, isResolved, resolved) => {
    const squawk = read(record);
    expect([squawk.isResolved, squawk.resolved]).toEqual([isResolved, resolved]);
    expect(squawk.rest).toEqual([]);
  });

  test('keeps fields with unexpected values visible', () => {
    const odd = { description: { text: 'x' }, created: 'last week', groundAircraft: 'perhaps', resolved: '2026-99-99' };
    expect(read(odd).rest.map(({ name }) => name)).toEqual(Object.keys(odd));
  });

  test('uses the corrective one of two actions, and keeps the other', () => {
    const squawk = read({ actionTaken: 'Corrected', correctiveAction: 'Bled the brake' });
    expect(squawk.action).toBe('Bled the brake');
    expect(squawk.rest.map(({ text }) => text)).toEqual(['Corrected']);
  });

  test('accepts any record', () => {
    const names = fc.constantFrom('description', 'created', 'resolved', 'groundAircraft', 'squawkId', 'x', '__proto__');
    fc.assert(
      fc.property(fc.array(fc.dictionary(names, fc.jsonValue())), (records) => {
        const squawks = records.map((record, index) => read(record, index));
        expect(squawks.toSorted(byImportance)).toHaveLength(records.length);
      }),
    );
  });
});

describe('whether a squawk grounds', () => {
  test.each([
    [{ groundAircraft: true }, 'yes'],
    [{ groundAircraft: 1 }, 'yes'],
    [{ groundAircraft: 'True' }, 'yes'],
    [{ groundAircraft: '1' }, 'yes'],
    [{ groundAircraft: 'Yes' }, 'yes'],
    [{ groundAircraft: ' y ' }, 'yes'],
    [{ GroundAircraft: true }, 'yes'],
    [{ ground_aircraft: true }, 'yes'],
    [{ groundsAircraft: true }, 'yes'],
    [{ isGrounding: true }, 'yes'],
    [{ IsGrounding: 'yes' }, 'yes'],
    [{ grounding: true }, 'yes'],
    [{ grounded: true }, 'yes'],
    [{ aircraftGrounded: true }, 'yes'],
    [{ isAog: true }, 'yes'],
    [{ grounding: 'Grounding' }, 'yes'],
    [{ grounding: { id: 1, name: 'Yes' } }, 'yes'],
    [{ groundedOn: '2026-05-11T08:00:00' }, 'yes'],
    [{ airworthy: false }, 'yes'],
    [{ severity: 'Grounding' }, 'yes'],
    [{ severity: { id: 3, name: 'GROUNDED' } }, 'yes'],
    [{ Status: 'AOG' }, 'yes'],
    [{ squawkType: 'No-go' }, 'yes'],
    [{ priority: 'Aircraft on ground' }, 'yes'],
    [{ category: 'no go item' }, 'yes'],
    [{ groundAircraft: false, severity: 'Grounding' }, 'yes'],
    [{ groundAircraft: null, isGrounding: true }, 'yes'],
    [{ groundAircraft: 'perhaps' }, 'not known'],
    [{ groundAircraft: 2 }, 'not known'],
    [{ groundAircraft: { text: 'x' } }, 'not known'],
    [{ groundAircraft: false, grounded: '?' }, 'not known'],
    [{ severity: 'Critical' }, 'not known'],
    [{ severity: 3 }, 'not known'],
    [{ groundAircraft: false }, 'no'],
    [{ groundAircraft: 'False' }, 'no'],
    [{ groundAircraft: 'No' }, 'no'],
    [{ groundAircraft: 'n' }, 'no'],
    [{ groundAircraft: 0 }, 'no'],
    [{ groundAircraft: null }, 'no'],
    [{ groundAircraft: '' }, 'no'],
    [{ groundAircraft: false, severity: 'Critical' }, 'no'],
    [{ groundedOn: '1753-01-01T00:00:00' }, 'no'],
    [{ airworthy: true }, 'no'],
    [{ severity: 'Non-grounding' }, 'no'],
    [{ severity: 'Not grounded' }, 'no'],
    [{ severity: 'Minor' }, 'no'],
    [{ type: 'Ground handling', groundTime: 2, status: 'Open' }, 'no'],
    [{ description: 'AIRCRAFT GROUNDED' }, 'no'],
    [{}, 'no'],
  ] as const)('%j: %s', (record, grounding) => {
    expect(read(record).grounding).toBe(grounding);
  });

  test('does not ground once it is resolved, by its status too', () => {
    for (const status of ['Resolved', ' closed ', { id: 4, name: 'Resolved' }])
      expect(read({ groundAircraft: true, status })).toMatchObject({ isResolved: true });
    for (const status of ['Deferred', 'Completed', 'Open', 'Not resolved', { id: 4 }])
      expect(read({ groundAircraft: true, status })).toMatchObject({ isResolved: false, grounding: 'yes' });
    // Records that contradict themselves stay open.
    expect(read({ groundAircraft: true, resolved: false, status: 'Resolved' }).isResolved).toBe(false);
  });

  test('reads a US date without an instant', () => {
    expect(read({ resolvedOn: '5/10/2026 11:59:59 PM' })).toMatchObject({ isResolved: true, resolved: null });
    expect(read({ resolvedOn: 'next week' }).isResolved).toBe(false);
    expect(read({ resolved: 'Yes' }).isResolved).toBe(true);
  });
});

test('grounding squawks come first, then open ones, then resolved ones, newest first', () => {
  const squawk = (key: string, day: number, given: FreeForm = {}) =>
    read({ squawkId: key, created: `2026-05-0${day}T12:00:00Z`, ...given });
  const squawks = [
    squawk('resolved early', 1, { resolved: '2026-05-02T12:00:00Z', groundAircraft: true }),
    squawk('resolved late', 1, { resolved: '2026-05-08T12:00:00Z' }),
    squawk('open old', 3),
    read({ squawkId: 'undated' }),
    squawk('open new', 4),
    squawk('perhaps', 1, { groundAircraft: 'perhaps' }),
    squawk('grounding', 2, { groundAircraft: true }),
  ];
  expect(squawks.toSorted(byImportance).map(({ key }) => key)).toEqual([
    'grounding',
    'perhaps',
    'open new',
    'open old',
    'undated',
    'resolved late',
    'resolved early',
  ]);
});

describe('the date of a squawk', () => {
  const said = (created: string, zulu = false) =>
    squawkTime(read({ created }).created ?? Number.NaN, now, zulu ? { ...clock, mode: 'Z' } : clock);

  test('has its time, and its year if it differs', () => {
    expect(said('2026-05-12T08:00:00')).toBe('0800L');
    expect(said('2026-05-05T08:00:00')).toBe('Tue 5 May 0800L');
    expect(said('2025-12-30T08:00:00')).toBe('Tue 30 Dec 2025 0800L');
    expect(said('2026-05-05T08:00:00', true)).toBe('Tue 5 May 1400Z');
  });

  test('is only the day if the service gave no time, on either clock', () => {
    expect(said('2026-05-05')).toBe('Tue 5 May');
    expect(said('2026-05-05T00:00:00', true)).toBe('Tue 5 May');
    expect(said('2025-12-30')).toBe('Tue 30 Dec 2025');
  });
});
