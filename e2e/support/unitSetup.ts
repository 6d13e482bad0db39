import fc from 'fast-check';

/**
 * The gate must give the same result for the same commit, so there property tests use the same cases each time. In a run by hand
 * they use new ones.
 */
if (process.env['CI']) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_260_512 });
