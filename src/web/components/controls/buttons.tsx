import MuiButton from '@mui/material/Button';
import MuiIconButton from '@mui/material/IconButton';
import type { DOMAttributes, ReactNode } from 'react';
import { AppLink } from '#web/components/page/AppLink.tsx';
import { Icon, type IconName } from './Icon.tsx';

type ButtonProps = {
  children: ReactNode;
  onClick?: () => void;
  disabled?: boolean;
  /** For a button that shows and hides something: whether it is shown. */
  isPressed?: boolean;
  /** For a button that opens a layer: whether it is open. */
  isExpanded?: boolean;
  /** For one of several days: whether it is the day shown. Their names stay on paper. */
  isDayShown?: boolean;
  className?: string | undefined;
  /** Submits its form. */
  isSubmit?: boolean;
  /** The accessible name, if the visible text says too little. */
  label?: string;
  /** The tooltip. */
  tip?: string;
  /** Keyboard shortcuts of the same action, in the form of `aria-keyshortcuts`. */
  keys?: string;
};

/** The one plain button. */
export function Button(props: ButtonProps) {
  const {
    children,
    onClick,
    disabled = false,
    isPressed,
    isExpanded,
    isDayShown,
    isSubmit,
    label,
    tip,
    keys,
    className,
  } = props;
  return (
    <MuiButton
      className={className ?? ''}
      aria-current={isDayShown ? 'date' : undefined}
      data-paper={isDayShown === undefined ? undefined : 'kept'}
      type={isSubmit ? 'submit' : 'button'}
      aria-pressed={isPressed}
      aria-haspopup={isExpanded === undefined ? undefined : 'dialog'}
      aria-expanded={isExpanded}
      aria-label={label}
      aria-keyshortcuts={keys}
      data-tip={tip}
      onClick={onClick}
      disabled={disabled}
    >
      {children}
    </MuiButton>
  );
}

/** A link to a page for an action: it looks like a button. Left out if the user's role cannot open its page. */
export function LinkButton({ to, children }: { to: string; children: ReactNode }) {
  return (
    <MuiButton component={AppLink} to={to} isAlone>
      {children}
    </MuiButton>
  );
}

type IconButtonProps = {
  icon: IconName;
  label: string;
  onClick?: () => void;
  disabled?: boolean;
  /** For a toggle: whether it is on. */
  isPressed?: boolean;
  className?: string | undefined;
  /** Pixels of the icon; the target is as large as any other. */
  size?: number;
  /** Further events of a handle: dragging, and moving by keys. */
  events?: DOMAttributes<HTMLButtonElement>;
};

export function IconButton(props: IconButtonProps) {
  const { icon, label, onClick, disabled = false, isPressed, className, size, events } = props;
  return (
    <MuiIconButton
      className={className ?? ''}
      aria-label={label}
      aria-pressed={isPressed}
      data-tip={label}
      onClick={onClick}
      disabled={disabled}
      {...events}
    >
      <Icon name={icon} {...(size === undefined ? {} : { size })} />
    </MuiIconButton>
  );
}
