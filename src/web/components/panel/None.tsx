import type { ReactNode } from 'react';
import type { NoneText } from '#domain/answers/known.ts';
import { Button } from '#web/components/controls/buttons.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import { useUrlParams } from '#web/components/page/urlState.ts';

type NoneProps = {
  of: NoneText;
  className?: string | undefined;
  /** The parameters of the search and filters, which a button clears. */
  clears?: readonly string[];
  /** Content after the text, such as a link. */
  children?: ReactNode;
};

/** The text in place of rows: that there are none, or, with a mark, that it is not known. */
export function None({ of: { text, isKnown }, className, clears, children }: NoneProps) {
  return (
    <p className={className} role={isKnown ? undefined : 'status'}>
      {isKnown ? (
        text
      ) : (
        <StateMark shape="dashed" tone="plain">
          {text}
        </StateMark>
      )}
      {clears && <ClearButton names={clears} />}
      {children}
    </p>
  );
}

/** Removes a search and filters from the address, if it has any; shown beside "nothing matches". */
export function ClearButton({ names }: { names: readonly string[] }) {
  const [params, setParams] = useUrlParams(names);
  if (names.every((name) => !params[name])) return null;
  return (
    <>
      {' '}
      <Button onClick={() => void setParams(null)}>Clear</Button>
    </>
  );
}
