import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';

/** The look of layers over a page: a hairline and a shadow, without animation. */

const floating = {
  border: '1px solid var(--line)',
  borderRadius: 8,
  background: 'var(--surface)',
  boxShadow: 'var(--shadow-card)',
} as const;
const small = { fontSize: '0.875rem', lineHeight: 1.5, letterSpacing: 'normal' } as const;

export const layers: Components<Omit<Theme, 'components' | 'palette'> & CssVarsTheme> = {
  MuiModal: { styleOverrides: { root: { '@media print': { display: 'none' } } } },
  MuiBackdrop: {
    styleOverrides: { root: { background: 'var(--scrim)', '&.MuiBackdrop-invisible': { background: 'none' } } },
  },
  MuiPopover: {
    defaultProps: { transitionDuration: 0 },
    styleOverrides: {
      paper: { ...floating, ...small, outline: 'none', marginTop: 4, maxWidth: 'calc(100vw - 16px)' },
    },
  },
  MuiMenu: { defaultProps: { transitionDuration: 0 }, styleOverrides: { list: { padding: '6px 0' } } },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        ...small,
        gap: 8,
        minHeight: 'var(--target)',
        padding: '0 14px',
        '&:hover, &.Mui-focusVisible': { background: 'var(--hover)' },
        '&.Mui-focusVisible': { outlineOffset: -2 },
        '&[aria-checked] > :first-of-type': { width: 16 },
        '&[aria-current]': { fontWeight: 600, boxShadow: 'inset 2px 0 var(--accent)' },
      },
    },
  },
  MuiListSubheader: {
    styleOverrides: {
      root: {
        position: 'static',
        padding: '6px 14px 2px',
        background: 'none',
        color: 'var(--muted)',
        fontSize: '0.75rem',
        lineHeight: 1.5,
      },
    },
  },
  MuiDialog: {
    defaultProps: { transitionDuration: 0 },
    styleOverrides: {
      container: { alignItems: 'flex-start' },
      paper: {
        ...floating,
        width: 'min(640px, calc(100vw - 32px))',
        maxWidth: 'none',
        maxHeight: 'min(560px, calc(100dvh - 140px))',
        margin: '84px 16px 16px',
        overflow: 'hidden',
        outline: 'none',
        borderRadius: 10,
        boxShadow: 'var(--shadow-dialog)',
      },
    },
  },
  MuiDrawer: {
    defaultProps: { transitionDuration: 0 },
    styleOverrides: {
      paper: {
        background: 'var(--surface)',
        outline: 'none',
        '&.MuiDrawer-paperAnchorBottom': {
          maxHeight: 'calc(100dvh - 60px)',
          borderTop: '1px solid var(--line)',
          borderRadius: '12px 12px 0 0',
        },
      },
    },
  },
  MuiTooltip: {
    defaultProps: { slotProps: { transition: { timeout: 0 } } },
    styleOverrides: {
      popper: { pointerEvents: 'none', '@media print': { display: 'none' } },
      tooltip: {
        padding: '6px 10px',
        border: '1px solid var(--line)',
        background: 'var(--surface)',
        color: 'var(--text)',
        fontSize: '0.75rem',
        fontWeight: 400,
        lineHeight: 1.4,
        boxShadow: 'var(--shadow-card)',
        whiteSpace: 'pre-line',
      },
    },
  },
  MuiSnackbar: {
    defaultProps: { transitionDuration: 0 },
    styleOverrides: {
      root: {
        maxWidth: 'min(440px, calc(100vw - 32px))',
        '& > *': { boxShadow: 'var(--shadow-card)' },
        '@media print': { display: 'none' },
        // Above the bottom bar.
        '@media (max-width: 700px)': {
          inset: 'auto 12px calc(68px + env(safe-area-inset-bottom)) 12px',
          maxWidth: 'none',
        },
      },
    },
  },
};
