import { defineConfig } from 'oxlint';

/** An import that a layer may not make, as an expression, and what to do instead. */
type Forbidden = { readonly regex: string; readonly message: string };

const relative: Forbidden = {
  regex: String.raw`(^|/)\.\.(/|$)`,
  message: 'Write #folder/file.ts across folders and ./file.ts inside one.',
};
const main: Forbidden = {
  regex: String.raw`^(\./|#([a-z-]+/)*)main(\.tsx?)?$`,
  message: 'main starts a process and is imported by nothing: move what you need into a file of its own.',
};
const routes: Forbidden = {
  regex: '^#web/app/routes',
  message: 'routes knows every page, so only main imports it: pass in what you need, or link by address.',
};
const everywhere = [relative, main, routes];

const packages: Forbidden = {
  regex: '^(node:|hono$|hono/|@hono/|undici$|react$|react-dom|react/|react-router|@tanstack/|nuqs)',
  message: 'This code runs in the browser and in Node: keep it plain functions, and let web or server call them.',
};
const ofServers: Forbidden = {
  regex: '^(node:|hono$|hono/|@hono/|undici$|zod-openapi)',
  message: 'This is a server package, and this code runs in the browser: ask over HTTP instead.',
};
const ofBrowsers: Forbidden = {
  regex: '^(react$|react-dom|react/|react-router|@tanstack/|nuqs)',
  message: 'This is a browser package, and this code runs in Node: move the code to src/web.',
};
const zod: Forbidden = {
  regex: '^zod$',
  message: 'Import zod/mini: the classic build is four times as heavy in the browser.',
};
const server: Forbidden = {
  regex: '^#server/',
  message: 'The browser meets the server over HTTP: share the shape through #contract.',
};
const web: Forbidden = {
  regex: '^#web/',
  message: 'The server meets the browser over HTTP: share the shape through #contract, the meaning through #domain.',
};
const operator: Forbidden = {
  regex: '^#operator/',
  message: 'The gateway meets the operator over HTTP, as it would the vendor: share the shape through #contract.',
};

const mui: Forbidden = {
  regex: '^@(mui|emotion)/',
  message:
    'Only our controls, the frames of panels and the theme use MUI; the board loads none of it: use web/components.',
};

const besideMui = [...everywhere, zod, server, ofServers];
const inBrowser = [...besideMui, mui];
const inServer = [...everywhere, web, ofBrowsers];
const callsByItself = [
  ...inServer,
  {
    regex: '^#(operator/|server/(http|replica|app/open))',
    message: 'The check calls a service by itself, over HTTP: share the shape through #contract.',
  },
];

const drawsOnly: Forbidden = {
  regex: '^#web/(app|data|pages)/',
  message: 'components draw what they are given: let the page ask, and pass the answer in.',
};

/** What the folders of `server` are for, from the lowest: each may import those before it. */
const serverFolders = [
  'install',
  'observability',
  'upstream',
  'http',
  'replica',
  'access',
  'weather',
  'alerts',
  'cluster',
  'app',
  'cli',
] as const;

function above(folder: (typeof serverFolders)[number]): Forbidden {
  const higher = serverFolders.slice(serverFolders.indexOf(folder) + 1).join('|');
  return {
    regex: higher === '' ? '^$' : `^#server/(${higher})/`,
    message: `server/${folder} stands below it: take what you need as an argument, by an interface of your own, and let server/app put the two together.`,
  };
}

