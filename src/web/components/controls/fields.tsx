import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';

type Input = Omit<ComponentProps<'input'>, 'size' | 'color' | 'value' | 'onChange'>;

type TextFieldProps = {
  label: string;
  /** True if the surroundings make its purpose clear. */
  isLabelHidden?: boolean;
  value: string;
  onChange: (value: string) => void;
  /** The error in the typed text; screen readers announce it. */
  problem?: string | null;
  /** A hint for filling it in. */
  help?: ReactNode;
  /** Its width, in letters of text; the browser's width if not given. */
  width?: number;
  /** The tooltip. */
  tip?: string;
  /** Further properties of the element: its type, the phone keyboard, its blur handler. */
  input?: Input;
};

/** A text line, or the browser's own date picker, with its label and its hint or error. */
export function TextField(props: TextFieldProps) {
  const { label, isLabelHidden, value, onChange, problem, help, width, tip, input } = props;
  const id = useId();
  const message = problem ?? help;
  return (
    <FormControl error={problem != null}>
      <FormLabel className={isLabelHidden ? 'visually-hidden' : ''} htmlFor={id}>
        {label}
      </FormLabel>
      <OutlinedInput
        id={id}
        data-tip={tip}
        value={value}
        sx={width === undefined ? null : { width: `${width}ch` }}
        inputProps={{
          autoComplete: 'off',
          spellCheck: false,
          ...input,
          'aria-invalid': problem != null,
          'aria-describedby': message == null ? undefined : `${id}-message`,
        }}
        onChange={({ target }) => onChange(target.value)}
      />
      {message != null && (
        <FormHelperText id={`${id}-message`} role={problem == null ? undefined : 'alert'}>
          {message}
        </FormHelperText>
      )}
    </FormControl>
  );
}

type CheckProps = { label: ReactNode; isOn: boolean; onChange: (isOn: boolean) => void; isDisabled?: boolean };

/** A choice that is on or off. */
export function Check({ label, isOn, onChange, isDisabled = false }: CheckProps) {
  return (
    <FormControlLabel
      label={label}
      disabled={isDisabled}
      control={<Checkbox checked={isOn} onChange={(_, next) => onChange(next)} />}
    />
  );
}
