import { clock, now } from '#domain/maintenance/sampleMaintenance.ts';
import type { Telling } from './boardWords.ts';

/** For tests: how a board tells things by the sample school's clock, 1105L. */
export const telling: Telling = { now, clock, names: 'short', marks: 'shown' };