/** What each layer may not import (`src/README.md`). Of several rows that match a file, the last counts. */
const layers: readonly (readonly [files: string, forbidden: readonly Forbidden[]])[] = [
  [
    'src/contract/**',
    [
      ...everywhere,
      zod,
      packages,
      {
        regex: '^#(domain|operator|server|web)/',
        message: 'The contract says what the API says and imports nothing of ours: move meaning to #domain.',
      },
    ],
  ],
  [
    'src/domain/**',
    [
      ...everywhere,
      zod,
      packages,
      {
        regex: '^#(operator|server|web)/',
        message: 'The domain is pure functions over the contract: pass in what you need as an argument.',
      },
    ],
  ],
  [
    'src/operator/**',
    [...inServer, { regex: '^#server/', message: 'The operator knows no gateway: share the shape through #contract.' }],
  ],
  ['src/operator/**/*.test.ts', inServer],
  ['src/web/**', inBrowser],
  ['src/web/app/shell/palette/**', besideMui],
  ['src/web/components/**', [...inBrowser, drawsOnly]],
  ['src/web/components/{controls,panel,theme}/**', [...besideMui, drawsOnly]],
  ['src/web/components/page/Themed.tsx', [...besideMui, drawsOnly]],
  [
    'src/web/data/**',
    [
      ...inBrowser,
      {
        regex: '^#web/(app|components|pages)/',
        message: 'data asks and draws nothing: return data or throw a typed error, and let the page draw it.',
      },
    ],
  ],
  ...serverFolders.map((folder) => [`src/server/${folder}/**`, [...inServer, operator, above(folder)]] as const),
  ['src/server/app/**', [...inServer, above('app')]],
  // The tests of a part often start the whole server.
  ['src/server/**/*.test.ts', inServer],
  ['src/server/cli/check/check.ts', callsByItself],
  ['e2e/tools/conformance/**', callsByItself],
  ['e2e/tools/conformance/*.test.ts', inServer],
  // It starts the commands, which are processes of their own.
  ['src/server/cli/flightline.ts', [relative, web]],
];

/** Native elements for which we have controls. */
const controls = ['button', 'input', 'select', 'textarea'].map((element) => ({
  element,
  message: 'Use a control of web/components/controls, or say in a comment why not.',
}));

function restricted(patterns: readonly Forbidden[]): ['error', { patterns: Forbidden[] }] {
  return ['error', { patterns: [...patterns] }];
}

/** Guides, without blank lines and comments: what must be read together stands together. */
function lines(max: number): ['error', { max: number; skipBlankLines: true; skipComments: true }] {
  return ['error', { max, skipBlankLines: true, skipComments: true }];
}

export default defineConfig({
  plugins: ['eslint', 'typescript', 'unicorn', 'oxc', 'react', 'jsx-a11y', 'import', 'promise'],
  options: { reportUnusedDisableDirectives: 'error' },
  categories: { correctness: 'error', suspicious: 'error', perf: 'error' },
  ignorePatterns: ['dist', 'test-results'],
  rules: {
    'react/rules-of-hooks': 'error',
    'react/exhaustive-deps': 'error',
    'react/only-export-components': 'off',
    'react/react-in-jsx-scope': 'off',
    'react/incompatible-library': 'off',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/no-unnecessary-type-parameters': 'off',
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'import/no-named-as-default': 'off',
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': ['error', { allow: ['**/*.css'] }],
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/control-has-associated-label': 'off',
    'no-await-in-loop': 'off',
    'no-underscore-dangle': ['error', { allow: ['_default'] }],
    'oxc/no-map-spread': 'off',
    'unicorn/consistent-function-scoping': ['error', { checkArrowFunctions: false }],
    'promise/valid-params': 'off',
    'max-lines': lines(400),
    'max-lines-per-function': lines(100),
    'no-restricted-imports': restricted(everywhere),
  },
  overrides: [
    {
      files: ['**/*.test.ts', '**/*.test.tsx', 'e2e/**'],
      rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' },
    },
    ...layers.map(([files, forbidden]) => ({
      files: [files],
      rules: { 'no-restricted-imports': restricted(forbidden) },
    })),
    {
      files: ['src/web/**/*.tsx'],
      rules: {
        'react/forbid-elements': ['error', { forbid: controls }],
        // People who use keys or touch see no title: use our tooltip.
        'react/forbid-dom-props': ['error', { forbid: ['title'] }],
      },
    },
    { files: ['src/web/components/controls/**'], rules: { 'react/forbid-elements': 'off' } },
    { files: ['src/web/pages/wall/**'], rules: { 'react/forbid-dom-props': 'off' } },
    {
      files: [
        'vite.config.ts',
        'oxlint.config.ts',
        'e2e/*.config.ts',
        'e2e/fixtures/readSchool.ts',
        'e2e/tools/reducePictures.ts',
      ],
      rules: { 'import/no-default-export': 'off' },
    },
  ],
});
