import { useMediaQuery } from '#web/ui/page/display.tsx';
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from '#web/ui/controls/controls.tsx';
import style from './SidePanel.module.css';

type SidePanelProps = {
  title: ReactNode;
  /** What it is about; the focus comes in again when this changes. */
  about: string;
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

/**
 * Details beside a page: it stands at the side of a wide screen, where the page stays in use, and covers a narrow one.
 * Escape closes it; the focus goes in, and back to where it came from.
 */
export function SidePanel({ title, about, actions, onClose, children }: SidePanelProps) {
  const isBeside = useMediaQuery('(min-width: 900px)');
  const dialog = useRef<HTMLDialogElement>(null);
  const name = useId();
  useReturn(dialog, about);
  useOpen(dialog, isBeside);
  return (
    <dialog
      ref={dialog}
      className={style['panel']}
      aria-labelledby={name}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => isBeside && event.key === 'Escape' && onClose()}
    >
      <header className={style['header']}>
        <Heading key={about} id={name}>
          {title}
        </Heading>
        {actions}
        <IconButton icon="close" label="Close" onClick={onClose} />
      </header>
      <div className={style['content']}>{children}</div>
    </dialog>
  );
}

/** Takes the focus when it appears, which is after the dialog has opened. */
function Heading({ id, children }: { id: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h2 id={id} ref={heading} tabIndex={-1}>
      {children}
    </h2>
  );
}

/** Remembers what had the focus before each visit, and gives it back at the end. */
function useReturn(dialog: RefObject<HTMLDialogElement | null>, about: string) {
  const opener = useRef<HTMLElement>(null);
  const visited = useRef<string>(null);
  useLayoutEffect(() => {
    if (visited.current === about) return;
    visited.current = about;
    const active = document.activeElement;
    const isOutside = active !== document.body && !dialog.current?.contains(active);
    if (active instanceof HTMLElement && isOutside) opener.current = active;
  });
  useLayoutEffect(() => () => opener.current?.focus({ preventScroll: true }), []);
}

/** Modal only where it covers the page. */
function useOpen(dialog: RefObject<HTMLDialogElement | null>, isBeside: boolean) {
  useLayoutEffect(() => {
    const element = dialog.current;
    if (isBeside) element?.show();
    else element?.showModal();
    return () => element?.close();
  }, [dialog, isBeside]);
}
