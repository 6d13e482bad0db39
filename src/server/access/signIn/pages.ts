import { hash } from 'node:crypto';
import { escaped, type HeaderValues, type Reply } from '#server/http/reply.ts';
import { bodyOf } from '#server/upstream/body.ts';

/**
 * The colours, the sizes and the face are from `src/web/components/theme/tokens.css`. The face has an address of its own
 * (`vite.config.ts`); until it has loaded, and without the dashboard's files, a face of the machine with its measures stands in.
 */
const style = `
@font-face {
  font-family: 'Inter Variable';
  font-weight: 100 900;
  font-display: swap;
  src: url('/inter.woff2') format('woff2');
}
@font-face {
  font-family: 'Inter stand-in';
  src: local('Arial'), local('Helvetica'), local('Liberation Sans');
  size-adjust: 107.12%;
  ascent-override: 90.44%;
  descent-override: 22.52%;
  line-gap-override: 0%;
}
:root {
  color-scheme: light dark;
  --bg: light-dark(#f3f5f7, #0b0f14);
  --surface: light-dark(#ffffff, #171f29);
  --line: light-dark(#d5dce4, #3a4857);
  --field: light-dark(#8a94a3, #6b7a8a);
  --text: light-dark(#101828, #e6edf3);
  --muted: light-dark(#4b5565, #a3aebb);
  --accent: light-dark(#175cd3, #7ab8ff);
  --on-accent: light-dark(#ffffff, #06121f);
  --expired: light-dark(#b42318, #ff5a52);
  --expired-ground: light-dark(#fdf1f0, #1d1113);
}
* { box-sizing: border-box; }
body {
  display: grid;
  min-height: 100dvh;
  margin: 0;
  padding: 24px 16px;
  place-items: center;
  background: var(--bg);
  color: var(--text);
  font: 0.875rem/1.5 'Inter Variable', 'Inter stand-in', system-ui, sans-serif;
}
main {
  display: grid;
  gap: 16px;
  width: min(100%, 26rem);
  padding: 28px;
  border: 1px solid var(--line);
  border-radius: 10px;
  background: var(--surface);
}
header { display: flex; gap: 12px; align-items: center; margin-bottom: 4px; }
header img { flex: none; width: 44px; height: 44px; }
h1 { margin: 0; font-size: 1.125rem; font-weight: 600; line-height: 1.25; overflow-wrap: anywhere; }
header p { margin: 0; color: var(--muted); font-size: 0.875rem; }
p { margin: 0; overflow-wrap: anywhere; }
label { display: block; margin-bottom: 6px; font-weight: 600; }
input {
  width: 100%;
  min-height: 44px;
  padding: 0 12px;
  border: 1px solid var(--field);
  border-radius: 6px;
  background: var(--bg);
  color: var(--text);
  font: inherit;
  /* A phone would enlarge the page for smaller letters. */
  font-size: 1.125rem;
}
input[aria-invalid] { border-color: var(--expired); }
.hint { margin: 6px 0 20px; color: var(--muted); font-size: 0.875rem; }
.note { padding: 10px 12px; border: 1px solid var(--line); border-radius: 6px; }
.wrong {
  padding: 10px 12px;
  border: 1px solid var(--expired);
  border-radius: 6px;
  background: var(--expired-ground);
}
button, .button {
  display: grid;
  width: 100%;
  min-height: 44px;
  padding: 8px 12px;
  place-items: center;
  border: none;
  border-radius: 6px;
  background: var(--accent);
  color: var(--on-accent);
  font: inherit;
  font-weight: 600;
  text-decoration: none;
  cursor: pointer;
}
.parts { display: grid; gap: 16px; text-align: center; }
code {
  padding: 1px 4px;
  border-radius: 4px;
  background: var(--bg);
  font: 0.875rem ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
[hidden] { display: none; }
`;

export type Page = {
  readonly status: number;
  /** The title of the browser's window. */
  readonly title: string;
  readonly schoolName: string;
  /** Markup with every text escaped. */
  readonly main: string;
  /** A script with no text from outside. */
  readonly script?: string;
  readonly headers?: HeaderValues;
  readonly cookies?: readonly string[];
};

/**
 * A complete page, which needs no file of the dashboard but its mark and its face, and stands without them. Its policy allows its style and script by their hashes, and a form
 * to this server. No cache keeps it.
 */
export function pageReply({ status, title, schoolName, main, script, headers, cookies }: Page): Reply {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<style>${style}</style>
</head>
<body>
<main>
<header><img src="/icon.svg" alt=""><div><h1>${escaped(schoolName)}</h1><p>Flightline</p></div></header>
${main}
</main>${script === undefined ? '' : `\n<script>${script}</script>`}
</body>
</html>
`;
  const reply = { status, body: bodyOf(Buffer.from(html)), headers: { ...headersOf(script), ...headers } };
  return cookies ? { ...reply, cookies } : reply;
}

function headersOf(script: string | undefined): HeaderValues {
  const policy = [
    "default-src 'none'",
    `style-src ${sourceOf(style)}`,
    "img-src 'self'",
    "font-src 'self'",
    ...(script === undefined ? [] : [`script-src ${sourceOf(script)}`, "connect-src 'self'"]),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'cache-control': 'no-store',
    // With no-referrer the browser would send `Origin: null` for our own form (Fetch, section 3.2).
    'referrer-policy': 'same-origin',
    'x-frame-options': 'DENY',
  };
}

function sourceOf(text: string): string {
  return `'sha256-${hash('sha256', text, 'base64')}'`;
}

const empty = bodyOf(Buffer.alloc(0));

/** Redirects the browser with a GET, whatever the method was (RFC 9110, section 15.4.4). */
export function seeOther(location: string, cookies: readonly string[] = [], headers: HeaderValues = {}): Reply {
  return { status: 303, body: empty, headers: { location, 'cache-control': 'no-store', ...headers }, cookies };
}
