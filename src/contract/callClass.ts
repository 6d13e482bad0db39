/** Who waits for an answer: a person, a background sweep over many records, or nobody yet. Most urgent first. */
export const callClasses = ['person', 'sweep', 'prefetch'] as const;
export type CallClass = (typeof callClasses)[number];

/** The request header that names the class; without it, or with another word, a request is a person's. */
export const callClassHeader = 'x-flightline-class';

/** Reads that header. */
export function readCallClass(header: unknown): CallClass {
  return callClasses.find((name) => name === header) ?? 'person';
}
