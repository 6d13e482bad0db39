import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import MuiButton from '@mui/material/Button';
import { Icon } from './Icon.tsx';
import type { MenuChoice } from './layers.tsx';

/**
 * Layers over a page, and the buttons that open them. (Details beside a page: `SidePanel`.) They load three seconds after the
 * page, or at first use.
 */

/** Milliseconds before a failed load is repeated, while the file is wanted. */
const again = 3_000;

/**
 * A file that loads at first use. If it cannot be loaded, the page stays unchanged: the connection banner states the problem, and
 * the load is repeated while the file is wanted.
 */
export function fileWhenWanted<File>(load: () => Promise<File>) {
  let loaded: File | null = null;
  const tried = async () => {
    loaded ??= await load().catch(() => null);
    return loaded;
  };
  /** Null until it is loaded. */
  return function useFile(isWanted = true): File | null {
    const [file, setFile] = useState(loaded);
    useEffect(() => {
      if (!isWanted || file !== null) return undefined;
      const attempt = () => void tried().then(setFile);
      attempt();
      const timer = setInterval(attempt, again);
      return () => clearInterval(timer);
    }, [isWanted, file]);
    return file ?? loaded;
  };
}

type Layers = typeof import('./layers.tsx');

export const useLayers = fileWhenWanted<Layers>(() => import('./layers.tsx'));

type MenuProps = {
  label: string;
  /** The button's content, if it is more than the label. */
  button?: ReactNode;
  choices: readonly MenuChoice[];
  /** The text if there is nothing to choose. */
  none?: string;
};

/** Several choices behind one button: arrow keys, Home, End and letters move between them. */
export function Menu({ label, button = label, choices, none }: MenuProps) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const layers = useLayers(anchor !== null);
  return (
    <>
      <MuiButton
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        endIcon={<Icon name="down" size={14} />}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          setAnchor(event.currentTarget);
        }}
      >
        {button}
      </MuiButton>
      {anchor && layers && (
        <layers.MenuLayer label={label} anchor={anchor} choices={choices} none={none} onClose={() => setAnchor(null)} />
      )}
    </>
  );
}

type PopoverProps = {
  /** The button's content, and its accessible name if needed. */
  button: ReactNode;
  buttonLabel?: string | undefined;
  buttonTip?: string | undefined;
  buttonClass?: string | undefined;
  tabIndex?: number | undefined;
  /** The name of the panel. */
  label: string;
  className?: string | undefined;
  /** Called only while it is open; `close` is for links to other pages. */
  children: (close: () => void) => ReactNode;
};

/** A button and the panel that it opens. */
export function Popover(props: PopoverProps) {
  const { button, buttonLabel, buttonTip, buttonClass, tabIndex, label, className, children } = props;
  const [anchor, setAnchor] = useState<Element | null>(null);
  const layers = useLayers(anchor !== null);
  const close = () => setAnchor(null);
  return (
    <>
      <MuiButton
        className={buttonClass ?? ''}
        tabIndex={tabIndex}
        aria-label={buttonLabel}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        data-tip={buttonTip}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {button}
      </MuiButton>
      {anchor && layers && (
        <layers.PopoverLayer label={label} anchor={anchor} className={className} onClose={close}>
          {children(close)}
        </layers.PopoverLayer>
      )}
    </>
  );
}

/** A panel at a point of the window. */
export function PopoverAt(props: ComponentProps<Layers['PopoverLayer']>) {
  const layers = useLayers();
  return layers && <layers.PopoverLayer {...props} />;
}

/** A modal dialog; as a sheet, at the lower edge of a phone. */
export function Dialog(props: ComponentProps<Layers['DialogLayer']>) {
  const layers = useLayers();
  return layers && <layers.DialogLayer {...props} />;
}

/** A short message at the edge of the window, which closes by itself. */
export function Snack(props: ComponentProps<Layers['SnackLayer']>) {
  const layers = useLayers();
  return layers && <layers.SnackLayer {...props} />;
}
