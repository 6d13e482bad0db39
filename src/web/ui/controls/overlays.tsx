import { type KeyboardEvent, type FocusEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import style from './controls.module.css';
import { Icon } from './Icon.tsx';

/**
 * Everything that opens over a page stands on the browser's own elements, which bring the keyboard and screen-reader
 * behaviour: a disclosure for menus, a popover for panels, a modal dialog. (Details beside a page: `SidePanel`.)
 */

/** Several choices behind one button; Escape closes it and gives the focus back, and so does leaving it. */
export function Menu({ label, children }: { label: string; children: ReactNode }) {
  const menu = useMenu();
  return (
    <details {...menu.props} className={style['menu']}>
      <summary>
        {label}
        <Icon name="down" size={14} />
      </summary>
      <div className={style['menuList']} role="group" aria-label={label}>
        {children}
      </div>
    </details>
  );
}

/** What a `<details>` needs to behave as a menu; `close` for choices that lead away. */
export function useMenu() {
  const element = useRef<HTMLDetailsElement>(null);
  const close = () => {
    if (element.current) element.current.open = false;
  };
  const props = {
    ref: element,
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>) => {
      if (!currentTarget.contains(relatedTarget)) close();
    },
    onKeyDown: ({ key, currentTarget }: KeyboardEvent<HTMLDetailsElement>) => {
      if (key !== 'Escape' || !currentTarget.open) return;
      close();
      currentTarget.querySelector('summary')?.focus();
    },
  };
  return { props, close };
}

type PopoverProps = {
  /** What the button shows, and says where that is not enough. */
  button: ReactNode;
  buttonLabel?: string;
  buttonTitle?: string;
  buttonClass?: string | undefined;
  /** The name of what opens. */
  label: string;
  className?: string | undefined;
  /** Made only while it is open. */
  children: () => ReactNode;
};

/** A button and the panel that it opens: Escape and a press outside close it, and the focus goes back to the button. */
export function Popover({ button, buttonLabel, buttonTitle, buttonClass, label, className, children }: PopoverProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={buttonClass} popoverTarget={id} aria-label={buttonLabel} title={buttonTitle}>
        {button}
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={className}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {isOpen && children()}
      </div>
    </>
  );
}

/** Does it when no button is pressed: a popover that opens by a press would be closed by the release, which is outside of it. */
export function onRelease({ buttons }: { readonly buttons: number }, open: () => void): void {
  if (buttons === 0) open();
  else window.addEventListener('pointerup', () => setTimeout(open), { once: true });
}

const margin = 8;

/** Opens a popover at a point, moved into the window where necessary, and focuses its first control. */
export function usePopoverAt({ x, y }: { readonly x: number; readonly y: number }) {
  const popover = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = popover.current;
    if (!element) return;
    element.showPopover();
    const { offsetWidth, offsetHeight } = element;
    const fit = (start: number, length: number, room: number) =>
      Math.max(margin, Math.min(start, room - length - margin));
    element.style.left = `${fit(x, offsetWidth, document.documentElement.clientWidth)}px`;
    element.style.top = `${fit(y, offsetHeight, window.innerHeight)}px`;
    element.querySelector<HTMLElement>('button, input')?.focus();
  }, [x, y]);
  return popover;
}

type DialogProps = {
  label: string;
  /** At the lower edge of a phone, where a thumb reaches it. */
  isSheet?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A modal dialog: the browser keeps the focus inside, closes it by Escape and gives the focus back. */
export function Dialog({ label, isSheet, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  // A layout effect: it closes the dialog while that is still in the page, or the focus would not go back.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a press beside it closes it, as Escape does
    <dialog
      ref={dialog}
      className={style['dialog']}
      data-is-sheet={isSheet}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      {children}
    </dialog>
  );
}
