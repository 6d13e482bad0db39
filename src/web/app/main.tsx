import '@fontsource/b612/latin-400.css';
import '@fontsource/b612/latin-700.css';
import '@fontsource/b612-mono/latin-400.css';
import '@fontsource/b612-mono/latin-700.css';
import '#web/components/theme/tokens.css';
import '#web/components/theme/media.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { registerWorker } from '#web/data/endurance/server.ts';
import { createQueryClient } from '#web/data/policy.ts';
import { App, preloadPage } from './routes.tsx';
import { ColorSchemeProvider } from '#web/components/page/display.tsx';

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');

const client = createQueryClient();

/** Milliseconds that the first screen waits for its data. After that it appears, and says what is missing. */
const patience = 300;
const isReady = preloadPage(location.pathname, client);
// No `await`: the page files import this one, and would wait for it.
void Promise.race([isReady, new Promise((resolve) => setTimeout(resolve, patience))]).then(() => start(root));

function start(element: Element): void {
  createRoot(element).render(
    <StrictMode>
      <ColorSchemeProvider>
        <QueryClientProvider client={client}>
          <BrowserRouter>
            <NuqsAdapter>
              <App />
            </NuqsAdapter>
          </BrowserRouter>
        </QueryClientProvider>
      </ColorSchemeProvider>
    </StrictMode>,
  );
}

if (import.meta.env.PROD) registerWorker();

// A page from the browser's memory is as somebody left it, who may have signed out since: it is hidden, and loaded again.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  document.documentElement.hidden = true;
  location.reload();
});

declare module 'react' {
  interface CSSProperties {
    /** A component passes measures to its style sheet as custom properties. */
    readonly [property: `--${string}`]: string | number | undefined;
  }
}
