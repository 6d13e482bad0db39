import { millisecondsInMinute } from '#domain/units.ts';
import type { SessionRecord } from '#contract/access/sessions.ts';
import { roleName } from '#domain/access/rights.ts';
import { durationText } from '#domain/time/clock.ts';
import type { Instant } from '#domain/time/time.ts';

export type SessionRow = {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  /** `Firefox on Windows`. */
  readonly device: string;
  /** `used 20 min ago from 10.0.0.0/24`. */
  readonly use: string;
  readonly isThis: boolean;
};

/** The last use is accurate to ten minutes. */
const usedNow = 15 * millisecondsInMinute;

/** Sessions, row by row, in the order given. */
export function sessionRows(sessions: readonly SessionRecord[], now: Instant): SessionRow[] {
  return sessions.map(({ id, name, role, device, network, usedAt, isThis }) => {
    const age = now - Date.parse(usedAt);
    const when = isThis || age < usedNow ? 'in use' : `used ${durationText(age)} ago`;
    const from = network === null ? '' : ` from ${network}`;
    return { id, name, role: roleName(role), device: device ?? 'Unknown browser', use: when + from, isThis };
  });
}
