import { clock, now } from './sampleMaintenance.ts';
import { connected } from '#domain/answers/connection.ts';
import { gapOf } from '#domain/answers/gaps.ts';
import { type Knowledge, knowledgeOf, type Situation } from '#domain/answers/known.ts';
import type { Reading } from '#domain/answers/pageChecks.ts';

/** For tests: the time, the clock and the connection of the sample school. */
export const situation: Situation = { now, clock, connection: connected };

/** For tests: a source that was read just now, unless other values are given. */
function sampleReading(more: Partial<Reading> = {}): Reading {
  return { source: 'Data', asOf: now, interval: 300_000, failure: null, ...more };
}

/** For tests, in this order: everything is known; nothing is known; two aircraft are missing; the data is from yesterday. */
export const allRead: Knowledge = knowledgeOf([sampleReading()], situation);
export const noneRead: Knowledge = knowledgeOf([sampleReading({ asOf: null })], situation);
export const partRead: Knowledge = knowledgeOf(
  [sampleReading({ gaps: gapOf('aircraft', 'not loaded yet', ['x', 'y']) })],
  situation,
);
export const oldRead: Knowledge = knowledgeOf([sampleReading({ asOf: now - 24 * 3_600_000 })], situation);
