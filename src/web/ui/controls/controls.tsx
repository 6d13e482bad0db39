import { type ReactNode, useId } from 'react';
import { useMediaQuery } from '#web/ui/page/display.tsx';
import style from './controls.module.css';
import { Icon, type IconName } from './Icon.tsx';

type SelectProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { readonly value: Value; readonly label: string }[];
  onChange: (value: Value) => void;
  /** Where the choice itself says what it is of. */
  isLabelHidden?: boolean;
  isDisabled?: boolean;
};

/** A labelled native list of choices: light, and what phones handle best. */
export function Select<Value extends string>({
  label,
  value,
  options,
  onChange,
  isLabelHidden,
  isDisabled,
}: SelectProps<Value>) {
  const id = useId();
  return (
    <span className={style['control']}>
      <label className={isLabelHidden ? 'visually-hidden' : style['label']} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={style['select']}
        value={value}
        disabled={isDisabled}
        onChange={({ target }) => {
          const chosen = options.find(({ value: one }) => one === target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  );
}

type ChoicesProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { readonly value: Value; readonly label: ReactNode }[];
  onChange: (value: Value) => void;
};

/** A few choices side by side, one of them pressed; on a phone, where more than three have no room, a list. */
export function Choices<Value extends string>({ label, value, options, onChange }: ChoicesProps<Value>) {
  const isPhone = useMediaQuery('(max-width: 700px)');
  const named = options.filter(hasText);
  if (isPhone && named.length > 3)
    return <Select label={label} value={value} options={named} onChange={onChange} isLabelHidden />;
  return (
    <div className={style['choices']} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}

function hasText<Option extends { readonly label: ReactNode }>(option: Option): option is Option & { label: string } {
  return typeof option.label === 'string';
}

type SearchFieldProps = { label: string; placeholder: string; value: string; onChange: (value: string) => void };

export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  return (
    <span className={style['search']} role="search">
      <Icon name="search" size={16} />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onChange('')}
      />
    </span>
  );
}

type ButtonProps = {
  children: ReactNode;
  onClick: () => void;
  disabled?: boolean;
  /** Of a button that shows and hides something: whether it is shown. */
  isPressed?: boolean;
};

/** The one plain button. */
export function Button({ children, onClick, disabled = false, isPressed }: ButtonProps) {
  return (
    <button type="button" className={style['button']} aria-pressed={isPressed} onClick={onClick} disabled={disabled}>
      {children}
    </button>
  );
}

type IconButtonProps = { icon: IconName; label: string; onClick: () => void; disabled?: boolean };

export function IconButton({ icon, label, onClick, disabled = false }: IconButtonProps) {
  return (
    <button
      type="button"
      className={style['iconButton']}
      aria-label={label}
      title={label}
      onClick={onClick}
      disabled={disabled}
    >
      <Icon name={icon} />
    </button>
  );
}

/** What is heard in place of what is seen: a sentence for the ear, an arrangement of shapes and short words for the eye. */
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
