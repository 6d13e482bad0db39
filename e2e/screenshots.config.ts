import config from './playwright.config.ts';

/** `npm run screenshots` draws the pictures of the README anew, and those that the pages are compared with. */
export default {
  ...config,
  testMatch: ['fixtures/screenshots.ts', 'specs/looks.e2e.ts'],
  updateSnapshots: 'all' as const,
  reporter: 'list',
  globalTeardown: './tools/reducePictures.ts',
};
