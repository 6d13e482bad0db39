import { type ReactNode, useState } from 'react';
import controls from '#web/ui/controls/controls.module.css';

type CoveredProps = {
  /** What the button says. */
  label: string;
  /** Whose it is, for those who hear buttons alone. */
  of: string;
  children: ReactNode;
};

/** Something personal: it is drawn only once a person asks for it, and forgotten when its place is left. */
export function Covered({ label, of, children }: CoveredProps) {
  const [isShown, setShown] = useState(false);
  if (isShown) return <span role="status">{children}</span>;
  return (
    <button type="button" className={controls['button']} onClick={() => setShown(true)}>
      {label}
      <span className="visually-hidden"> of {of}</span>
    </button>
  );
}
