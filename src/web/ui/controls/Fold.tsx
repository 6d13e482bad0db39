import Accordion from '@mui/material/Accordion';
import AccordionSummary from '@mui/material/AccordionSummary';
import { type ReactNode, useId, useState } from 'react';
import { Icon } from './Icon.tsx';

type FoldProps = {
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
  isOpenFirst?: boolean;
  /** Given if the page keeps the open state: the state, and a function to change it. */
  isOpen?: boolean;
  onToggle?: () => void;
  /** Mounted while it is open; a function is called only then. */
  children: ReactNode | (() => ReactNode);
};

/** A foldable part of a page. */
export function Fold(props: FoldProps) {
  const { summary, isHeading = false, isOfRow = false, isAcross = false, isOnPaper = false, className } = props;
  const { isOpenFirst = false, onToggle, children } = props;
  const [isOpenHere, setOpenHere] = useState(isOpenFirst);
  const isOpen = props.isOpen ?? isOpenHere;
  const id = useId();
  const paper = isOpen || isOnPaper ? 'kept' : undefined;
  return (
    <Accordion
      className={className ?? ''}
      expanded={isOpen}
      onChange={onToggle ?? (() => setOpenHere(!isOpen))}
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
