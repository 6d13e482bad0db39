import { describe, expect, test } from 'vitest';
import { arrived } from './loadAnswers.ts';
import { cancelled, newLoad, nextStep, pausedLoad, refused, resumedLoad, wanting } from './loadPlan.ts';
import { loadOddities, loadProgress, pagingWords, scopeText } from './loadWords.ts';
import { answerOf, limited, numbered, run, type SampleService } from './sampleService.ts';

const usual: SampleService = { items: numbered(1912), offset: 'page', limit: 'honoured' };
const probe = (service: SampleService, limit = 250) => run(newLoad({ limit }, 0), service);
const all = (service: SampleService, limit = 250) => run(wanting(newLoad({ limit }, 0), Infinity, 0), service);

describe('the first two pages tell how a service pages', () => {
  test('by pages, as specified', () => {
    const { plan, calls } = probe(usual);
    expect(calls).toEqual([
      { offset: null, limit: 250 },
      { offset: 1, limit: 250 },
    ]);
    expect(plan).toMatchObject({ mode: 'page', stand: 'resting', totalItems: 1912 });
    expect(plan.rows).toEqual(usual.items.slice(0, 500));
    expect(pagingWords(plan)).toBe('The service pages as specified: offset counts pages.');
    expect(scopeText(plan)).toBe('the 500 rows loaded of 1,912');
  });

  test('by records', () => {
    const service: SampleService = { ...usual, offset: 'record' };
    expect(probe(service).plan).toMatchObject({ mode: 'record', stand: 'resting' });
    const { plan, calls } = all(service, 500);
    expect(plan.rows).toEqual(usual.items);
    expect(calls.map(({ offset }) => offset)).toEqual([null, 1, 500, 1000, 1500]);
  });

  test('everything at once, with one call', () => {
    const service: SampleService = { items: numbered(6214), offset: 'ignored', limit: 'ignored' };
    const { plan, calls } = probe(service, 500);
    expect(calls).toHaveLength(1);
    expect(plan).toMatchObject({ mode: 'whole', stand: 'complete' });
    expect(pagingWords(plan)).toBe('The service returns everything at once: 6,214 rows, paged here.');
    expect(scopeText(plan)).toBe('all 6,214 rows');
  });

  test('the limit alone: then everything is asked for without one', () => {
    const service: SampleService = { items: numbered(900), offset: 'ignored', limit: 'honoured' };
    const { plan, calls } = probe(service);
    expect(calls.at(-1)).toEqual({ offset: null, limit: null });
    expect(plan.rows).toEqual(service.items);
    expect(plan).toMatchObject({ mode: 'whole', stand: 'complete', repeated: 0 });
  });

  test('its first rows and nothing else', () => {
    const { plan } = probe({ items: numbered(900), offset: 'ignored', limit: 'honoured', most: 100 });
    expect(plan).toMatchObject({ mode: 'single', stand: 'complete' });
    expect(plan.rows).toEqual(numbered(100));
    expect(pagingWords(plan)).toBe('The service sends its first 100 rows and nothing else, whatever offset says.');
    expect(loadOddities(plan)).toEqual(['The service says there are 900, and sent 100.']);
  });

  test('what fits one answer takes one call', () => {
    const { plan, calls } = probe({ ...usual, items: numbered(24) });
    expect(calls).toHaveLength(1);
    expect(pagingWords(plan)).toBe('One answer holds everything: 24 rows.');
    expect(pagingWords(probe({ ...usual, items: [] }).plan)).toBe('No rows match these parameters.');
  });

  test('a total that is that of the page is found out', () => {
    const { plan } = all({ ...usual, total: 250 });
    expect(plan.rows).toEqual(usual.items);
    expect(loadOddities(plan)).toEqual(['The service says there are 250, and sent 1,912.']);
  });

  test('a service may have its own largest page', () => {
    expect(all({ ...usual, most: 100 }).plan.rows).toEqual(usual.items);
    expect(all({ ...usual, most: 100, offset: 'record' }).plan.rows).toEqual(usual.items);
  });

  test('a named page is asked for alone', () => {
    const { plan, calls } = run(newLoad({ limit: 50, offset: 3 }, 0), usual);
    expect(calls).toEqual([{ offset: 3, limit: 50 }]);
    expect(plan.rows).toEqual(usual.items.slice(150, 200));
    expect(loadOddities(plan)).toEqual([]);
    expect(scopeText(plan)).toBe('the 50 rows loaded of 1,912');
  });
});

