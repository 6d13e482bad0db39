import type { ReactNode } from 'react';
import style from './Explained.module.css';

type ExplainedProps = { tip: string; className?: string | undefined; children: ReactNode };

/**
 * A text whose explanation stands nowhere else on the page: it opens by pointer, finger and keyboard, as the tooltip (`Tips`).
 * In a row that is a link it stands above the link.
 */
export function Explained({ tip, className, children }: ExplainedProps) {
  return (
    <button
      type="button"
      className={[style['explained'], className].filter(Boolean).join(' ')}
      data-tip={tip}
      data-explains
    >
      <span>{children}</span>
    </button>
  );
}
