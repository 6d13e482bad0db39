import type { Verdict } from './finding.ts';

/** What the headers of the answers say about the call allowance, beside the configured one (calls per 60 seconds). */
export function allowanceVerdict(headers: ReadonlyMap<string, string>, rateLimit: number): Verdict {
  if (headers.size === 0) {
    return { mark: 'ok', words: `no header tells it; API_RATE_LIMIT stays ${rateLimit}.` };
  }
  const seen = [...headers].map(([name, value]) => `${name}: ${value}`).join(', ');
  const told = [...headers].find(([name]) => name.endsWith('limit'))?.[1];
  const isLower = told !== undefined && Number.parseInt(told, 10) < rateLimit;
  return isLower
    ? { mark: 'differs', words: `${seen}; compare it with API_RATE_LIMIT=${rateLimit}, which is more.` }
    : { mark: 'ok', words: seen };
}
