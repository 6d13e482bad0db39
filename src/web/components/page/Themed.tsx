import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { ThemeProvider } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { theme } from '#web/components/theme/theme.ts';

/** The nonce that the gateway wrote into this answer, for styles from scripts; Vite's own server has no policy and no nonce. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;

/** Before our own style sheet, so that ours takes precedence. */
const cache = createCache({ key: 'mui', prepend: true, ...(nonce ? { nonce } : {}) });

/** Around everything that uses MUI. `ColorSchemeProvider` sets light or dark. */
export function Themed({ children }: { children: ReactNode }) {
  return (
    <CacheProvider value={cache}>
      <ThemeProvider theme={theme} storageManager={null} colorSchemeNode={null}>
        {children}
      </ThemeProvider>
    </CacheProvider>
  );
}
