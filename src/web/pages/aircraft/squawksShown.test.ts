import { describe, expect, test } from 'vitest';
import { allRead, noneRead, oldRead, partRead } from '#e2e/fixtures/samples/sampleKnown.ts';
import { clock, now, zone } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { squawksShown } from './aircraftModel.ts';

/** It is Tuesday 12 May 2026, 1105L. */
const context = { now, clock, zone, known: allRead };

describe('an aircraft’s squawks', () => {
  const squawks = (...records: Parameters<typeof squawksShown>[0]) => squawksShown(records, context);
  const worn = { squawkId: '1', description: 'Left tyre worn', created: '2026-05-05T08:00:00' };

  test('are sorted grounding, open, resolved, and count the open ones', () => {
    const shown = squawks({ squawkId: '3', description: 'Light out', resolved: true }, worn, {
      squawkId: '2',
      description: 'Brakes soft',
      groundAircraft: true,
    });
    expect(shown.rows.map(({ description, state }) => [description, state])).toEqual([
      ['Brakes soft', 'grounding'],
      ['Left tyre worn', 'open'],
      ['Light out', 'resolved'],
    ]);
    expect(shown.count).toBe('2 open of 3');
  });

  test('say if it is not known whether one grounds', () => {
    expect(squawks({ ...worn, groundAircraft: 'perhaps' }).rows[0]?.state).toBe('grounding not known');
    expect(squawks({ ...worn, severity: 'Grounding' }).rows[0]?.state).toBe('grounding');
  });

  test('no longer ground the aircraft once resolved', () => {
    expect(squawks({ ...worn, groundAircraft: true, resolved: true }).rows[0]?.state).toBe('resolved');
  });

  test('show when they were found and resolved, the corrective action and the reference numbers', () => {
    const full = {
      ...worn,
      resolved: '2026-05-12T08:30:00',
      correctiveAction: 'Tyre replaced',
      referenceNumber: 'R7',
      workOrderDisplayNumber: '1042',
    };
    expect(squawks(full).rows[0]?.details).toBe(
      'found Tue 5 May 0800L · resolved 0830L · Tyre replaced · R7 · work order 1042',
    );
    const zulu = squawksShown([full], { ...context, clock: { ...clock, mode: 'Z' } });
    expect(zulu.rows[0]?.details).toMatch(/^found Tue 5 May 1400Z · resolved 1430Z/);
    expect(squawks({ description: 'Odd' }).rows[0]?.details).toBe('');
  });

  test('keep fields that are not in the specification', () => {
    expect(squawks({ ...worn, reportedBy: 'Lee', pilotCount: 2 }).rows[0]?.more).toEqual([
      ['Reported by', 'Lee'],
      ['Pilot count', '2'],
    ]);
    expect(squawks(worn).rows[0]?.more).toEqual([]);
  });

  test('are shown even without an id or a description', () => {
    const shown = squawks({ created: '2026-05-05T08:00:00' }, {});
    expect(shown.rows.map(({ description }) => description)).toEqual(['No description', 'No description']);
    expect(new Set(shown.rows.map(({ key }) => key)).size).toBe(2);
  });

  test('are counted as zero when the aircraft has none', () => {
    expect(squawks()).toMatchObject({
      rows: [],
      count: '0 open of 0',
      none: { text: 'The service lists no squawks for this aircraft.' },
    });
  });

  test('are not called zero until all are read', () => {
    const shown = (known: typeof allRead) => squawksShown([], { ...context, known });
    expect(shown(noneRead)).toMatchObject({ count: 'Not known yet', none: { isKnown: false } });
    expect(shown(oldRead)).toMatchObject({ count: 'Not known', none: { text: 'Not known since yesterday 1105L.' } });
    expect(squawksShown([worn], { ...context, known: partRead }).count).toBe('1 open, 2 aircraft not loaded yet');
  });
});
