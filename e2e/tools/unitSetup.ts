import fc from 'fast-check';
import { forgetSchool } from '#domain/school.ts';
import { forgetThresholds } from '#domain/thresholds.ts';

/**
 * The gate must give the same result for the same commit, so there property tests use the same cases each time. In a run by hand
 * they use new ones.
 */
if (process.env['CI']) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_260_512 });

// The files of a process share their modules, and each may have another school.
forgetSchool();
forgetThresholds();
