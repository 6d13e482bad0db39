import config from './playwright.config.ts';

/** `playwright test -c e2e/screenshots.config.ts` draws the pictures of the README anew. */
export default { ...config, testMatch: 'support/screenshots.ts', reporter: 'list' };
