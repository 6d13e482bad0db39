import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alertKinds, type Recipient } from '#contract/gateway/alerts.ts';
import { roles } from '#contract/access/roles.ts';
import { wallText } from '#domain/time/time.ts';
import type { Alert } from './alert.ts';
import { alertAnswer, isFor, messageOf, sendAt, textFor } from './deliver.ts';
import { kindsFor, kindTable } from './kinds.ts';

const zone = 'America/Denver';
const noon = Date.UTC(2026, 4, 12, 18);
const clock = { zone, mode: 'L' } as const;

const recipient: Recipient = {
  id: 'r',
  name: 'Line',
  channel: 'mail',
  to: 'a@example.com',
  role: 'manager',
  kinds: [...alertKinds],
  aircraft: [],
  models: [],
  locations: [],
  instructors: [],
  quiet: null,
  digest: 'at once',
  names: 'full',
  isOn: true,
};
const alert: Alert = {
  id: 'x',
  kind: 'stop',
  level: 'red',
  at: noon,
  subject: ['N512SP'],
  link: '/fleet/1',
  words: [
    'N512SP, 1400L, ',
    {
      userId: '1',
      name: 'Sam Garcia',
    },
    ' / ',
    {
      userId: '2',
      name: 'Kim van der Lee',
    },
    '. Do not dispatch.',
  ],
  evidence: [
    [
      {
        full: 'Checkout of Sam Garcia ended',
        short: 'The check says why.',
      },
    ],
  ],
  aircraftId: 'A1',
  model: 'C172S',
  instructorIds: ['i1'],
  location: {
    id: 'L1',
    name: 'Main',
  },
};

describe('who receives an alert', () => {
  it.each<[string, Partial<Recipient>, boolean]>([
    ['everything', {}, true],
    ['nothing while off', { isOn: false }, false],
    ['another kind', { kinds: ['reminder'] }, false],
    ['the aircraft, in any letter case', { aircraft: ['a1'] }, true],
    ['another aircraft', { aircraft: ['b2'] }, false],
    ['the model', { models: ['C172S'] }, true],
    ['another model', { models: ['PA-44'] }, false],
    ['another location', { locations: ['L2'] }, false],
    ['the instructor', { instructors: ['I1', 'i2'] }, true],
    ['another instructor', { instructors: ['i2'] }, false],
    ['a kind that the role may not see', { role: 'maintenance' }, false],
  ])('follows the recipient’s choices: %s', (_, given, expected) => {
    expect(isFor({ ...recipient, ...given }, alert)).toBe(expected);
  });

  it('is not limited by aircraft filters when the alert has no aircraft', () => {
    const lost: Alert = { ...alert, kind: 'connection', aircraftId: null, model: null, location: null };
    expect(isFor({ ...recipient, aircraft: ['b2'], models: ['PA-44'], locations: ['L2'] }, lost)).toBe(true);
    const chosen = { ...recipient, instructors: ['i2'] };
    expect(isFor(chosen, { ...lost, instructorIds: null })).toBe(true);
    // A flight without an instructor concerns none of the chosen instructors.
    expect(isFor(chosen, { ...alert, instructorIds: [] })).toBe(false);
  });

  it('excludes instructors and displays, and gives maintenance nothing about people', () => {
    expect([kindsFor('instructor'), kindsFor('display'), kindsFor('administrator')]).toEqual([[], [], []]);
    expect(kindsFor('maintenance')).not.toContain('checkout');
    for (const kind of alertKinds) expect(kindTable[kind].words).toMatch(/\.$/);
  });
});

