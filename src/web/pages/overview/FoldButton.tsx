import { IconButton } from '#web/ui/controls/buttons.tsx';

/** A panel that is shown in short until it is opened. */
export type Fold = { readonly isOpen: boolean; readonly toggle: () => unknown };

/** Opens and closes such a panel; the address keeps it. */
export function FoldButton({ name, fold: { isOpen, toggle } }: { name: string; fold: Fold }) {
  return (
    <IconButton
      icon={isOpen ? 'up' : 'down'}
      label={`All of “${name}”`}
      isPressed={isOpen}
      onClick={() => void toggle()}
    />
  );
}
