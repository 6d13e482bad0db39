import { type ComponentType, lazy, Suspense } from 'react';
import { Placeholder } from './PanelsTogether.tsx';

/** A part of a page that loads when first shown, because few users see it. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Loaded = lazy(async () => ({ default: await load() }));
  return function Later(props: Props) {
    return (
      <Suspense fallback={<Placeholder />}>
        <Loaded {...props} />
      </Suspense>
    );
  };
}
