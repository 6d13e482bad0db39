import { describe, expect, it } from 'vitest';
import type { BriefSheet } from '#contract/gateway/brief.ts';
import { namesOf } from '#contract/objects.ts';
import { status } from '#e2e/fixtures/samples/sampleMaintenance.ts';
import { read } from '#e2e/fixtures/samples/sampleReadiness.ts';
import { brief, fact, said } from '#e2e/fixtures/samples/sampleBrief.ts';

const cessna = { aircraftId: 'a1', tailNumber: 'N512SP', status: status(1) };
/** The records of that aircraft alone. */
const ofOne = <Records>(records: Records) => new Map([['a1', records]]);

describe('a brief with unread sources', () => {
  it('never calls a list empty while one of its sources is unread', () => {
    const clear = brief([], { records: { fleet: [cessna], reminders: ofOne(read()), squawks: ofOne(read()) } });
    const words = (on: BriefSheet, id: string) => said(on, id).join();
    expect(['conflicts', 'hours', 'grounded', 'off', 'wave'].map((id) => words(clear, id))).toEqual([
      'None',
      'None',
      'None',
      'Nobody',
      'No aircraft is booked to fly',
    ]);
    const restsOn = {
      fleet: ['conflicts', 'hours', 'grounded'],
      records: ['conflicts', 'hours'],
      people: ['conflicts'],
      reservations: ['conflicts', 'hours', 'grounded', 'off', 'wave'],
      'other days': ['conflicts', 'hours'],
      location: [],
    } as const;
    for (const of of namesOf(restsOn)) {
      const unread = [{ of, text: 'something' }] as const;
      const without = brief([], {
        unread,
        records: { fleet: [cessna], reminders: ofOne(read()), squawks: ofOne(read()) },
      });
      for (const id of ['conflicts', 'hours', 'grounded', 'off', 'wave'] as const) {
        const isUnknown = (restsOn[of] as readonly string[]).includes(id);
        expect(words(without, id).startsWith('Not known yet'), `${id} without ${of}`).toBe(isUnknown);
      }
    }
  });

  it('also finds unread sources in its own index', () => {
    const without = brief([], { records: { fleet: null } });
    expect(said(without, 'grounded')).toEqual(['Not known yet: see “Not loaded”']);
    const partly = brief([], { records: { fleet: [cessna], reminders: new Map(), squawks: ofOne(read()) } });
    expect(said(partly, 'conflicts')).toEqual(['Not known yet: see “Not loaded”']);
  });

  it('says what has not been read', () => {
    const unread = [{ of: 'records', text: 'squawks of 3 aircraft' }] as const;
    expect(fact(brief([], { unread }), 'Not loaded')).toBe('squawks of 3 aircraft');
  });
});
