import Slider from '@mui/material/Slider';

type SlideProps = {
  label: string;
  /** The last of the steps; the first is 0. */
  last: number;
  value: number;
  /** The meaning of the value, for screen readers. */
  text: string;
  onChange: (value: number) => void;
  /** Steps of a page key; MUI's usual ten if undefined. */
  page?: number;
  /** Marked steps, with their labels. */
  marks?: readonly { readonly value: number; readonly label: string }[];
};

/** Selects one of many steps along its full width: the ends are the first and the last. */
export function Slide({ label, last, value, text, onChange, page, marks }: SlideProps) {
  return (
    <Slider
      size="small"
      sx={look}
      aria-label={label}
      min={0}
      max={last}
      value={value}
      getAriaValueText={() => text}
      {...(page !== undefined && { shiftStep: page })}
      {...(marks && { marks })}
      onChange={(_, next) => onChange(Array.isArray(next) ? (next[0] ?? 0) : next)}
    />
  );
}

const look = {
  display: 'block',
  height: 4,
  padding: '8px 0',
  '@media (pointer: coarse)': { padding: '20px 0' },
  '& .MuiSlider-rail': { background: 'var(--line)', opacity: 1 },
  // The track from the start to the thumb is hidden, because it means nothing here.
  '& .MuiSlider-track': { display: 'none' },
  '& .MuiSlider-thumb': { width: 16, height: 16, '&::before, &:hover, &.Mui-active': { boxShadow: 'none' } },
  '& .MuiSlider-thumb.Mui-focusVisible': { boxShadow: 'none', outline: '2px solid var(--accent)', outlineOffset: 2 },
} as const;
