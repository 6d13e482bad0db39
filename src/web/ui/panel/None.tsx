import type { ReactNode } from 'react';
import type { NoneText } from '#domain/answers/known.ts';
import { StateMark } from '#web/ui/controls/StateMark.tsx';

type NoneProps = {
  of: NoneText;
  className?: string | undefined;
  /** What follows it, such as a link. */
  children?: ReactNode;
};

/** What stands in the place of rows: that there are none, or, with a mark, that it is not known. */
export function None({ of: { text, isKnown }, className, children }: NoneProps) {
  return (
    <p className={className} role={isKnown ? undefined : 'status'}>
      {isKnown ? (
        text
      ) : (
        <StateMark shape="dashed" tone="plain">
          {text}
        </StateMark>
      )}
      {children}
    </p>
  );
}
