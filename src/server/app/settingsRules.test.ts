import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

describe('the rules of a school', () => {
  it('are those of its country, unless it sets others', () => {
    const ofZone = (OPERATOR_TIME_ZONE: string, RULES?: string) => readSettings({ OPERATOR_TIME_ZONE, RULES }).ruleSet;
    expect(ofZone('America/Denver')).toBe('faa');
    expect(ofZone('Europe/Berlin')).toBe('easa');
    expect(ofZone('Australia/Perth')).toBe('casa');
    expect(ofZone('Asia/Kolkata')).toBe('none');
    expect(ofZone('Asia/Kolkata', 'easa')).toBe('easa');
    expect(() => readSettings({ RULES: 'caa' })).toThrow('RULES must be faa, easa, casa or none.');
  });

  it('has words of its own for a solo', () => {
    expect(readSettings({ SOLO_WORDS: ' S-1, Lâcher ,S-1' }).soloWords).toEqual(['S-1', 'Lâcher']);
    expect(() => readSettings({ SOLO_WORDS: 'solo,!' })).toThrow('SOLO_WORDS must be at most 50 words');
  });
});

describe('the steps for an aircraft that is not back', () => {
  const stepsOf = (LATE_STEPS: string) => readSettings({ LATE_STEPS }).lateSteps;

  it('are the school’s own, in its order, each once; none at first', () => {
    expect(readSettings({}).lateSteps).toEqual([]);
    expect(stepsOf('Call the pilot; Ask the tower ;;Call the pilot')).toEqual(['Call the pilot', 'Ask the tower']);
    expect(stepsOf('Call the pilot\nAsk the tower')).toHaveLength(2);
    expect(stepsOf(Array.from({ length: 40 }, (_, at) => `step ${at}`).join(';'))).toHaveLength(40);
  });

  it.each([Array.from({ length: 41 }, (_, at) => `step ${at}`).join(';'), 'x'.repeat(201), 'Call\u0007'])(
    'cannot be %s',
    (written) => {
      expect(() => stepsOf(written)).toThrow('LATE_STEPS must be at most 40 steps separated by semicolons');
    },
  );
});

describe('the starts of shifts', () => {
  it('are times of day, each once and in order', () => {
    const { shiftStarts } = readSettings({ SHIFT_STARTS: '18:30, 06:00,06:00' });
    expect(shiftStarts).toEqual(['06:00', '18:30']);
  });

  it.each(['6:00', '24:00', '06:60', '06:00,', '0600', '06:00;14:00', Array(25).fill('06:00').join(',')])(
    'cannot be %s',
    (given) => {
      expect(() => readSettings({ SHIFT_STARTS: given })).toThrow(
        'SHIFT_STARTS must be times of day such as 06:00,14:00,22:00, at most 24.',
      );
    },
  );
});
