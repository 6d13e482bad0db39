import '#web/components/theme/tokens.css';
import '#web/components/theme/media.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/react-router/v8';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { benchSchool } from '#e2e/bench/pages/AtSchool.tsx';
import { createQueryClient } from '#web/data/policy.ts';
import { Tips } from '#web/components/controls/Tips.tsx';
import { ColorSchemeProvider } from '#web/components/page/display.tsx';
import { SchoolProvider } from '#web/components/page/school.tsx';
import { Themed } from '#web/components/page/Themed.tsx';
import style from './components.module.css';
import { ComponentsPage } from './ComponentsPage.tsx';

/** The demonstration of the components, without a gateway: a tool, and no page of the product. */

const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <ColorSchemeProvider>
      <QueryClientProvider client={createQueryClient()}>
        <BrowserRouter>
          <NuqsAdapter>
            <SchoolProvider school={benchSchool}>
              <Themed>
                <main id="main" tabIndex={-1} className={style['main']}>
                  <ComponentsPage />
                </main>
                <Tips />
              </Themed>
            </SchoolProvider>
          </NuqsAdapter>
        </BrowserRouter>
      </QueryClientProvider>
    </ColorSchemeProvider>
  </StrictMode>,
);
