import { errorEntry } from '#contract/errors.ts';

export const jsonHeaders = { 'content-type': 'application/json', 'cache-control': 'no-store' } as const;

/** One thing wrong with a request: the sentence, and the parameter or header it is about. */
export type Fault = { readonly message: string; readonly field?: string | undefined };

/** The error array of section 7. We use the HTTP status as `code`, category 0 throughout, and nothing is overridable. */
export function problemBody(status: number, faults: readonly Fault[]): string {
  return JSON.stringify(
    faults.map(({ message, field = null }) => errorEntry({ code: status, message, dataField: field })),
  );
}

/** An error answer: the array of section 7, for every operation and every status. */
export function problem(
  status: number,
  faults: Fault | readonly Fault[],
  headers: Record<string, string> = {},
): Response {
  return new Response(problemBody(status, [faults].flat()), {
    status,
    headers: { ...jsonHeaders, ...headers },
  });
}
