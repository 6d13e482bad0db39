import config from './playwright.config.ts';

/** `npm run screenshots` draws the pictures of the README anew, and those that the pages are compared with. */
export default {
  ...config,
  testMatch: ['support/screenshots.ts', 'looks.e2e.ts'],
  updateSnapshots: 'all' as const,
  reporter: 'list',
  globalTeardown: './support/reducePictures.ts',
};
