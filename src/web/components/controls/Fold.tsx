import Accordion from '@mui/material/Accordion';
import AccordionSummary from '@mui/material/AccordionSummary';
import { type ReactNode, useId } from 'react';
import { useUrlChoice, useUrlText } from '#web/components/page/urlState.ts';
import { Icon } from './Icon.tsx';

/** Kept in the address, by `useUrlFold` or `useUrlFolds`. */
export type FoldState = { isOpen: boolean; onToggle: () => void };

type FoldProps = FoldState & {
  /** The text of the button. */
  summary: ReactNode;
  /** Its button is a heading of the page. */
  isHeading?: boolean;
  /** One of many, such as one per row: lower, and not a heading that readers jump to. */
  isOfRow?: boolean;
  /** It spans the panel from edge to edge. */
  isAcross?: boolean;
  /** Its button stays on paper even while closed. */
  isOnPaper?: boolean;
  className?: string | undefined;
  /** Mounted while it is open; a function is called only then. */
  children: ReactNode | (() => ReactNode);
};

/** A foldable part of a page. */
export function Fold(props: FoldProps) {
  const { summary, isHeading = false, isOfRow = false, isAcross = false, isOnPaper = false, className } = props;
  const { isOpen, onToggle, children } = props;
  const id = useId();
  const paper = isOpen || isOnPaper ? 'kept' : undefined;
  return (
    <Accordion
      className={className ?? ''}
      expanded={isOpen}
      onChange={onToggle}
      data-paper={paper}
      slots={isHeading ? { transition: Opened } : { heading: 'div', transition: Opened }}
      slotProps={{ region: { role: isOfRow ? 'group' : 'region' } }}
    >
      <AccordionSummary
        id={`${id}-button`}
        aria-controls={id}
        expandIcon={<Icon name="next" size={14} />}
        data-paper={paper}
        data-is-heading={isHeading}
        data-is-of-row={isOfRow}
        data-is-across={isAcross}
      >
        {summary}
      </AccordionSummary>
      {isOpen && (typeof children === 'function' ? children() : children)}
    </Accordion>
  );
}

/** Replaces MUI's opening animation: nothing moves. */
function Opened({ in: isOpen, children }: { in?: boolean; children?: ReactNode }) {
  return isOpen === true && children;
}

/** Whether a foldable part is open, `record=open`. The browser's Back leads to the page before, not to the fold before. */
export function useUrlFold(name: string, isOpenFirst = false): FoldState {
  const { value, set } = useUrlChoice(name, ['folded', 'open'], isOpenFirst ? 'open' : 'folded', 'replace');
  const isOpen = value === 'open';
  return { isOpen, onToggle: () => set(isOpen ? 'folded' : 'open') };
}

/**
 * Which rows of a list are unfolded, `squawks=7,9`: a function from a row's key to the properties of its `Fold`. Rows that are gone
 * do not matter.
 */
export function useUrlFolds(name: string) {
  const { value, set } = useUrlText(name);
  const open = value.split(',').filter(Boolean);
  return (key: string): FoldState => {
    const isOpen = open.includes(key);
    const others = open.filter((text) => text !== key);
    return { isOpen, onToggle: () => set((isOpen ? others : [...others, key]).join(',')) };
  };
}
