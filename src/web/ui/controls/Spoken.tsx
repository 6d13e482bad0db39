import type { ReactNode } from 'react';

/** What is heard in place of what is seen: a sentence for the ear, an arrangement of shapes and short words for the eye. */
export function Spoken({ words, children }: { words: string; children: ReactNode }) {
  return (
    <>
      <span className="visually-hidden">{words}</span>
      <span aria-hidden="true" style={{ display: 'contents' }}>
        {children}
      </span>
    </>
  );
}