describe('a load', () => {
  test('waits as a 429 says and goes on without losing or doubling a row', () => {
    const { plan, now } = run(wanting(newLoad({ limit: 250 }, 0), Infinity, 0), usual, [
      null,
      null,
      limited(30_000),
      limited(7_000),
    ]);
    expect(plan).toMatchObject({ stand: 'complete', rows: usual.items, failure: null });
    expect(now).toBeGreaterThan(37_000);
  });

  test('is cut off by what cannot pass, keeps what arrived, and can go on', () => {
    const forbidden = { kind: 'forbidden', status: 403, entries: [], retryAfter: null } as const;
    const cut = run(wanting(newLoad({ limit: 250 }, 0), Infinity, 0), usual, [null, null, null, forbidden]).plan;
    expect(cut).toMatchObject({ stand: 'cut off', failure: forbidden, rows: usual.items.slice(0, 750) });
    expect(run(resumedLoad(cut, 9), usual).plan).toMatchObject({ stand: 'complete', rows: usual.items });
  });

  test('tries a service that is out of reach a few times, a little later each time', () => {
    const offline = { kind: 'offline', status: null, entries: [], retryAfter: null } as const;
    const { plan, calls, now } = run(
      newLoad({}, 0),
      usual,
      Array.from({ length: 9 }, () => offline),
    );
    expect(plan.stand).toBe('cut off');
    expect(calls).toHaveLength(5);
    expect(now).toBe(5 * 100 + 2000 + 4000 + 8000 + 16_000);
  });

  test('holds still while paused, but takes the page under way', () => {
    const asked = nextStep(newLoad({ limit: 10 }, 0), 0).plan;
    const paused = pausedLoad(asked, 5);
    const taken = arrived(paused, answerOf(usual, { offset: null, limit: 10 }), 6);
    expect(taken).toMatchObject({ stand: 'paused', rows: usual.items.slice(0, 10) });
    expect(nextStep(taken, 7).ask).toBeNull();
    expect(nextStep(resumedLoad(taken, 8), 8).ask).toEqual({ offset: 1, limit: 10 });
  });

  test('once cancelled keeps what arrived and takes no late answer', () => {
    const asked = nextStep(wanting(probe(usual).plan, Infinity, 0), 0).plan;
    const given = cancelled(asked, 1);
    expect(given).toMatchObject({ stand: 'resting', asking: null });
    expect(arrived(given, answerOf(usual, { offset: 2, limit: 250 }), 2)).toBe(given);
    expect(refused(given, limited(null), 2)).toBe(given);
    expect(run(wanting(given, Infinity, 3), usual).plan.rows).toEqual(usual.items);
  });

  test('tells its rate and what remains, pauses of the person aside', () => {
    const { plan } = probe(usual);
    expect(loadProgress(plan, 60_000)).toEqual({ loaded: 500, total: 1912, rate: 2500, remaining: 564.8 });
    const going = wanting(plan, Infinity, 100_000);
    expect(loadProgress(going, 100_050).rate).toBe(2000);
  });

  test('sets odd items aside with their place, and counts them', () => {
    const items = [...numbered(3), null, 'x', ...numbered(6).slice(3)];
    const { plan } = all({ ...usual, items }, 4);
    expect(plan.rows).toEqual(numbered(6));
    expect(plan.setAside.map(({ index, raw }) => [index, raw])).toEqual([
      [3, null],
      [4, 'x'],
    ]);
    expect(loadOddities(plan)).toEqual([]);
  });
});
