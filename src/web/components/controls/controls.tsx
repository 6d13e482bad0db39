import FormControl from '@mui/material/FormControl';
import FormLabel from '@mui/material/FormLabel';
import InputAdornment from '@mui/material/InputAdornment';
import NativeSelect from '@mui/material/NativeSelect';
import OutlinedInput from '@mui/material/OutlinedInput';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { type ReactNode, useId } from 'react';
import { useMediaQuery } from '#web/components/page/display.tsx';
import { Icon } from './Icon.tsx';

type Offered<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  /** The heading above it, shown once for consecutive options that share it. */
  readonly group?: string;
  readonly isDisabled?: boolean;
};

type SelectProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly Offered<Value>[];
  onChange: (value: Value) => void;
  /** Called when the list is about to open. */
  onOpen?: () => void;
  /** Its width in pixels, to keep it the same for every choice. */
  width?: number;
  /** True if the choice itself says what it selects. */
  isLabelHidden?: boolean;
  isDisabled?: boolean;
};

/** A labelled list of choices, the browser's own: it stays inside the window, supports typing, and works best on phones. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, options, onChange, onOpen, width, isLabelHidden, isDisabled } = props;
  const id = useId();
  return (
    <FormControl disabled={isDisabled ?? false}>
      <FormLabel className={isLabelHidden ? 'visually-hidden' : ''} htmlFor={id}>
        {label}
      </FormLabel>
      <NativeSelect
        id={id}
        input={<OutlinedInput />}
        value={value}
        sx={width === undefined ? null : { width }}
        onFocus={onOpen}
        onChange={({ target }) => {
          const chosen = options.find(({ value: one }) => one === target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {groupsOf(options).map(({ group, members }) =>
          group === undefined ? (
            members.map(drawnOption)
          ) : (
            <optgroup key={group} label={group}>
              {members.map(drawnOption)}
            </optgroup>
          ),
        )}
      </NativeSelect>
    </FormControl>
  );
}

function drawnOption({ value, label, isDisabled }: Offered<string>) {
  return (
    <option key={value} value={value} disabled={isDisabled}>
      {label}
    </option>
  );
}

/** Runs of options that share a heading, or have none. */
function groupsOf(options: readonly Offered<string>[]) {
  const groups: { group: string | undefined; members: Offered<string>[] }[] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last && last.group === option.group) last.members.push(option);
    else groups.push({ group: option.group, members: [option] });
  }
  return groups;
}

type ChoicesProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { readonly value: Value; readonly label: ReactNode }[];
  onChange: (value: Value) => void;
};

/** A few choices side by side, one selected; on a phone a list, if there are more than three. */
export function Choices<Value extends string>({ label, value, options, onChange }: ChoicesProps<Value>) {
  const isPhone = useMediaQuery('(max-width: 700px)');
  const named = options.filter(hasText);
  if (isPhone && named.length > 3)
    return <Select label={label} value={value} options={named} onChange={onChange} isLabelHidden />;
  return (
    <ToggleButtonGroup
      exclusive
      aria-label={label}
      value={value}
      onChange={(_, chosen: Value | null) => onChange(chosen ?? value)}
    >
      {options.map((option) => (
        <ToggleButton key={option.value} value={option.value}>
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

function hasText<Option extends { readonly label: ReactNode }>(option: Option): option is Option & { label: string } {
  return typeof option.label === 'string';
}

type SearchFieldProps = { label: string; placeholder: string; value: string; onChange: (value: string) => void };

/** A search field, which Escape clears. */
export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  return (
    <OutlinedInput
      role="search"
      type="search"
      sx={{ flex: '0 1 200px', '@media (max-width: 700px)': { flex: '1 1 130px' } }}
      startAdornment={
        <InputAdornment position="start">
          <Icon name="search" size={16} />
        </InputAdornment>
      }
      inputProps={{ 'aria-label': label }}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => event.key === 'Escape' && onChange('')}
    />
  );
}

/** Replaces the visible content for screen readers: they read a sentence in place of shapes and short words. */
export function Spoken({ words, children }: { words: string; children: ReactNode }) {
  return (
    <>
      <span className="visually-hidden">{words}</span>
      <span aria-hidden="true" style={{ display: 'contents' }}>
        {children}
      </span>
    </>
  );
}
