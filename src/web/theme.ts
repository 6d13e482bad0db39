import { createTheme } from '@mui/material/styles';

const systemFace = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';

/** A cockpit, not a web shop: flat, dense and quiet. The colours of states are in `tokens.css`, beside their shapes. */
export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data' },
  colorSchemes: {
    light: {
      palette: {
        primary: { main: '#175cd3' },
        error: { main: '#b42318' },
        background: { default: '#f3f5f7', paper: '#ffffff' },
        text: { primary: '#101828', secondary: '#4b5565' },
        divider: '#d5dce4',
      },
    },
    dark: {
      palette: {
        primary: { main: '#7ab8ff' },
        error: { main: '#ff5a52' },
        background: { default: '#0b0f14', paper: '#121920' },
        text: { primary: '#e6edf3', secondary: '#9aa4b2' },
        divider: '#26313d',
      },
    },
  },
  shape: { borderRadius: 6 },
  typography: {
    fontFamily: systemFace,
    fontSize: 14,
    h1: { fontSize: '1.375rem', fontWeight: 650, letterSpacing: '-0.01em' },
    h2: { fontSize: '1rem', fontWeight: 650 },
  },
  transitions: { duration: { shortest: 80, shorter: 100, short: 120, standard: 150, complex: 180 } },
  components: {
    MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
  },
});
