import { type ComponentType, lazy, Suspense, useState } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { Button } from '#web/components/controls/buttons.tsx';
import { StateMark } from '#web/components/controls/StateMark.tsx';
import style from './later.module.css';
import { Placeholder } from './PanelsTogether.tsx';

/**
 * A part of a page that loads when first shown, because few users see it. If it cannot be loaded, the rest of the page stays.
 *
 * @param Waiting what is shown while it loads
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType = Placeholder,
) {
  const part = () => lazy(async () => ({ default: await load().catch(notLoaded) }));
  let last = part();
  return function Later(props: Props) {
    const [Part, setPart] = useState(() => last);
    // A lazy component keeps its failure, so the next attempt needs a new one.
    const again = () => {
      last = part();
      setPart(() => last);
    };
    return (
      <ErrorBoundary FallbackComponent={Unloaded} onReset={again}>
        <Suspense fallback={<Waiting />}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}

class NotLoaded extends Error {
  override readonly name = 'NotLoaded';
}

function notLoaded(cause: unknown): never {
  throw new NotLoaded('A part of this page could not be loaded.', { cause });
}

function Unloaded({ error, resetErrorBoundary }: FallbackProps) {
  // The page handles an error of the part itself.
  if (!(error instanceof NotLoaded)) throw error;
  return (
    <p className={style['unloaded']} role="alert">
      <StateMark shape="triangle" tone="warning">
        {error.message}
      </StateMark>
      <Button onClick={resetErrorBoundary}>Try again</Button>
    </p>
  );
}