describe('the time an alert is sent', () => {
  const at = (given: Partial<Recipient>, now: number) =>
    wallText(sendAt({ ...recipient, ...given }, alert, now, zone, 5), zone).slice(0, 16);
  const quiet = { from: '22:00', to: '06:00', unless: [] };

  it('is now, the next full hour, or the morning', () => {
    expect(at({}, noon)).toBe('2026-05-12T12:00');
    expect(at({ digest: 'hourly' }, noon + 60_000)).toBe('2026-05-12T13:00');
    expect(at({ digest: 'morning' }, noon)).toBe('2026-05-13T05:00');
  });

  it('is after the quiet hours, unless the kind may break them', () => {
    const night = noon + 11 * 3_600_000;
    expect(at({ quiet }, night)).toBe('2026-05-13T06:00');
    expect(at({ quiet: { ...quiet, unless: ['stop'] } }, night)).toBe('2026-05-12T23:00');
    expect(at({ quiet, digest: 'morning' }, noon)).toBe('2026-05-13T06:00');
    expect(at({ quiet }, noon)).toBe('2026-05-12T12:00');
  });

  it('follows the wall clock on clock-change days', () => {
    // 8 March 2026 skips 0200 to 0300; 1 November 2026 has it twice.
    expect(at({ digest: 'morning' }, Date.UTC(2026, 2, 8, 6))).toBe('2026-03-08T05:00');
    expect(at({ digest: 'morning' }, Date.UTC(2026, 10, 1, 5))).toBe('2026-11-01T05:00');
    const early = { ...quiet, to: '02:30' };
    expect(at({ quiet: early }, Date.UTC(2026, 2, 8, 6))).toBe('2026-03-08T03:30');
  });

  it('is never before now, and never more than 50 hours later, in any zone', () => {
    const time = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 })).map(([hour, past]) => {
      const two = (part: number) => String(part).padStart(2, '0');
      return `${two(hour)}:${two(past)}`;
    });
    const property = fc.property(
      fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2028, 0) }),
      fc.constantFrom('America/Denver', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Asia/Tokyo'),
      fc.constantFrom('at once', 'hourly', 'morning'),
      fc.option(fc.record({ from: time, to: time })),
      (now, where, digest, silent) => {
        const due = sendAt({ digest, quiet: silent && { ...silent, unless: [] } }, alert, now, where, 5);
        expect(due).toBeGreaterThanOrEqual(now);
        expect(due - now).toBeLessThanOrEqual(50 * 3_600_000);
        if (digest === 'hourly' && silent === null) expect(wallText(due, where).slice(14, 16)).toBe('00');
      },
    );
    fc.assert(property);
  });
});

describe('an alert as its recipient reads it', () => {
  it('has full names only if the role sees them all and the recipient wants them', () => {
    expect(textFor(alert.words, recipient)).toBe('N512SP, 1400L, Sam Garcia / Kim van der Lee. Do not dispatch.');
    expect(textFor(alert.words, { role: 'manager', names: 'initials' })).toBe(
      'N512SP, 1400L, SG / KL. Do not dispatch.',
    );
    for (const role of roles) {
      const sent = JSON.stringify(alertAnswer(alert, { role, names: 'initials' }));
      expect(sent).not.toContain('Garcia');
    }
    expect(alertAnswer(alert, { role: 'instructor', names: 'full' }).evidence).toEqual(['The check says why.']);
  });

  it.each([
    ['a line break', 'Sam\r\nN999XX: Do not dispatch.', 'Sam N999XX: Do not dispatch.'],
    ['other breaks', 'Sam\u2028\u0085\u000b\u2029Lee', 'Sam Lee'],
    ['a turned direction', 'Sam\u202eeeL', 'SameeL'],
    ['an open isolate', 'Sam\u2067 Lee', 'Sam Lee'],
    ['letters from right to left', 'נועם לוי', '\u2068נועם לוי\u2069'],
  ])('keeps a name with %s to itself, on one line', (_, name, shown) => {
    const text = textFor(['N1, ', { userId: '1', name }, ' / N2, 3 hours'], recipient);
    expect(text).toBe(`N1, ${shown} / N2, 3 hours`);
    const initials = textFor([{ userId: '1', name }, '.'], { ...recipient, names: 'initials' });
    expect(initials).toMatch(/^(?:[A-Z]{1,2}|\u2068..\u2069)\.$/u);
    // The same name within a sentence, as evidence has it.
    const within = { ...alert, words: [`Checkout of ${name} ended`], evidence: [[{ full: name, short: 'x' }]] };
    const { words, evidence } = alertAnswer(within, recipient);
    expect([words, evidence]).toEqual([`Checkout of ${shown} ended`, [shown]]);
    const context = { schoolName: name, publicUrl: 'https://fly.example.com/', clock, isBeyond: false };
    expect(messageOf([within], recipient, context).text.split('\n')).toHaveLength(5);
  });

  it('has the time, the evidence and a link, and a digest gives those of each alert', () => {
    const context = { schoolName: 'Pikes Peak', publicUrl: 'https://fly.example.com/', clock, isBeyond: false };
    expect(messageOf([alert], recipient, context)).toMatchObject({
      subject: 'N512SP, 1400L, Sam Garcia / Kim van der Lee. Do not dispatch.',
      text: [
        'N512SP, 1400L, Sam Garcia / Kim van der Lee. Do not dispatch.',
        '- Checkout of Sam Garcia ended',
        'https://fly.example.com/fleet/1',
        '',
        'Seen Tue 12 May 1200L. Pikes Peak, Flightline.',
      ].join('\n'),
    });
    const digest = messageOf([alert, alert], { role: 'manager', names: 'initials' }, { ...context, isBeyond: true });
    expect(digest.subject).toBe('2 alerts');
    expect(digest.text).toMatch(
      /^These alerts come together because there were too many in one hour\.\n\nTue 12 May 1200L: N512SP/,
    );
  });
});
