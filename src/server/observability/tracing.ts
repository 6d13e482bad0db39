import type { RequestMark } from './requestMark.ts';

/** The attributes of a span: never a query value, a person's id or a key. */
export type SpanFacts = {
  readonly attributes: { readonly [name: string]: string | number };
  readonly isError?: boolean;
  /** Replaces the name that the span began with. */
  readonly name?: string;
};

export type Span = { readonly end: (facts: SpanFacts) => void };

/** Records spans; `otlp.ts` sends them. */
export type Tracing = {
  /** Begins a span. The first one of a request is the root of the others. */
  readonly begin: (mark: RequestMark, kind: 'server' | 'internal' | 'client', name: string) => Span;
  /** Sends the remaining spans. Never rejects. */
  readonly close: () => Promise<void>;
};
