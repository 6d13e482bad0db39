import fc from 'fast-check';

/** A gate answers the same of the same commit: there, properties take the same cases each time. By hand they take new ones. */
if (process.env['CI']) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_260_512 });
