import Alert from '@mui/material/Alert';
import MuiDialog from '@mui/material/Dialog';
import Drawer from '@mui/material/Drawer';
import ListSubheader from '@mui/material/ListSubheader';
import MuiMenu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import MuiPopover from '@mui/material/Popover';
import Snackbar from '@mui/material/Snackbar';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { IconButton } from './buttons.tsx';
import { Mark } from './StateMark.tsx';

/**
 * Layers over a page, on MUI: they stay inside the window, hold the focus and return it, and close on Escape or an outside
 * press. They are a third of all control code, so they load after the page (`overlays.tsx`).
 */

export type MenuChoice = {
  readonly id: string;
  readonly label: ReactNode;
  /** The heading above it, shown once for consecutive choices that share it. */
  readonly group?: string;
  /** For a toggle: whether it is on. The menu then stays open. */
  readonly isOn?: boolean;
  readonly isDisabled?: boolean;
} & ({ readonly onChoose: () => void } | LinkChoice);

type LinkChoice = {
  readonly to: string;
  /** Whether it leads to the current page. */
  readonly isHere?: boolean;
  /** Called before selection, on hover. */
  readonly onPoint?: (() => void) | undefined;
  readonly onChoose?: () => void;
};

type MenuLayerProps = {
  label: string;
  anchor: Element;
  choices: readonly MenuChoice[];
  none: string | undefined;
  onClose: () => void;
};

export function MenuLayer({ label, anchor, choices, none, onClose }: MenuLayerProps) {
  return (
    <MuiMenu
      open
      anchorEl={anchor}
      disableScrollLock
      onClose={onClose}
      slotProps={{ list: { 'aria-label': label, dense: true } }}
    >
      {choices.length === 0 && none && <MenuItem disabled>{none}</MenuItem>}
      {choices.flatMap((choice, index) => {
        const isNewGroup = choice.group !== undefined && choice.group !== choices[index - 1]?.group;
        const item = menuItem(choice, onClose);
        if (!isNewGroup) return [item];
        return [
          <ListSubheader key={`group ${choice.group}`} role="presentation">
            {choice.group}
          </ListSubheader>,
          item,
        ];
      })}
    </MuiMenu>
  );
}

/** Not a component: MUI's list looks for its items among its own children. */
function menuItem(choice: MenuChoice, onClose: () => void) {
  const { id, label, isOn, isDisabled = false, onChoose } = choice;
  const shared = { key: id, disabled: isDisabled };
  if ('to' in choice) {
    const go = () => {
      onClose();
      onChoose?.();
    };
    return (
      <MenuItem
        {...shared}
        component={Link}
        to={choice.to}
        aria-current={choice.isHere ? 'page' : undefined}
        onPointerEnter={choice.onPoint}
        onFocus={choice.onPoint}
        onClick={go}
      >
        {label}
      </MenuItem>
    );
  }
  if (isOn === undefined) {
    const act = () => {
      onClose();
      onChoose?.();
    };
    return (
      <MenuItem {...shared} onClick={act}>
        {label}
      </MenuItem>
    );
  }
  return (
    <MenuItem {...shared} role="menuitemcheckbox" aria-checked={isOn} onClick={onChoose}>
      {/* The item itself carries the checked state. */}
      <span>{isOn && <Mark shape="check" />}</span>
      <span>{label}</span>
    </MenuItem>
  );
}

type PopoverLayerProps = {
  label: string;
  /** Its anchor: an element, or a point of the window in pixels. */
  anchor: Element | { readonly x: number; readonly y: number };
  className?: string | undefined;
  onClose: () => void;
  children: ReactNode;
};

