import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';

/** The look of each kind of control: 32 px tall with a mouse, 44 px with a finger; hairlines, small radii, no capitals, no ripple. */

const text = { fontSize: '0.875rem', lineHeight: 1.5, letterSpacing: 'normal', textTransform: 'none' } as const;
const frame = { border: '1px solid var(--line)', borderRadius: 6, background: 'var(--surface)' } as const;
const phone = '@media (max-width: 700px)';
const still = '@media (prefers-reduced-motion: reduce)';

export const controls: Components<Omit<Theme, 'components' | 'palette'> & CssVarsTheme> = {
  MuiButtonBase: { defaultProps: { disableRipple: true } },
  MuiButton: {
    defaultProps: { color: 'inherit', variant: 'outlined' },
    styleOverrides: {
      root: {
        ...text,
        ...frame,
        fontWeight: 400,
        gap: 6,
        minWidth: 0,
        minHeight: 'var(--target)',
        padding: '0 12px',
        color: 'var(--text)',
        '&:hover': { background: 'var(--raised)' },
        '&.Mui-disabled': { border: '1px solid var(--line)', color: 'var(--muted)' },
        '&[aria-pressed="true"]': { borderColor: 'var(--accent)' },
      },
    },
  },
  MuiIconButton: {
    styleOverrides: {
      root: {
        minWidth: 'var(--target)',
        minHeight: 'var(--target)',
        padding: 0,
        borderRadius: 6,
        color: 'var(--text)',
        '&:hover': { background: 'var(--hover)' },
        '&[aria-pressed="true"]': { background: 'var(--hover)', color: 'var(--accent)' },
        '&.Mui-disabled': { color: 'var(--line)' },
      },
    },
  },
  MuiToggleButtonGroup: {
    styleOverrides: {
      root: {
        ...frame,
        overflow: 'hidden',
        '& > :not(:first-of-type)': { margin: 0, borderLeft: '1px solid var(--line)' },
      },
    },
  },
  MuiToggleButton: {
    styleOverrides: {
      root: {
        ...text,
        fontWeight: 400,
        gap: 6,
        minHeight: 'calc(var(--target) - 2px)',
        padding: '0 12px',
        border: 'none',
        borderRadius: 0,
        color: 'var(--muted)',
        whiteSpace: 'nowrap',
        '&:focus-visible': { outlineOffset: -2 },
        '&:hover': { background: 'var(--hover)' },
        '&.Mui-selected, &.Mui-selected:hover': {
          background: 'var(--hover)',
          color: 'var(--text)',
          fontWeight: 600,
          boxShadow: 'inset 0 -2px var(--accent)',
        },
        // A group as wide as its row has no empty end.
        [phone]: { flexGrow: 1, padding: '0 10px' },
      },
    },
  },
  MuiInputBase: {
    styleOverrides: {
      root: {
        ...text,
        minHeight: 'var(--target)',
        color: 'var(--text)',
        // Two classes, because MUI's own rules for the space of the arrow have two. The whole frame is the target.
        '& .MuiNativeSelect-select.MuiInputBase-input': {
          minWidth: 0,
          minHeight: 'var(--target)',
          padding: '0 26px 0 10px',
          '&:focus': { background: 'none' },
        },
      },
      input: {
        boxSizing: 'border-box',
        height: 'auto',
        minHeight: 'var(--target)',
        padding: '0 10px',
        '&::placeholder': { color: 'var(--muted)', opacity: 1 },
        '&::-webkit-search-cancel-button': { appearance: 'none' },
        // WebKit shows today in an empty date field, as if it were selected.
        '@supports (hanging-punctuation: first)': { '&[type="date"][value=""]:not(:focus)': { color: 'transparent' } },
      },
    },
  },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: {
        background: 'var(--surface)',
        '&.MuiInputBase-adornedStart': { paddingLeft: 10 },
        '&.MuiInputBase-adornedStart input': { paddingLeft: 0 },
        '&.Mui-focused': { outline: '2px solid var(--accent)', outlineOffset: 1 },
        '&:hover .MuiOutlinedInput-notchedOutline, &.Mui-focused .MuiOutlinedInput-notchedOutline': {
          border: '1px solid var(--line)',
        },
        '&.Mui-error .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--expired)' },
      },
      input: { padding: '0 10px' },
      notchedOutline: {
        top: 0,
        borderColor: 'var(--line)',
        '& > legend': { display: 'none' },
        '@media print': { display: 'none' },
      },
    },
  },
  MuiInputAdornment: { styleOverrides: { root: { margin: '0 6px 0 0', color: 'var(--muted)' } } },
  MuiNativeSelect: {
    styleOverrides: { icon: { right: 6, color: 'var(--muted)' } },
  },
  MuiFormLabel: {
    styleOverrides: {
      root: { ...text, color: 'var(--muted)', '&.Mui-focused, &.Mui-error': { color: 'var(--muted)' } },
    },
  },
  MuiFormControl: {
    styleOverrides: { root: { flexFlow: 'row wrap', gap: 8, alignItems: 'center' } },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: {
        ...text,
        fontSize: '0.75rem',
        margin: 0,
        color: 'var(--muted)',
        '&.Mui-error': { color: 'var(--expired)' },
      },
    },
  },
  MuiFormControlLabel: {
    styleOverrides: { root: { margin: 0, gap: 8, minHeight: 'var(--target)' }, label: { ...text } },
  },
  MuiCheckbox: {
    defaultProps: { color: 'primary', size: 'small' },
    styleOverrides: {
      root: { padding: 0, color: 'var(--muted)', '&:focus-within': { outline: '2px solid var(--accent)' } },
    },
  },
  MuiChip: {
    styleOverrides: {
      root: {
        ...text,
        height: 'var(--target)',
        border: '1px solid var(--line)',
        borderRadius: 'calc(var(--target) / 2)',
        background: 'var(--raised)',
        color: 'var(--text)',
      },
      label: {
        display: 'flex',
        gap: 4,
        alignItems: 'center',
        padding: '0 0 0 12px',
        '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
        '& > .MuiIconButton-root': {
          flex: 'none',
          minWidth: 'calc(var(--target) - 2px)',
          minHeight: 'calc(var(--target) - 2px)',
          borderRadius: '50%',
          color: 'var(--muted)',
          '&:hover': { background: 'var(--hover)', color: 'var(--text)' },
          '&:focus-visible': { outlineOffset: -2 },
        },
      },
    },
  },
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: { root: { backgroundImage: 'none', color: 'var(--text)' } },
  },
  MuiCard: {
    styleOverrides: {
      root: {
        minWidth: 0,
        overflow: 'visible',
        border: '1px solid var(--line)',
        borderRadius: 8,
        '@media print': { border: 'none' },
      },
    },
  },
  MuiAccordion: {
    defaultProps: { disableGutters: true, square: true },
    styleOverrides: {
      root: {
        position: 'static',
        minWidth: 0,
        background: 'none',
        color: 'inherit',
        '&::before': { display: 'none' },
        // Folded content is not printed, unless its button is marked.
        '@media print': { '&:not([data-paper])': { display: 'none' } },
      },
    },
  },
  MuiAccordionSummary: {
    styleOverrides: {
      root: {
        ...text,
        flexDirection: 'row-reverse',
        gap: 4,
        minHeight: 'var(--target)',
        padding: 0,
        color: 'var(--muted)',
        fontFamily: 'inherit',
        fontSize: '0.75rem',
        '&:hover': { color: 'var(--text)' },
        '&.Mui-focusVisible': { background: 'none' },
        '&[data-is-of-row="true"]': { minHeight: 24, '@media (pointer: coarse)': { minHeight: 'var(--target)' } },
        '&[data-is-across="true"]': {
          padding: '0 16px',
          '&:hover': { background: 'var(--hover)' },
          '&:focus-visible': { outlineOffset: -2 },
          [phone]: { padding: '0 12px' },
        },
        // The arrow of a heading is at its end, because other headings have nothing before their text.
        '&[data-is-heading="true"]': {
          flexDirection: 'row',
          color: 'var(--text)',
          fontSize: '0.875rem',
          '&:hover': { background: 'var(--hover)' },
          '&:focus-visible': { outlineOffset: -2 },
        },
      },
      content: { flexWrap: 'wrap', alignItems: 'center', gap: '0 12px', minWidth: 0, margin: 0 },
      expandIconWrapper: { flex: 'none', color: 'inherit', '&.Mui-expanded': { transform: 'rotate(90deg)' } },
    },
  },
  MuiLinearProgress: {
    styleOverrides: {
      root: {
        flex: 'none',
        width: 160,
        height: 4,
        borderRadius: 2,
        background: 'var(--line)',
        '@media print': { display: 'none' },
      },
      bar: { borderRadius: 2 },
      bar1: { [still]: { animation: 'none', left: '30%', width: '40%' } },
      bar2: { [still]: { display: 'none' } },
    },
  },
  MuiAlert: {
    defaultProps: { variant: 'outlined' },
    styleOverrides: {
      root: {
        ...text,
        ...frame,
        alignItems: 'flex-start',
        padding: '6px 6px 6px 14px',
        color: 'var(--text)',
        '&.MuiAlert-colorWarning': { borderColor: 'var(--warning-edge)' },
        '&.MuiAlert-colorWarning .MuiAlert-icon': { color: 'var(--warning-mark)' },
        '&.MuiAlert-colorSuccess .MuiAlert-icon': { color: 'var(--ok)' },
      },
      icon: { alignSelf: 'center', marginRight: 8, padding: 0, opacity: 1 },
      message: { alignSelf: 'center', padding: '2px 0', minWidth: 0, overflowWrap: 'anywhere' },
      action: { gap: 4, alignItems: 'center', margin: 0, padding: '0 0 0 12px' },
    },
  },
  MuiSkeleton: {
    defaultProps: { variant: 'rounded' },
    styleOverrides: { root: { margin: '6px 0', background: 'color-mix(in srgb, var(--text) 11%, transparent)' } },
  },
};
