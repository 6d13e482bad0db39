/** How bad a matter is, mildest first: `info` only supports one, `advisory` is amber, `warning` red, `critical` cannot wait. */
const severities = ['info', 'advisory', 'warning', 'critical'] as const;
export type Severity = (typeof severities)[number];

/** The number of a severity, from 0. Evidence that gives its own amount uses the same numbers, up to 100. */
export function severityNumber(severity: Severity): number {
  return severities.indexOf(severity);
}

/** True if a matter with this number is red. */
export function isRed(number: number): boolean {
  return number >= severityNumber('warning');
}