export function PopoverLayer({ label, anchor, className, onClose, children }: PopoverLayerProps) {
  const place =
    anchor instanceof Element
      ? ({ anchorEl: anchor, anchorOrigin: { vertical: 'bottom', horizontal: 'left' } } as const)
      : ({ anchorReference: 'anchorPosition', anchorPosition: { left: anchor.x, top: anchor.y } } as const);
  return (
    <MuiPopover
      open
      {...place}
      disableScrollLock
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-label': label, className: className ?? '' } }}
    >
      {children}
    </MuiPopover>
  );
}

type DialogLayerProps = {
  label: string;
  /** At the lower edge of a phone, within reach of a thumb. */
  isSheet?: boolean | undefined;
  /** A sheet above the bar of pages, which stays in sight and works. */
  isAboveBar?: boolean | undefined;
  onClose: () => void;
  children: ReactNode;
};

/** The bar of pages with its edge (`Nav.module.css`). */
const aboveBar = { style: { bottom: 'calc(57px + env(safe-area-inset-bottom))' } };

export function DialogLayer({ label, isSheet, isAboveBar, onClose, children }: DialogLayerProps) {
  if (isSheet) {
    const place = isAboveBar ? aboveBar : {};
    return (
      <Drawer
        open
        anchor="bottom"
        onClose={onClose}
        slotProps={{
          root: place,
          backdrop: place,
          paper: { role: 'dialog', 'aria-modal': true, 'aria-label': label, ...place },
        }}
      >
        {children}
      </Drawer>
    );
  }
  return (
    <MuiDialog open disableScrollLock onClose={onClose} slotProps={{ paper: { 'aria-label': label } }}>
      {children}
    </MuiDialog>
  );
}

type SideLayerProps = {
  /** True beside the page, which stays usable; otherwise it covers the page. */
  isBeside: boolean;
  /** The id of its heading. */
  name: string;
  className?: string | undefined;
  onClose: () => void;
  ref: Ref<HTMLDivElement>;
  children: ReactNode;
};

/** `SidePanel` itself returns the focus. */
export function SideLayer({ isBeside, name, className, onClose, ref, children }: SideLayerProps) {
  return (
    <Drawer
      open
      anchor="right"
      variant={isBeside ? 'persistent' : 'temporary'}
      onClose={onClose}
      slotProps={{
        root: isBeside ? {} : { disableRestoreFocus: true, disableScrollLock: true },
        paper: { ref, role: 'dialog', 'aria-modal': !isBeside, 'aria-labelledby': name, className: className ?? '' },
      }}
    >
      {children}
    </Drawer>
  );
}

/** Pixels between a tooltip and the edge of the window. */
const tipRoom = [{ name: 'preventOverflow', options: { padding: 4 } }];

type TipLayerProps = { text: string; anchor: Element; id: string };

/** The one tooltip of the page (`Tips.tsx`). */
export function TipLayer({ text, anchor, id }: TipLayerProps) {
  return (
    <Tooltip
      open
      arrow={false}
      title={text}
      slotProps={{ popper: { anchorEl: anchor, id, role: 'tooltip', modifiers: tipRoom } }}
    >
      <span hidden />
    </Tooltip>
  );
}

type SnackLayerProps = {
  /** Milliseconds until it closes; they start again after hover or focus. */
  lasts: number;
  /** A warning, or a confirmation. */
  severity: 'warning' | 'success';
  /** An action on it, such as undo. */
  action?: ReactNode;
  onClose: () => void;
  children: ReactNode;
};

export function SnackLayer({ lasts, severity, action, onClose, children }: SnackLayerProps) {
  return (
    <Snackbar
      open
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      autoHideDuration={lasts}
      resumeHideDuration={lasts}
      onClose={(_, reason) => reason !== 'clickaway' && onClose()}
    >
      <Alert
        role="status"
        severity={severity}
        icon={<Mark shape={severity === 'warning' ? 'triangle' : 'check'} />}
        action={
          <>
            {action}
            <IconButton icon="close" label="Close this message" onClick={onClose} />
          </>
        }
      >
        {children}
      </Alert>
    </Snackbar>
  );
}
