/// <reference types="@mui/material/themeCssVarsAugmentation" />
import { createTheme } from '@mui/material/styles';
import { controls } from './themeControls.ts';
import { layers } from './themeLayers.ts';

/**
 * Our look for MUI. The colours are the tokens of `tokens.css`, which handle light and dark themselves; so the display, which
 * has no MUI, looks like the pages.
 */

/** One meaning per colour, as in the state marks. */
type StateColours = { readonly main: string };

declare module '@mui/material/styles' {
  interface Palette {
    available: StateColours;
    out: StateColours;
    booked: StateColours;
    advisory: StateColours;
    problem: StateColours;
    maintenance: StateColours;
  }
  interface PaletteOptions {
    available?: StateColours;
    out?: StateColours;
    booked?: StateColours;
    advisory?: StateColours;
    problem?: StateColours;
    maintenance?: StateColours;
  }
}

const token = (name: string) => `var(--${name})`;
const colour = (main: string, contrastText: string) => ({
  main: token(main),
  light: token(main),
  dark: token(main),
  contrastText: token(contrastText),
});

const palette = {
  primary: colour('accent', 'surface'),
  secondary: colour('muted', 'surface'),
  error: colour('expired', 'on-expired'),
  warning: colour('warning', 'on-warning'),
  info: colour('accent', 'surface'),
  success: colour('ok', 'surface'),
  text: { primary: token('text'), secondary: token('muted'), disabled: token('muted') },
  background: { default: token('bg'), paper: token('surface') },
  divider: token('line'),
  action: { hover: token('hover'), selected: token('hover'), active: token('muted') },
  available: { main: token('ok') },
  out: { main: token('out') },
  booked: { main: token('booked') },
  advisory: { main: token('warning-mark') },
  problem: { main: token('expired') },
  maintenance: { main: token('shop') },
};

export const theme = createTheme({
  cssVariables: { colorSchemeSelector: 'data', nativeColor: true, disableCssColorScheme: true },
  colorSchemes: { light: { palette }, dark: { palette } },
  shape: { borderRadius: 6 },
  typography: { fontFamily: token('figures'), fontSize: 14, button: { textTransform: 'none', fontWeight: 400 } },
  /** A phone is at most 700 px wide; a screen with two things side by side is at least 900. */
  breakpoints: { values: { xs: 0, sm: 701, md: 900, lg: 1140, xl: 1440 } },
  // No animation, except to show that something is running.
  transitions: { create: () => 'none' },
  components: { ...controls, ...layers },
});
