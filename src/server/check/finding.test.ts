import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable, startJournal } from './finding.ts';

describe('a journal', () => {
  it('prints each finding when it is made, and knows whether one failed', () => {
    const lines: string[] = [];
    const journal = startJournal((line) => lines.push(line));
    journal.note('users', { mark: 'ok', words: 'read' });
    expect(journal.hasFailed()).toBe(false);
    journal.fail('flights', { kind: 'faulty', said: '500', retryAfter: null });
    expect(journal.hasFailed()).toBe(true);
    expect(lines).toEqual(['ok      users: read', 'failed  flights: the service has a fault (500)']);
    expect(journal.advice()).toHaveLength(1);
  });
});

describe('a printable line', () => {
  it('never holds the key, wherever it stood and however long the line is', () => {
    const key = fc.stringMatching(/^[\x21-\x7e]{8,40}$/).map((text) => `#${text}#`);
    const filler = fc.nat(1200).map((length) => ' '.repeat(length));
    fc.assert(
      fc.property(key, filler, filler, (secret, before, after) => {
        const line = printable(`${before}${secret}${after}${encodeURIComponent(secret)}`, secret);
        return !line.includes(secret) && !line.includes(encodeURIComponent(secret)) && line.length <= 1001;
      }),
    );
  });

  it('has nothing that a terminal would obey', () => {
    expect(printable('a\u001b[2Jb\r\nc\u009b1m', 'demo-key')).toBe('a [2Jb c 1m');
  });
});
