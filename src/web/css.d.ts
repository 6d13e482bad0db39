import type {} from 'react';

declare module 'react' {
  interface CSSProperties {
    /** Our style sheets take their measures from the component as custom properties. */
    readonly [property: `--${string}`]: string | number | undefined;
  }
}
