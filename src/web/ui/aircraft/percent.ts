/** A share from 0 to 1 as CSS writes it. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(3)}%`;
}
