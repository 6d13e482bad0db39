import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { reserved } from '#domain/calendar/sampleSchedule.ts';
import { overlaps, type Span } from '#domain/time/time.ts';
import { joinedAnswers } from './bookingIndex.ts';

const at = (key: string, start: number, length = 2) => reserved(key, start, start + length);
const keys = (bookings: readonly { readonly key: string; readonly start: number }[]) =>
  bookings.map(({ key, start }) => `${key} ${start}`);

test('what was moved stands where the fresher answer has it, and what it leaves out of its span is gone', () => {
  const day = { start: 10, end: 20 };
  const fresh = { span: day, bookings: [at('moved', 12), at('kept', 15)] };
  const old = {
    span: { start: 0, end: 100 },
    bookings: [at('moved', 30), at('kept', 15), at('gone', 18), at('far', 40)],
  };
  expect(keys(joinedAnswers([fresh, old]))).toEqual(['moved 12', 'kept 15', 'far 40']);
});

test('an answer without a span is right about what it has, and says nothing of the rest', () => {
  const one = { span: null, bookings: [at('moved', 50)] };
  const old = { span: { start: 0, end: 100 }, bookings: [at('moved', 12), at('beside', 12)] };
  expect(keys(joinedAnswers([one, old]))).toEqual(['moved 50', 'beside 12']);
  expect(joinedAnswers([])).toEqual([]);
});

test('each reservation stands once, as the freshest answer has it, and in its span there is nothing else', () => {
  const booking = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e'), start: fc.integer({ min: 0, max: 30 }) });
  const spans: fc.Arbitrary<Span | null> = fc.option(
    fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 1, max: 10 })).map(([start, length]) => ({
      start,
      end: start + length,
    })),
  );
  const answer = fc
    .record({ span: spans, found: fc.uniqueArray(booking, { selector: ({ key }) => key }) })
    .map(({ span, found }) => ({ span, bookings: found.map(({ key, start }) => at(key, start)) }));
  fc.assert(
    fc.property(fc.array(answer, { minLength: 1, maxLength: 4 }), (answers) => {
      const joined = joinedAnswers(answers);
      expect(new Set(joined.map(({ key }) => key)).size).toBe(joined.length);
      const [first] = answers;
      for (const one of first!.bookings) expect(joined).toContain(one);
      for (const one of joined) if (first!.span && overlaps(one, first!.span)) expect(first!.bookings).toContain(one);
    }),
  );
});
